import "./router.ts";
import { describe, expect, test } from "vitest";
import { personOpenerId, PersonList } from "#app/ui/forms/person-list.tsx";
import { caretPosition, withThousands } from "#app/ui/forms/currency-field.tsx";
import { attribute, byId, render, tags, visibleText } from "./render.tsx";

describe("a currency field", () => {
  test.each([
    ["350000", "350,000"],
    ["1,2,3", "123"],
    ["£1234567.89", "1,234,567"],
    ["12a34", "1,234"],
    ["", ""],
  ])("a currency field shows %s as %s (V-027, V-028)", (typed, shown) => {
    expect(withThousands(typed)).toBe(shown);
  });

  test.each([
    ["19,234,567", 2, 2],
    ["19,234,567", 3, 4],
    ["1,234", 0, 0],
    ["1,234", 9, 5],
  ])(
    "a currency field with %s puts the caret after %i digits at position %i (V-028)",
    (grouped, digits, caret) => {
      expect(caretPosition(grouped, digits)).toBe(caret);
    },
  );
});

test("the list of people has submit buttons to add a person, and to change and remove each by name", async () => {
  const html = await render(
    <PersonList
      legend="Sellers"
      name="sellers"
      noun="seller"
      people={[
        { id: "a1", name: "Ada" },
        { id: "b2", name: "Grace" },
      ]}
    />,
  );
  const buttons = tags(html, "button").map((tag) => [
    attribute(tag, "type"),
    attribute(tag, "name"),
    attribute(tag, "value"),
  ]);
  expect(buttons).toEqual(
    [
      "sellers.change:a1",
      "sellers.remove:a1",
      "sellers.change:b2",
      "sellers.remove:b2",
      "sellers.add",
    ].map((intent) => ["submit", "intent", intent]),
  );
  expect(visibleText(html)).toContain("Remove Grace");
  // These buttons open dialogs, which return the focus to them.
  for (const id of ["a1", "b2", "add"]) {
    expect(byId(html, personOpenerId("sellers", id))).toMatch(/^<button/);
  }
});

test("the list of people has no button to add a person once the maximum is reached", async () => {
  const html = await render(
    <PersonList
      legend="Sellers"
      name="sellers"
      noun="seller"
      people={[{ id: "a1", name: "Ada" }]}
      max={1}
    />,
  );
  expect(html).not.toContain("sellers.add");
});
