import { expect, test } from "vitest";
import { verifyRecaptcha } from "#app/clients/recaptcha.server.ts";
import { useDoubles } from "#tests/support/doubles.ts";

useDoubles();

test.each([
  ["pass:sign_in", true],
  ["low-score:sign_in", false],
  ["pass:sign_up", false],
  ["pass", false],
  ["elsewhere:sign_in", false],
  ["expired", false],
  ["made up", false],
])("B-056 B-059 the token %j for sign_in: %s", async (token, expected) => {
  expect(await verifyRecaptcha({ token, action: "sign_in" })).toBe(expected);
});

test("B-059 a token counts once", async () => {
  const token = "pass:sign_in:17";
  expect(await verifyRecaptcha({ token, action: "sign_in" })).toBe(true);
  expect(await verifyRecaptcha({ token, action: "sign_in" })).toBe(false);
});
