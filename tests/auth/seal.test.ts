import { createRequire } from "node:module";
import { expect, test } from "vitest";

/** API of packages/crypto-js, which remix-auth-email-link loads instead of crypto-js. */

type Seal = {
  AES: {
    encrypt: (text: string, secret: string) => { toString: () => string };
    decrypt: (sealed: string, secret: string) => Buffer;
  };
  enc: { Utf8: BufferEncoding };
};

const load = createRequire(createRequire(import.meta.url).resolve("remix-auth-email-link"));
const { AES, enc } = load("crypto-js") as Seal;

const SEALED_BEFORE = "U2FsdGVkX1+daAfqUomoVUw9cQbOt1YJ9pWQdIKaGoMJKCuxvwb2N8cR/1AAJ8e+";
const SECRET = "a secret of the tests";

test("the seal opens a text sealed by crypto-js 4.2.0", () => {
  const opened = AES.decrypt(SEALED_BEFORE, SECRET).toString(enc.Utf8);
  expect(opened).toBe('{"e":"0123456789abcdef"}');
});

test("the same text is sealed differently each time and opens again, and a malformed or shortened seal throws", () => {
  const [one, two] = [1, 2].map(() => AES.encrypt("tökén", SECRET).toString());
  expect(one).not.toBe(two);
  expect(one).toMatch(/^U2FsdGVkX1/);
  expect(AES.decrypt(one!, SECRET).toString(enc.Utf8)).toBe("tökén");
  expect(AES.decrypt("", SECRET).toString(enc.Utf8)).toBe("");
  for (const [sealed, secret] of [
    ["bm8gc2VhbA==", SECRET],
    [one!.slice(0, -8), SECRET],
  ] as const) {
    expect(() => AES.decrypt(sealed, secret)).toThrow();
  }
});
