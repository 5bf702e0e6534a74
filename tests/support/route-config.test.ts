import { createRequire } from "node:module";
import { expect, test } from "vitest";
import * as ours from "#tests/support/route-config.ts";

/** The real package. Tests import our replacement under the same name. */
const theirs = createRequire(import.meta.url)("@remix-run/route-config") as typeof ours;

function declare({ route, index, layout }: typeof ours) {
  return [
    index("home.tsx"),
    index("home.tsx", { id: "home" }),
    route("a", "a.tsx"),
    route("a", "a.tsx", [index("b.tsx")]),
    route("a", "a.tsx", { id: "other" }),
    route("a", "a.tsx", { id: "other" }, [route("b", "b.tsx")]),
    route(null, "a.tsx", { caseSensitive: true }),
    layout("l.tsx", [route("a", "a.tsx")]),
    layout("l.tsx", { id: "l" }, [route("a", "a.tsx")]),
  ];
}

test("our replacement of @remix-run/route-config returns the same routes as the real package", () => {
  expect(declare(ours)).toEqual(declare(theirs));
});
