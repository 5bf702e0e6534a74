import { describe, expect, test } from "vitest";
import { begin, fieldAt, reset, withAnswer } from "#app/ui/forms/form-state.ts";

/** What a form shows of what it is filled in with, and of what the server answers (docs/decisions/forms.md). */

const VALUES = {
  name: "Ada",
  empty: "",
  address: { line_1: "1 Arch Street", line_2: null },
  emails: ["a@b.test", "c@d.test"],
};
const opened = () => begin("f", VALUES);
const keyOf = (state: ReturnType<typeof opened>, name: string) => fieldAt(state, name).key;

describe("what it is filled in with", () => {
  test.each([
    ["name", "Ada"],
    ["empty", undefined],
    ["address.line_1", "1 Arch Street"],
    ["address.line_2", undefined],
    ["emails[1]", "c@d.test"],
    ["emails[7]", undefined],
    ["name.of.nothing", undefined],
  ])("%s", (name, initialValue) => {
    expect(fieldAt(opened(), name)).toMatchObject({ name, formId: "f", initialValue });
    expect(keyOf(opened(), name)).toBeUndefined();
  });

  test("fields within it are found by their names, and rows by their places", () => {
    const fields = fieldAt(opened(), "");
    const address = Reflect.get(fields.getFieldset(), "address") as ReturnType<typeof fieldAt>;
    expect(Reflect.get(address.getFieldset(), "line_1")).toMatchObject({ name: "address.line_1" });
    const rows = fieldAt(opened(), "emails").getFieldList();
    expect(rows.map(({ name, initialValue }) => [name, initialValue])).toEqual([
      ["emails[0]", "a@b.test"],
      ["emails[1]", "c@d.test"],
    ]);
    expect(fieldAt(opened(), "nothing").getFieldList()).toEqual([]);
  });
});

describe("what the server answers", () => {
  test("errors stand at their fields, what was posted is shown, and no control is mounted anew", () => {
    const state = withAnswer(opened(), {
      status: "error",
      error: { "address.line_1": ["Too short"], "": ["Not saved"], gone: null },
      initialValue: { address: { line_1: "1" } },
    });
    expect(state).toMatchObject({
      status: "error",
      errors: { "address.line_1": ["Too short"], "": ["Not saved"] },
    });
    expect(fieldAt(state, "address.line_1")).toMatchObject({
      initialValue: "1",
      errors: ["Too short"],
      key: undefined,
    });
    expect(fieldAt(state, "name").initialValue).toBeUndefined();
  });

  test("of a form that another took the place of the errors go, and nothing else", () => {
    const failed = withAnswer(opened(), { status: "error", error: { name: ["Wrong"] } });
    const state = withAnswer(failed, {});
    expect(state).toMatchObject({ status: undefined, errors: {} });
    expect(fieldAt(state, "name").initialValue).toBe("Ada");
  });

  test("an address that was found is mounted anew, with all that is in it; what is beside it is not", () => {
    const answer = {
      intent: {
        type: "update" as const,
        payload: { name: "address", value: { line_1: "2 Arch Street" } },
      },
      initialValue: { name: "Ada", address: { line_1: "2 Arch Street" } },
    };
    const once = withAnswer(opened(), answer);
    expect(fieldAt(once, "address.line_1").initialValue).toBe("2 Arch Street");
    const keys = [opened(), once, withAnswer(once, { ...answer })].map((state) =>
      keyOf(state, "address.line_1"),
    );
    expect(new Set(keys).size).toBe(3);
    expect(keyOf(once, "name")).toBeUndefined();
    expect(keyOf(once, "address_2")).toBeUndefined();
  });

  test("M-059 rows that are mounted anew are not taken for one another", () => {
    const intent = {
      type: "update" as const,
      payload: { name: "emails", value: ["a@b.test", "c@d.test", ""] },
    };
    const state = withAnswer(opened(), { intent, initialValue: { emails: intent.payload.value } });
    const keys = fieldAt(state, "emails")
      .getFieldList()
      .map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
    expect(keys).not.toContain(undefined);
  });

  test("the rows of a list are mounted anew when one is added or removed", () => {
    const intent = { type: "remove" as const, payload: { name: "emails", index: 0 } };
    const state = withAnswer(opened(), { intent, initialValue: { emails: ["c@d.test"] } });
    const [row, ...more] = fieldAt(state, "emails").getFieldList();
    expect(row).toMatchObject({ name: "emails[0]", initialValue: "c@d.test" });
    expect(row?.key).toBeDefined();
    expect(more).toEqual([]);
  });

  test("AMB-C17 a button is told what is wrong with what it asked for, and not with what was not judged", () => {
    const intent = { type: "insert" as const, payload: { name: "emails" } };
    const error = { name: ["Wrong"], emails: ["Too many"], "emails[0]": ["No email"] };
    const fields = ["name", "emails[0]"];
    const pressed = withAnswer(opened(), { intent, error, fields });
    expect(pressed.errors).toEqual({ emails: ["Too many"] });
    // Once it was sent all has been judged.
    const sent = withAnswer(opened(), { status: "error", error, fields });
    expect(withAnswer(sent, { intent, error, fields }).errors).toEqual(error);
    const known = { state: { validated: { name: true } }, intent, error, fields };
    expect(withAnswer(opened(), known).errors).toEqual({
      name: ["Wrong"],
      emails: ["Too many"],
    });
  });

  test("a button that changes nothing mounts nothing anew", () => {
    const intent = { type: "update" as const, payload: {} };
    expect(withAnswer(opened(), { intent }).renewed).toEqual({});
  });
});

test("reset, it is as it was opened, with new controls", () => {
  const failed = withAnswer(opened(), { status: "error", error: { name: ["Wrong"] } });
  const state = reset(failed, { name: "Bea" });
  expect(state).toMatchObject({ status: undefined, errors: {} });
  expect(fieldAt(state, "name").initialValue).toBe("Bea");
  expect(keyOf(state, "name")).not.toBe(keyOf(reset(state, {}), "name"));
  // The answer is known, and not taken again.
  expect(state.answer).toBe(failed.answer);
});
