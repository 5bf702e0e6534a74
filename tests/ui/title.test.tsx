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
      "a form with errors",
      { actionData: { page: { lastResult: { status: "error" } } } },
      "Error: About you - Fanlight",
    ],
    [
      "an added row",
      { actionData: { page: { lastResult: { status: undefined } } } },
      "About you - Fanlight",
    ],
    ["a different answer", { actionData: { page: null } }, "About you - Fanlight"],
    ["an unknown page (A-041)", { errors: { root: notFound } }, "404! Page not found - Fanlight"],
    [
      "a failure (V-012)",
      { errors: { root: new Error("no") } },
      "Something went wrong. - Fanlight",
    ],
  ])("the page’s title is $2 for %s", (_case, state, expected) => {
    expect(title(state)).toBe(expected);
  });

  test("the title of a page can use the loaded data", () => {
    const handle = { title: (data: unknown) => `Sale of ${JSON.stringify(data)}` };
    expect(title({}, handle)).toBe('Sale of {"name":"14 Alder Road"} - Fanlight');
  });

  test("the title of a page adds the step, tab or record after the title", () => {
    const of = (part: unknown) => title({}, { title: "About you", part });
    expect(of("selling, step 2 of 5")).toBe("About you - selling, step 2 of 5 - Fanlight");
    expect(of(fromData("name"))).toBe("About you - 14 Alder Road - Fanlight");
    expect(of(fromData("nothing"))).toBe("About you - Fanlight");
  });

  test("the title of a page is “Fanlight” if no route sets one", () => {
    expect(title({}, {})).toBe("Fanlight");
  });

  test("the title of a page starts with “Error:” in the server's HTML after a submit with errors", async () => {
    const handle = { title: "About you" };
    const Title = () => <title>{useDocumentTitle(handle)}</title>;
    const html = await render(<Title />, {
      handle,
      actionData: { lastResult: { status: "error" } },
    });
    expect(html).toBe("<title>Error: About you - Fanlight</title>");
  });
});

test("the handles of nested routes are merged, and the innermost value wins", () => {
  const outer = { handle: { density: "staff", title: "Admin", robots: "noindex, nofollow" } };
  const inner = { handle: { title: "Users", longForm: true } };
  expect(readHandles([{ handle: undefined }, outer, inner])).toEqual({
    density: "staff",
    title: "Users",
    robots: "noindex, nofollow",
    longForm: true,
  });
});
