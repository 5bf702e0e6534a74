import { describe, expect, test, vi } from "vitest";
import {
  findStep,
  newTotpKey,
  sealKey,
  totpUri,
  typedKey,
  unsealKey,
} from "#app/auth/totp.server.ts";
import { totpCode } from "#tests/support/totp.ts";

const RFC_KEY = Buffer.from("12345678901234567890");

describe("time-based codes", () => {
  // Test vectors of RFC 6238, appendix B, for HMAC-SHA-1.
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at %i seconds, the code for the RFC’s key is %s", (seconds, code) => {
    expect(findStep(RFC_KEY, code, seconds)).toBe(Math.floor(seconds / 30));
  });

  test("a code is accepted only for the current step, the previous one and the next one", () => {
    const step = 40_000_000;
    const taken = [-3, -2, -1, 0, 1, 2, 3].filter(
      (away) => findStep(RFC_KEY, totpCode(RFC_KEY, step + away), step * 30 + 29) !== null,
    );
    expect(taken).toEqual([-1, 0, 1]);
    expect(findStep(RFC_KEY, totpCode(RFC_KEY, step + 1), step * 30)).toBe(step + 1);
  });

  test("a code is accepted with spaces, and rejected if malformed", () => {
    const code = totpCode(RFC_KEY, 100);
    expect(findStep(RFC_KEY, ` ${code.slice(0, 3)} ${code.slice(3)} `, 3_000)).toBe(100);
    for (const typed of ["", "1", "0000000", "abcdef", code.slice(1)]) {
      expect(findStep(RFC_KEY, typed, 3_000)).toBeNull();
    }
  });
});

describe("the key of an authenticator app", () => {
  // Test vectors of RFC 4648, section 10.
  test.each([
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("the key %s is encoded as %s in base32", (text, typed) =>
    expect(typedKey(Buffer.from(text))).toBe(typed),
  );

  test("the URL in the QR code contains the key and the account’s label", () => {
    expect(totpUri(RFC_KEY, { issuer: "Fan Light", email: "ada@firm.example" })).toBe(
      "otpauth://totp/Fan%20Light:ada%40firm.example?issuer=Fan%20Light&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30",
    );
  });

  test("a sealed key opens only for its own person, and a forged or empty one opens for no one", () => {
    const key = newTotpKey();
    const sealed = sealKey(key, "ada");
    expect(sealed).not.toContain(key.toString("base64url"));
    expect(unsealKey(sealed, "ada")).toEqual(key);
    expect(unsealKey(sealed, "bob")).toBeNull();
    const forged = (sealed.startsWith("A") ? "B" : "A") + sealed.slice(1);
    expect(unsealKey(forged, "ada")).toBeNull();
    expect(unsealKey("", "ada")).toBeNull();
  });

  test("a key sealed with an older secret opens until that secret is removed", async () => {
    const sealedUnder = async (secrets: string) => {
      vi.resetModules();
      vi.stubEnv("SESSION_SECRET", secrets);
      return import("#app/auth/totp.server.ts");
    };
    const [older, newer] = ["o".repeat(32), "n".repeat(32)];
    const key = newTotpKey();
    const sealed = (await sealedUnder(older)).sealKey(key, "ada");
    expect((await sealedUnder(`${newer},${older}`)).unsealKey(sealed, "ada")).toEqual(key);
    expect((await sealedUnder(newer)).unsealKey(sealed, "ada")).toBeNull();
  });
});
