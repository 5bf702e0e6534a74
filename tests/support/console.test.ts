import { expect, test } from "vitest";
import { complaints, expectConsoleError } from "#tests/support/console.ts";

test("a complaint on the console is a surprise unless it was expected", () => {
  console.error("user %d is gone", 7);
  expect(complaints()).toEqual({ surprises: ["user 7 is gone"], missing: [] });
  expectConsoleError(/user \d is gone/);
  expect(complaints()).toEqual({ surprises: [], missing: [] });
});

test("a complaint that was expected and did not come is missed", () => {
  expectConsoleError(/out of ink/);
  expect(complaints()).toEqual({ surprises: [], missing: [/out of ink/] });
  console.warn("the printer is out of ink");
});
