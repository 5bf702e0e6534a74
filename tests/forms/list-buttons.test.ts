import { describe, expect, test } from "vitest";
import { readRowButton } from "#app/forms/form.server.ts";
import { type ListLimits, applyListButton } from "#app/forms/list-buttons.server.ts";
import { addRow, removeRow } from "#tests/support/row-buttons.ts";

/** G-040, G-041, M-058: what a form does with the buttons of its lists. */

const rows: ListLimits = { max: 3, min: (form) => (form.has("needed") ? 1 : 0) };

/** Buttons of one of the lists that change nothing. */
const NOTHING = "nothing";

/** @returns Conform's button that was pressed; null when it was none of the lists'. */
function pressed(
  { __intent__ }: { __intent__: string },
  names: readonly string[] = [],
  lists = { rows },
) {
  const form = new FormData();
  form.set("intent", __intent__);
  for (const name of names) form.append(name, "x");
  const isOurs = applyListButton(form, lists);
  const button = form.get("__intent__");
  if (typeof button === "string") return JSON.parse(button) as unknown;
  return isOurs ? NOTHING : null;
}

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
    const button = { type: "insert", payload: { name: "rows" } };
    expect(pressed(addRow("rows"), names)).toEqual(button);
  });

  test("to rows of one text each sends them all back, whatever the browser knows of them", () => {
    const payload = { name: "rows", value: ["x", "x", ""] };
    expect(pressed(addRow("rows"), ["rows[0]", "rows[1]"])).toEqual({ type: "update", payload });
  });

  test.each([
    ["to as many as there may be", [...two, "rows[2].name"]],
    ["to as many, of which some have nothing posted", ["rows[2].name"]],
  ])("%s: the form stays as it is", (_what, names) => {
    expect(pressed(addRow("rows"), names)).toEqual(NOTHING);
  });
});

describe("remove", () => {
  test.each([0, 1])("the row %i", (index) => {
    const button = { type: "remove", payload: { name: "rows", index } };
    expect(pressed(removeRow("rows", index), two)).toEqual(button);
    expect(pressed(removeRow("rows", index), [...two, "needed"])).toEqual(button);
  });

  test("down to the fewest that there may be, given what else is typed", () => {
    const one = ["rows[0].name"];
    const first = removeRow("rows", 0);
    expect(pressed(first, one)).toMatchObject({ type: "remove" });
    expect(pressed(first, [...one, "needed"])).toEqual(NOTHING);
    expect(pressed(first, [])).toEqual(NOTHING);
    const { max } = rows;
    expect(pressed(first, one, { rows: { max } })).toMatchObject({ type: "remove" });
  });
});

test.each(["", "save", "rows.add", "{", "null", "7", '{"type":"insert"}'])(
  "%j is no button of a list",
  (__intent__) => expect(pressed({ __intent__ }, two)).toBeNull(),
);

test.each(["others", "row", "constructor"])(
  "a list %s that the form has not is left alone",
  (name) => expect(pressed(addRow(name), two)).toBeNull(),
);

test("of several lists the one whose button it is", () => {
  const lists = { rows, others: { max: 1 } };
  expect(pressed(addRow("others"), two, lists)).toMatchObject({ payload: { name: "others" } });
  expect(pressed(addRow("others"), ["others[0]"], lists)).toEqual(NOTHING);
});

test.each([
  ["a place beyond any list", { type: "remove", payload: { name: "rows", index: 99_999_999 } }],
  ["a place within a name", { type: "insert", payload: { name: "rows[99999999]" } }],
  ["no place", { type: "remove", payload: { name: "rows" } }],
  ["a row that is filled in", { type: "insert", payload: { name: "rows", defaultValue: {} } }],
  ["another button", { type: "update", payload: { name: "rows", value: [] } }],
  ["the prototype", { type: "insert", payload: { name: "__proto__.rows" } }],
])("accepts no list button of Conform’s with %s", (what, button) => {
  const read = readRowButton(JSON.stringify(button));
  if (what === "the prototype") expect(pressed({ __intent__: JSON.stringify(button) })).toBeNull();
  else expect(read).toBeNull();
});
