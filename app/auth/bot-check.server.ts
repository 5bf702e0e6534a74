import { verifyRecaptcha } from "#app/clients/recaptcha/client.server.ts";
import { env } from "#app/platform/env.server.ts";
import { newIdempotencyKey, readIdempotencyKey } from "#app/forms/form-key.server.ts";
import { report } from "#app/observability/report.server.ts";
import { withTimeout } from "#app/platform/with-timeout.ts";

/**
 * Minimum time that a person needs to fill in a form, and maximum age of a form. Programs submit
 * sooner, or submit a copy of the form that they saved days ago.
 */
const FASTEST_MS = 3_000;
const OLDEST_MS = 24 * 60 * 60 * 1_000;
/**
 * Timeout of the reCAPTCHA check. The page has 10 seconds in total, so this leaves time to send the
 * email.
 */
const RECAPTCHA_TIMEOUT_MS = 1_500;

export type BotSignals = {
  recaptcha_token?: string | undefined;
  /** Honeypot: a field that people can't see, so only programs fill it in. */
  website?: string | undefined;
  form_key?: string | undefined;
};

export type BotVerdict =
  /** Probably a person. `proven` is true if reCAPTCHA accepted the token. */
  | { kind: "person"; proven: boolean }
  /** A program. The caller shows the success page but sends no email. */
  | { kind: "bot" }
  /** The caller shows the form again with this message. */
  | { kind: "once-more"; text: string }
  /** REQUIRE_RECAPTCHA is set, but the form has no token that Google accepted. */
  | { kind: "token-needed" };

const TOO_FAST = "Please wait a few seconds and try again.";
const TOO_OLD = "This page has been open for a long time. Please try again.";

/**
 * Checks whether a program submitted a form (AMB-B08). Google verifies the form's reCAPTCHA token
 * (B-056, B-059). A form without a valid token must have an empty honeypot and an acceptable age,
 * and gets stricter rate limits (send-limits.server.ts). A missing token is reported to us but not
 * shown to the visitor (B-057).
 */
export async function checkForBots(form: {
  name: string;
  signals: BotSignals;
}): Promise<BotVerdict> {
  const { recaptcha_token, website, form_key } = form.signals;
  if (website) return { kind: "bot" };
  if (recaptcha_token) {
    if (await isAccepted(recaptcha_token, form.name)) return { kind: "person", proven: true };
  } else {
    report(new Error("reCAPTCHA token missing"), { severity: "info" });
  }
  if (env.REQUIRE_RECAPTCHA) return { kind: "token-needed" };

  const issued = readIdempotencyKey(form.name, form_key ?? "");
  const age = issued ? Date.now() - issued.issuedAt.getTime() : Infinity;
  // A negative age means that the clock has been set back since the key was made.
  if (age >= 0 && age < FASTEST_MS) return { kind: "once-more", text: TOO_FAST };
  if (age > OLDEST_MS) return { kind: "once-more", text: TOO_OLD };
  return { kind: "person", proven: false };
}

/**
 * Returns a key for a form that is shown again. The key passes the minimum-age check immediately.
 */
export function nextFormKey(form: string): string {
  return newIdempotencyKey(form, FASTEST_MS);
}

/**
 * Returns true if Google accepts the token. Returns false if Google can't be reached, so that the
 * visitor gets the stricter checks instead of an error.
 */
async function isAccepted(token: string, form: string) {
  try {
    const asked = verifyRecaptcha({ token, action: form.replaceAll("-", "_") });
    return await withTimeout(asked, RECAPTCHA_TIMEOUT_MS);
  } catch (error) {
    report(error, { severity: "warning" });
    return false;
  }
}
