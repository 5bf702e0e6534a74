import { expect, test } from "vitest";
import { mailto } from "#app/ui/mailto.ts";

test.each([
  ["ann.smith+home@example.com", "mailto:ann.smith%2Bhome@example.com"],
  ["sam#1@example.com", "mailto:sam%231@example.com"],
  ["what?subject=x&y%z@example.com", "mailto:what%3Fsubject%3Dx%26y%25z@example.com"],
])("a mailto link to %s contains the encoded address only (IN-11)", (email, link) => {
  expect(mailto(email)).toBe(link);
  expect(decodeURIComponent(new URL(link).pathname)).toBe(email);
});
