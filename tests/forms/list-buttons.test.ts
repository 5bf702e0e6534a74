import { describe, expect, test } from "vitest";
import { readRowButton } from "#app/forms/form.server.ts";
import { type ListLimits, applyListButton } from "#app/forms/list-buttons.server.ts";
import { addRow, removeRow } from "#tests/support/row-buttons.ts";

/** Tests the buttons of a form’s lists (G-040, G-041, M-058). */

const rows: ListLimits = { max: 3, min: (form) => (form.has("needed") ? 1 : 0) };

const NOTHING = "nothing";

/**
 * Returns the button that Conform receives, `NOTHING` if the click is ignored, or null if the
 * button belongs to no list.
 */
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

describe("the add button", () => {
  test.each([
    ["to an empty list", []],
    ["to two rows", two],
    [
      "next to other lists",
      ["others[0].a", "others[1].a", "others[2].a", "rowsand[7].a", "rows", "rows[x].a", "price9"],
    ],
  ])("the add button adds a row %s", (_what, names) => {
    const button = { type: "insert", payload: { name: "rows" } };
    expect(pressed(addRow("rows"), names)).toEqual(button);
  });

  test("the add button returns all rows of a list of text values, because the browser may not have them", () => {
    const payload = { name: "rows", value: ["x", "x", ""] };
    expect(pressed(addRow("rows"), ["rows[0]", "rows[1]"])).toEqual({ type: "update", payload });
  });

  test.each([
    ["to a full list", [...two, "rows[2].name"]],
    ["to a full list with empty rows", ["rows[2].name"]],
  ])("the add button does not add a row %s", (_what, names) => {
    expect(pressed(addRow("rows"), names)).toEqual(NOTHING);
  });
});

describe("the remove button", () => {
  test.each([0, 1])("the remove button removes the row %i", (index) => {
    const button = { type: "remove", payload: { name: "rows", index } };
    expect(pressed(removeRow("rows", index), two)).toEqual(button);
    expect(pressed(removeRow("rows", index), [...two, "needed"])).toEqual(button);
  });

  test("the remove button keeps rows at the minimum, which depends on other fields", () => {
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
  "the intent %j is ignored, because it isn’t a list’s button",
  (__intent__) => expect(pressed({ __intent__ }, two)).toBeNull(),
);

test.each(["others", "row", "constructor"])("a button of the unknown list %s is ignored", (name) =>
  expect(pressed(addRow(name), two)).toBeNull(),
);

test("a list button changes the list that it belongs to", () => {
  const lists = { rows, others: { max: 1 } };
  expect(pressed(addRow("others"), two, lists)).toMatchObject({ payload: { name: "others" } });
  expect(pressed(addRow("others"), ["others[0]"], lists)).toEqual(NOTHING);
});

test.each([
  ["an index beyond any list", { type: "remove", payload: { name: "rows", index: 99_999_999 } }],
  ["an index within a name", { type: "insert", payload: { name: "rows[99999999]" } }],
  ["no index", { type: "remove", payload: { name: "rows" } }],
  ["a row that is filled in", { type: "insert", payload: { name: "rows", defaultValue: {} } }],
  ["a different type", { type: "update", payload: { name: "rows", value: [] } }],
  ["the prototype", { type: "insert", payload: { name: "__proto__.rows" } }],
])("Conform’s list button with %s is ignored", (what, button) => {
  const read = readRowButton(JSON.stringify(button));
  if (what === "the prototype") expect(pressed({ __intent__: JSON.stringify(button) })).toBeNull();
  else expect(read).toBeNull();
});
