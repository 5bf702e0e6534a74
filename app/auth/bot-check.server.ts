import { verifyRecaptcha } from "#app/clients/recaptcha/client.server.ts";
import { env } from "#app/platform/env.server.ts";
import { newFormKey, readFormKey } from "#app/forms/form-key.server.ts";
import { report } from "#app/observability/report.server.ts";
import { withTimeout } from "#app/platform/with-timeout.ts";

/** A person needs at least this long to fill in a form; a form older than a day was kept by a program. */
const FASTEST_MS = 3_000;
const OLDEST_MS = 24 * 60 * 60 * 1_000;
/** The email is still to be sent, and the page has ten seconds for both. */
const RECAPTCHA_TIMEOUT_MS = 1_500;

/** What the bot check needs of a form that was posted. */
export type BotSignals = {
  /** Put there by reCAPTCHA's script, when it ran. */
  recaptcha_token?: string | undefined;
  /** A field that people do not see: only programs fill it in. */
  website?: string | undefined;
  form_key?: string | undefined;
};

export type BotVerdict =
  /** `proven`: reCAPTCHA vouches for it. */
  | { kind: "person"; proven: boolean }
  /** Answer as if all were well, and do nothing. */
  | { kind: "bot" }
  /** Ask once more, in these words. */
  | { kind: "once-more"; text: string }
  /** The setting REQUIRE_RECAPTCHA closes the lane without a token. */
  | { kind: "token-needed" };

const TOO_FAST = "Please wait a few seconds and try again.";
const TOO_OLD = "This page has been open for a long time. Please try again.";

/**
 * Two lanes (AMB-B08). A form with a reCAPTCHA token is checked with Google (B-056, B-059). One without (no
 * scripts, no consent, or a token that failed) must pass a honeypot and its signed age; fewer emails may be sent so
 * (send-limits.server.ts). A missing token is reported, never shown (B-057).
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
    report(new Error("A form came without a reCAPTCHA token"), { severity: "info" });
  }
  if (env.REQUIRE_RECAPTCHA) return { kind: "token-needed" };

  const issued = readFormKey(form.name, form_key ?? "");
  const age = issued ? Date.now() - issued.issuedAt.getTime() : Infinity;
  // A key from later than now was made before the clock was set back.
  if (age >= 0 && age < FASTEST_MS) return { kind: "once-more", text: TOO_FAST };
  if (age > OLDEST_MS) return { kind: "once-more", text: TOO_OLD };
  return { kind: "person", proven: false };
}

/**
 * The key of a form that is shown again after it was sent. Whoever sees it has had it on the screen before: the next
 * press is not too fast, whether it was sent by a password manager or only had a slip of the pen.
 */
export function nextFormKey(form: string): string {
  return newFormKey(form, FASTEST_MS);
}

/** A vendor that is down must not keep people out: the strict lane decides then. */
async function isAccepted(token: string, form: string) {
  try {
    const asked = verifyRecaptcha({ token, action: form.replaceAll("-", "_") });
    return await withTimeout(asked, RECAPTCHA_TIMEOUT_MS);
  } catch (error) {
    report(error, { severity: "warning" });
    return false;
  }
}
