import { verifyRecaptcha } from "#app/clients/recaptcha/client.server.ts";
import { env } from "#app/platform/env.server.ts";
import { newIdempotencyKey, readIdempotencyKey } from "#app/forms/form-key.server.ts";
import { report } from "#app/observability/report.server.ts";
import { withTimeout } from "#app/platform/with-timeout.ts";

/**
 * Limits of a form's age: people need 3 seconds, and a program has saved a form that is a day old.
 */
const FASTEST_MS = 3_000;
const OLDEST_MS = 24 * 60 * 60 * 1_000;
/** Timeout that leaves time to send the email: the page has 10 seconds for both. */
const RECAPTCHA_TIMEOUT_MS = 1_500;

export type BotSignals = {
  recaptcha_token?: string | undefined;
  /** Honeypot: hidden from people, so only programs fill it in. */
  website?: string | undefined;
  form_key?: string | undefined;
};

export type BotVerdict =
  /** `proven` is true if reCAPTCHA accepted the token. */
  | { kind: "person"; proven: boolean }
  /** The caller shows the success page and does nothing. */
  | { kind: "bot" }
  /** The caller shows the form again with this message. */
  | { kind: "once-more"; text: string }
  /** REQUIRE_RECAPTCHA is set, and there is no accepted token. */
  | { kind: "token-needed" };

const TOO_FAST = "Please wait a few seconds and try again.";
const TOO_OLD = "This page has been open for a long time. Please try again.";

/**
 * Checks a submitted form for bots, in two lanes (AMB-B08). Google verifies a reCAPTCHA token
 * (B-056, B-059). A form without a valid token must pass a honeypot and the age of its form key,
 * and has lower rate limits (send-limits.server.ts). A missing token is reported, never shown
 * (B-057).
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

/** Returns a form key that already passes the age check. It is for a form that is shown again. */
export function nextFormKey(form: string): string {
  return newIdempotencyKey(form, FASTEST_MS);
}

/** Returns false if the vendor is down: visitors then get the strict lane, not an error. */
async function isAccepted(token: string, form: string) {
  try {
    const asked = verifyRecaptcha({ token, action: form.replaceAll("-", "_") });
    return await withTimeout(asked, RECAPTCHA_TIMEOUT_MS);
  } catch (error) {
    report(error, { severity: "warning" });
    return false;
  }
}
