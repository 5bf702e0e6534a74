import { describe, expect, test } from "vitest";
import { formValues } from "#app/domain/versions/form-values.ts";
import {
  compareVersions,
  differingFields,
  mergeVersions,
  defaultChoice,
} from "#app/domain/versions/edit-conflicts.ts";

test("converts a record to form values, with empty text for null and false, and “on” for true", () => {
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

describe("the differing fields of two versions", () => {
  test.each<[string, object, object, string[]]>([
    ["none", { a: "1" }, { a: "1" }, []],
    ["a changed text", { a: "1", b: "2" }, { a: "1", b: "3" }, ["b"]],
    ["a field that only one version has", { a: "1" }, { a: "1", b: "x" }, ["b"]],
    ["missing and empty values, which are equal", { a: "" }, {}, []],
    [
      "an object in a different order, which is equal",
      { a: { x: "1", y: "2" } },
      { a: { y: "2", x: "1" } },
      [],
    ],
    ["a list in a different order", { a: ["1", "2"] }, { a: ["2", "1"] }, ["a"]],
    ["a list and its first item", { a: ["1"] }, { a: "1" }, ["a"]],
  ])("the differing fields of two versions (%s) are $3", (_name, one, other, expected) => {
    expect(differingFields({ ...one }, { ...other })).toEqual(expected);
  });
});

describe("a conflict between two editors", () => {
  const opened = {
    name: "A",
    phone: "1",
    email: "",
    address: { line_1: "x", line_2: "" },
    box: "",
  };
  const theirs = { ...opened, name: "B", phone: "2", address: { line_1: "y", line_2: "z" } };
  const yours = { ...opened, name: "C", email: "c@example.test", box: "on" };

  test("a conflict between editors lists each differing field with its old value and who changed it", () => {
    expect(compareVersions({ opened, theirs, yours })).toEqual([
      { name: "name", was: "A", theirs: "B", yours: "C", changed_by: "both" },
      { name: "phone", was: "1", theirs: "2", yours: "1", changed_by: "them" },
      { name: "email", was: "", theirs: "", yours: "c@example.test", changed_by: "you" },
      { name: "address", was: "x", theirs: "y, z", yours: "x", changed_by: "them" },
      { name: "box", was: "", theirs: "", yours: "on", changed_by: "you" },
    ]);
  });

  test("a conflict between editors is empty if both made the same change", () => {
    expect(
      compareVersions({
        opened,
        theirs: { ...opened, name: "B" },
        yours: { ...opened, name: "B" },
      }),
    ).toEqual([]);
  });

  test("a conflict between editors preselects a field's value if only one editor changed it", () => {
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

  test("a conflict between editors merges the chosen values and otherwise keeps those of the person who saves last", () => {
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
