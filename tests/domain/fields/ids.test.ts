import { describe, expect, test } from "vitest";
import {
  answerLabel,
  answerOptions,
  ANSWERS,
  isObjectId,
  yesNoOptions,
} from "#app/domain/fields/answers.ts";
import { answer, objectId, oneOf, yesNo } from "#app/domain/fields/form-rules.server.ts";
import { HOSTILE } from "#tests/support/typed-form.ts";

const ID = "65f0c0ffee00112233445566";

describe("V-032 V-033 ids", () => {
  test("24 hexadecimal characters", () => {
    expect(isObjectId(ID)).toBe(true);
    expect(objectId().parse(` ${ID.toUpperCase()} `)).toBe(ID);
  });

  test.each([
    ...HOSTILE,
    ID.slice(1),
    `${ID}0`,
    `${ID.slice(1)}g`,
    `${ID}\nx`,
    `${ID}\0`,
    "' or 1=1 --",
  ])("Invalid ObjectId format (%#)", (value) => {
    expect(isObjectId(value)).toBe(false);
    expect(
      objectId()
        .safeParse(value)
        .error?.issues.map((issue) => issue.message),
    ).toEqual(["Invalid ObjectId format. Reload the page and choose again"]);
  });

  test("a line break after it is not part of an id", () => {
    expect(isObjectId(`${ID}\n`)).toBe(false);
  });

  test("capitals are not an id of this database", () => {
    expect(isObjectId(ID.toUpperCase())).toBe(false);
  });
});

describe("C-053 AMB-C05 answers", () => {
  test("three of them, and two where everyone knows", () => {
    expect(ANSWERS).toEqual(["yes", "no", "not_sure"]);
    expect(answerOptions.map(({ label }) => label)).toEqual(["Yes", "No", "Not sure"]);
    expect(yesNoOptions.map(({ value }) => value)).toEqual(["yes", "no"]);
    expect(answerLabel("not_sure")).toBe("Not sure");
  });

  test.each([
    [answer(), "yes", true],
    [answer(), "not_sure", true],
    [answer(), "Yes", false],
    [yesNo(), "no", true],
    [yesNo(), "not_sure", false],
    [oneOf(["Sole", "Joint"]), "Joint", true],
    [oneOf(["Sole", "Joint"]), "toString", false],
  ])("%#", (schema, value, accepted) => {
    expect(schema.safeParse(value).success).toBe(accepted);
  });

  test.each(HOSTILE)("Please select an option (%#)", (value) => {
    expect(
      answer()
        .safeParse(value)
        .error?.issues.map((issue) => issue.message),
    ).toEqual(["Please select an option"]);
  });
});
