import { describe, expect, test } from "vitest";
import { type ListLimits, pressListButton } from "#app/forms/list-buttons.server.ts";

/** G-040, G-041, M-058: what the buttons of a list of rows become for Conform. */

const rows: ListLimits = { max: 3, min: (form) => (form.has("needed") ? 1 : 0) };

/** @returns Conform's button that was pressed; null when it was none of the lists'. */
function pressed(intent: string, names: readonly string[] = [], lists = { rows }) {
  const form = new FormData();
  form.set("intent", intent);
  for (const name of names) form.append(name, "x");
  const isOurs = pressListButton(form, lists);
  const button = form.get("__intent__");
  expect(isOurs).toBe(button !== null);
  return typeof button === "string" ? (JSON.parse(button) as unknown) : null;
}

const NOTHING = { type: "update", payload: {} };
const two = ["rows[0].name", "rows[0].email", "rows[1].name"];

describe("add", () => {
  test.each([
    ["to none", []],
    ["to two", two],
    [
      "to others",
      ["others[0].a", "others[1].a", "others[2].a", "rowsand[7].a", "rows", "rows[x].a", "price9"],
    ],
  ])("%s", (_what, names) => {
    expect(pressed("rows.add", names)).toEqual({ type: "insert", payload: { name: "rows" } });
  });

  test("to rows of one text each sends them all back, whatever the browser knows of them", () => {
    const payload = { name: "rows", value: ["x", "x", ""] };
    expect(pressed("rows.add", ["rows[0]", "rows[1]"])).toEqual({ type: "update", payload });
  });

  test.each([
    ["to as many as there may be", [...two, "rows[2].name"]],
    ["to as many, of which some have nothing posted", ["rows[2].name"]],
  ])("%s: the form stays as it is", (_what, names) => {
    expect(pressed("rows.add", names)).toEqual(NOTHING);
  });
});

describe("remove", () => {
  test.each([0, 1])("the row %i", (index) => {
    const payload = { name: "rows", index };
    expect(pressed(`rows.remove:${index}`, two)).toEqual({ type: "remove", payload });
    expect(pressed(`rows.remove:${index}`, [...two, "needed"])).toEqual({
      type: "remove",
      payload,
    });
  });

  test("down to the fewest that there may be, given what else is typed", () => {
    const one = ["rows[0].name"];
    expect(pressed("rows.remove:0", one)).toMatchObject({ type: "remove" });
    expect(pressed("rows.remove:0", [...one, "needed"])).toEqual(NOTHING);
    expect(pressed("rows.remove:0", [])).toEqual(NOTHING);
    const { max } = rows;
    expect(pressed("rows.remove:0", one, { rows: { max } })).toMatchObject({ type: "remove" });
  });
});

test.each([
  "rows.",
  "rows.other",
  "rows.addx",
  "rows.remove",
  "rows.remove:",
  "rows.remove:-1",
  "rows.remove:100",
  "rows.remove:1x",
  "rows.xremove:1",
])("%s is no button: the form stays as it is", (intent) => {
  expect(pressed(intent, two)).toEqual(NOTHING);
});

test.each(["", "rows", "rowsadd", "row.add", "others.add", "x.rows.add"])(
  "%j is not of these lists",
  (intent) => {
    expect(pressed(intent, two)).toBeNull();
  },
);

test("of several lists the one whose button it is", () => {
  const lists = { rows, others: { max: 1 } };
  expect(pressed("others.add", two, lists)).toMatchObject({ payload: { name: "others" } });
  expect(pressed("others.add", ["others[0]"], lists)).toEqual(NOTHING);
});
