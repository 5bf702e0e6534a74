import { describe, expect, test, vi } from "vitest";
import { loader } from "#app/routes/admin/ask-charlie/ask-charlie.tsx";
import { readStep, turns } from "#app/routes/admin/ask-charlie/script.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { get } from "#tests/support/call-route.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
const PATH = "/admin/ask-charlie";

test.each([
  [null, 0],
  ["", 0],
  ["0", 0],
  ["1", 1],
  ["2", 2],
  ["3", 0],
  ["-1", 0],
  ["1.5", 0],
  ["nonsense", 0],
])("readStep reads the query %j as step %i (U-003)", (asked, step) => {
  expect(readStep(asked)).toBe(step);
});

test("both of Ask Charlie’s replies mention an engrossment fee of £540 including VAT (U-001 U-006 AMB-U01)", () => {
  expect(turns).toHaveLength(2);
  for (const { reply } of turns) {
    expect(reply.join(" ")).toMatch(/fee.*£540 including VAT/);
  }
});

describe("the steps of Ask Charlie (I-027 U-001 to U-003 AMB-U01 WF-26)", () => {
  const [first, second] = turns;
  test.each([
    ["", [], [first.question, first.reply[0], second.question, second.reply[0]]],
    ["?step=1", [first.question, first.reply[0]], [second.question, second.reply[0]]],
    ["?step=2", [first.question, first.reply[0], second.question, second.reply[0]], []],
  ])(
    "Ask Charlie shows the questions and replies up to the step in the query “%s”",
    async (query, there, notThere) => {
      const { html, text } = await open(PATH + query, await signIn(db, { type: "admin" }));
      for (const said of there) expect(text).toContain(said);
      for (const said of notThere) expect(text).not.toContain(said);
      expect(html).toContain(`href="${PATH}?step=${(there.length / 2 + 1) % 3}"`);
      expect(html).toMatch(/role="status"/);
      expect(html.split("<main")[1]).not.toContain("<form");
    },
  );
});

test("Ask Charlie calls no external service (U-002)", async () => {
  const { cookie } = await signIn(db, { type: "admin" });
  const query = vi.spyOn(globalThis, "fetch");
  expect((await get(loader, { cookie, path: `${PATH}?step=1` })).data).toEqual({ step: 1 });
  expect(query).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
