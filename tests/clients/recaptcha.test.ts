import { describe, expect, test, vi } from "vitest";
import { verifyRecaptcha } from "#app/clients/recaptcha/client.server.ts";
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
])(
  "verifying the reCAPTCHA token %j for sign_in returns %s (B-056, B-059)",
  async (token, expected) => {
    expect(await verifyRecaptcha({ token, action: "sign_in" })).toBe(expected);
  },
);

test("a reCAPTCHA token is accepted only once (B-059)", async () => {
  const token = "pass:sign_in:17";
  expect(await verifyRecaptcha({ token, action: "sign_in" })).toBe(true);
  expect(await verifyRecaptcha({ token, action: "sign_in" })).toBe(false);
});

describe("verdicts of reCAPTCHA (B-056, B-059)", () => {
  const person = { success: true, score: 0.9, action: "sign_in", hostname: "localhost" };
  const answered = (body: unknown) => {
    const asked = vi.fn((_url: URL, _init: { method: string; body: URLSearchParams }) =>
      Promise.resolve(Response.json(body)),
    );
    vi.stubGlobal("fetch", asked);
    return asked;
  };
  const verify = () => verifyRecaptcha({ token: "a-token", action: "sign_in" });

  test.each([
    [{}, "accepted", true],
    [{ score: 0.5 }, "accepted", true],
    [{ score: 0.49 }, "refused", false],
    [{ score: undefined }, "refused", false],
    [{ success: false }, "refused", false],
    [{ action: "sign_up" }, "refused", false],
    [{ action: undefined }, "refused", false],
    [{ hostname: "localhost.evil.example" }, "refused", false],
    [{ hostname: undefined }, "refused", false],
    [{ success: false, "error-codes": ["timeout-or-duplicate"] }, "refused", false],
  ])("a passing verdict changed by %o is %s", async (change, _answer, accepted) => {
    answered({ ...person, ...change });
    expect(await verify()).toBe(accepted);
  });

  test.each(["missing-input-secret", "invalid-input-secret", "bad-request"])(
    "the reCAPTCHA error %s is thrown, because the mistake is ours and not the visitor’s",
    async (code) => {
      answered({ success: false, "error-codes": ["timeout-or-duplicate", code] });
      await expect(verify()).rejects.toMatchObject({
        name: "VendorError",
        vendor: "recaptcha",
        kind: "4xx",
        code,
      });
    },
  );

  test("verifying a token sends one request with our secret and the token", async () => {
    const asked = answered(person);
    await verify();
    const [[url, init] = []] = asked.mock.calls;
    expect(url?.pathname).toMatch(/\/siteverify$/);
    expect(init).toMatchObject({ method: "POST" });
    expect(Object.fromEntries(init?.body ?? [])).toEqual({
      secret: expect.stringMatching(/./),
      response: "a-token",
    });
  });

  test("a malformed verdict throws", async () => {
    answered({ success: "yes" });
    await expect(verify()).rejects.toMatchObject({ kind: "bad_body" });
  });
});
