/** Google's reCAPTCHA v3 (developers.google.com/recaptcha/docs/v3). */

import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { fetchText, callVendor, readJson, statusError } from "../outbound.server.ts";

const LOWEST_SCORE = 0.5;

/** Error codes that mean that our settings are wrong, not the visitor's token. */
const ourMistakes = ["missing-input-secret", "invalid-input-secret", "bad-request"];

const Verdict = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  "error-codes": z.array(z.string()).default([]),
});

/**
 * Returns true if a token was made on our site, for this action, and probably by a person (B-056,
 * B-059). Never retried, because a token works only once.
 * @throws {VendorError} also if Google rejects our secret
 */
export function verifyRecaptcha({
  token,
  action,
}: {
  token: string;
  action: string;
}): Promise<boolean> {
  return callVendor("recaptcha", { baseUrl: env.RECAPTCHA_API_URL }, async () => {
    const url = new URL(`${env.RECAPTCHA_API_URL}/siteverify`);
    const body = new URLSearchParams({ secret: env.RECAPTCHA_SECRET_KEY, response: token });
    const answer = await fetchText("recaptcha", url, { method: "POST", body });
    const verdict = readJson("recaptcha", Verdict, answer);

    const mistake = verdict["error-codes"].find((code) => ourMistakes.includes(code));
    if (mistake) throw statusError("recaptcha", 200, { code: mistake });
    return (
      verdict.success &&
      verdict.action === action &&
      verdict.hostname === new URL(env.APP_URL).hostname &&
      (verdict.score ?? 0) >= LOWEST_SCORE
    );
  });
}

/**
 * Sends Google a free, read-only request and describes the answer (docs/vendors.md).
 * @throws {VendorError}
 */
export async function smokeTest(): Promise<string> {
  const isPerson = await verifyRecaptcha({ token: "smoke", action: "smoke" });
  return isPerson
    ? "It accepts any token, so this is not a real key."
    : "The secret is valid. A made-up token is refused, as it should be.";
}
