import { describe, expect, test } from "vitest";
import { formValues } from "#app/domain/versions/form-values.ts";
import {
  compareVersions,
  differingFields,
  mergeVersions,
  defaultChoice,
} from "#app/domain/versions/versions.ts";

test("a record as its form holds it: nothing is empty, a box is ticked or empty", () => {
  expect(
    formValues({
      name: "York",
      phone: null,
      requests: true,
      receives: false,
      emails: ["a@example.test"],
      address: { line_1: "1 Street", line_2: null },
      none: null as { line_1: string } | null,
    }),
  ).toEqual({
    name: "York",
    phone: "",
    requests: "on",
    receives: "",
    emails: ["a@example.test"],
    address: { line_1: "1 Street", line_2: "" },
    none: "",
  });
});

describe("which fields differ", () => {
  test.each<[string, object, object, string[]]>([
    ["none", { a: "1" }, { a: "1" }, []],
    ["a text", { a: "1", b: "2" }, { a: "1", b: "3" }, ["b"]],
    ["one that only one has", { a: "1" }, { a: "1", b: "x" }, ["b"]],
    ["nothing and empty are alike", { a: "" }, {}, []],
    [
      "an address in another order is the same",
      { a: { x: "1", y: "2" } },
      { a: { y: "2", x: "1" } },
      [],
    ],
    ["a list in another order is not", { a: ["1", "2"] }, { a: ["2", "1"] }, ["a"]],
    ["a list and its first", { a: ["1"] }, { a: "1" }, ["a"]],
  ])("%s", (_name, one, other, expected) => {
    expect(differingFields({ ...one }, { ...other })).toEqual(expected);
  });
});

describe("two editors", () => {
  const opened = {
    name: "A",
    phone: "1",
    email: "",
    address: { line_1: "x", line_2: "" },
    box: "",
  };
  const theirs = { ...opened, name: "B", phone: "2", address: { line_1: "y", line_2: "z" } };
  const yours = { ...opened, name: "C", email: "c@example.test", box: "on" };

  test("only fields that differ, with what was there and who changed it", () => {
    expect(compareVersions({ opened, theirs, yours })).toEqual([
      { name: "name", was: "A", theirs: "B", yours: "C", changed_by: "both" },
      { name: "phone", was: "1", theirs: "2", yours: "1", changed_by: "them" },
      { name: "email", was: "", theirs: "", yours: "c@example.test", changed_by: "you" },
      { name: "address", was: "x", theirs: "y, z", yours: "x", changed_by: "them" },
      { name: "box", was: "", theirs: "", yours: "on", changed_by: "you" },
    ]);
  });

  test("both made the same change: there is nothing to choose", () => {
    expect(
      compareVersions({
        opened,
        theirs: { ...opened, name: "B" },
        yours: { ...opened, name: "B" },
      }),
    ).toEqual([]);
  });

  test("who alone changed a field has it; where both did, nothing is chosen", () => {
    const presets = compareVersions({ opened, theirs, yours }).map((difference) => [
      difference.name,
      defaultChoice(difference),
    ]);
    expect(presets).toEqual([
      ["name", null],
      ["phone", "theirs"],
      ["email", "yours"],
      ["address", "theirs"],
      ["box", "yours"],
    ]);
  });

  test("the choices put together; what was not chosen stays yours", () => {
    expect(
      mergeVersions({ theirs, yours }, { name: "theirs", address: "theirs", phone: null }),
    ).toEqual({
      name: "B",
      phone: "1",
      email: "c@example.test",
      address: { line_1: "y", line_2: "z" },
      box: "on",
    });
  });
});
