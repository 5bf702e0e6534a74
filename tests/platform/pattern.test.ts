import { describe, expect, test } from "vitest";
import { pattern } from "#app/platform/pattern.ts";

describe("links built from a URL pattern", () => {
  test("a link has its parameters filled in, in order", () => {
    const to = pattern("/matters/:id/people/:personId/remove");
    expect(to("m1", "p2")).toBe("/matters/m1/people/p2/remove");
    expect(to.pattern).toBe("/matters/:id/people/:personId/remove");
  });

  test("a link encodes its values for the path and the query", () => {
    const to = pattern("/leads/:email");
    expect(to("a/b@x.test", { find: "£ 1&2" })).toBe("/leads/a%2Fb%40x.test?find=%C2%A3+1%262");
  });

  test("a link omits query parameters without a value", () => {
    const to = pattern("/users");
    expect(to({ page: undefined, find: null })).toBe("/users");
    expect(to({ page: 2, all: false })).toBe("/users?page=2&all=false");
  });

  test("a link omits an optional parameter without a value", () => {
    const to = pattern("/webhooks/searches/:secret?");
    expect([to(), to(""), to("s")]).toEqual([
      "/webhooks/searches",
      "/webhooks/searches",
      "/webhooks/searches/s",
    ]);
  });

  test("a link keeps the text after a parameter in the same path segment, such as “.ics”", () => {
    expect(pattern("/calendar/:token.ics")("t")).toBe("/calendar/t.ics");
  });
});
