import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { fetchText, outbound, readJson, refusal } from "../outbound.server.ts";

/** Tells people from programs. Documents: developers.google.com/recaptcha/docs/v3. */

const LOWEST_SCORE = 0.5;

/** Our mistake, not the visitor's. */
const ourMistakes = ["missing-input-secret", "invalid-input-secret", "bad-request"];

const Verdict = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  "error-codes": z.array(z.string()).default([]),
});

/**
 * Asks Google about a token (B-056, B-059). A token is good for one use within two minutes, so there is no
 * second try.
 *
 * @param check.action the name that the page gave to what the visitor does
 * @returns whether it was made on our site, for this action, by what looks like a person
 * @throws VendorError, also when Google does not accept our secret
 */
export function verifyRecaptcha({
  token,
  action,
}: {
  token: string;
  action: string;
}): Promise<boolean> {
  return outbound("recaptcha", { baseUrl: env.RECAPTCHA_API_URL }, async () => {
    const url = new URL(`${env.RECAPTCHA_API_URL}/siteverify`);
    const body = new URLSearchParams({ secret: env.RECAPTCHA_SECRET_KEY, response: token });
    const answer = await fetchText("recaptcha", url, { method: "POST", body });
    const verdict = readJson("recaptcha", Verdict, answer);

    const mistake = verdict["error-codes"].find((code) => ourMistakes.includes(code));
    if (mistake) throw refusal("recaptcha", 200, { code: mistake });
    return (
      verdict.success &&
      verdict.action === action &&
      verdict.hostname === new URL(env.APP_URL).hostname &&
      (verdict.score ?? 0) >= LOWEST_SCORE
    );
  });
}

/** Asks what changes nothing and costs nothing (docs/vendors.md); throws VendorError. Returns what it saw, in words. */
export async function smokeTest(): Promise<string> {
  const isPerson = await verifyRecaptcha({ token: "smoke", action: "smoke" });
  return isPerson
    ? "It accepts any token, so this is not a real key."
    : "The secret is valid. A made-up token is refused, as it should be.";
}
