import { describe, expect, test } from "vitest";
import {
  answerLabel,
  answerOptions,
  ANSWERS,
  isObjectId,
  yesNoOptions,
} from "#app/domain/shared/answers.ts";
import { answer, objectId, oneOf, yesNo } from "#app/domain/shared/form-rules.server.ts";
import { HOSTILE } from "#tests/support/typed-form.ts";

const ID = "65f0c0ffee00112233445566";

describe("ids (V-032, V-033)", () => {
  test("an id has 24 hexadecimal characters, and capitals are parsed to lower case", () => {
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
  ])("an invalid id is rejected (%#)", (value) => {
    expect(isObjectId(value)).toBe(false);
    expect(
      objectId()
        .safeParse(value)
        .error?.issues.map((issue) => issue.message),
    ).toEqual(["Invalid ObjectId format. Reload the page and choose again"]);
  });

  test("an id followed by a line break is rejected", () => {
    expect(isObjectId(`${ID}\n`)).toBe(false);
  });

  test("a database id with capitals is rejected", () => {
    expect(isObjectId(ID.toUpperCase())).toBe(false);
  });
});

describe("the answers of a choice (C-053, AMB-C05)", () => {
  test("a choice offers yes, no and not sure, or only yes and no", () => {
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
  ])("a choice validates the answer $1 (case %#, accepted: $2)", (schema, value, accepted) => {
    expect(schema.safeParse(value).success).toBe(accepted);
  });

  test.each(HOSTILE)(
    "a malformed answer is rejected with the message of a choice (%#)",
    (value) => {
      expect(
        answer()
          .safeParse(value)
          .error?.issues.map((issue) => issue.message),
      ).toEqual(["Please select an option"]);
    },
  );
});
