import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "@remix-run/router";
import { describe, expect, test } from "vitest";
import { documentTitle, useDocumentTitle } from "#app/ui/document-title.tsx";
import { fromData, readHandles } from "#app/ui/page.ts";
import { render } from "./render.tsx";

const title = (state: object, handle: object = { title: "About you" }) =>
  documentTitle(handle, {
    matches: [{ route: { id: "root" } }, { route: { id: "page", handle } }],
    loaderData: { page: { name: "14 Alder Road" } },
    ...state,
  });

const notFound = new ErrorResponse(404, "Not Found", null);

describe("the title of a page", () => {
  test.each([
    ["a page", {}, "About you - Fanlight"],
    [
      "a failed form",
      { actionData: { page: { lastResult: { status: "error" } } } },
      "Error: About you - Fanlight",
    ],
    [
      "a row added",
      { actionData: { page: { lastResult: { status: undefined } } } },
      "About you - Fanlight",
    ],
    ["another answer", { actionData: { page: null } }, "About you - Fanlight"],
    ["A-041 no such page", { errors: { root: notFound } }, "404! Page not found - Fanlight"],
    ["V-012 a failure", { errors: { root: new Error("no") } }, "Something went wrong. - Fanlight"],
  ])("%s", (_case, state, expected) => {
    expect(title(state)).toBe(expected);
  });

  test("may be made of what the page loaded", () => {
    const handle = { title: (data: unknown) => `Sale of ${JSON.stringify(data)}` };
    expect(title({}, handle)).toBe('Sale of {"name":"14 Alder Road"} - Fanlight');
  });

  test("names its step, tab or record after its title", () => {
    const of = (part: unknown) => title({}, { title: "About you", part });
    expect(of("selling, step 2 of 5")).toBe("About you - selling, step 2 of 5 - Fanlight");
    expect(of(fromData("name"))).toBe("About you - 14 Alder Road - Fanlight");
    expect(of(fromData("nothing"))).toBe("About you - Fanlight");
  });

  test("is the product's name where no route says one", () => {
    expect(title({}, {})).toBe("Fanlight");
  });

  test("says Error: first in the server's HTML of a failed post", async () => {
    const handle = { title: "About you" };
    const Title = () => <title>{useDocumentTitle(handle)}</title>;
    const html = await render(<Title />, {
      handle,
      actionData: { lastResult: { status: "error" } },
    });
    expect(html).toBe("<title>Error: About you - Fanlight</title>");
  });
});

test("what routes say about a page adds up, the innermost first", () => {
  const outer = { handle: { density: "staff", title: "Admin", robots: "noindex, nofollow" } };
  const inner = { handle: { title: "Users", longForm: true } };
  expect(readHandles([{ handle: undefined }, outer, inner])).toEqual({
    density: "staff",
    title: "Users",
    robots: "noindex, nofollow",
    longForm: true,
  });
});
