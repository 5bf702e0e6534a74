import { nextFormKey } from "#app/auth/bot-check.server.ts";
import { requireVisitor, safePath } from "#app/auth/guards.server.ts";
import { type PendingLink, readSession } from "#app/auth/session.server.ts";
import { phoneParts } from "#app/domain/shared/phone.server.ts";
import { readRestoration } from "#app/domain/restorations/restorations.server.ts";
import { readCookieChoice } from "#app/server/cookie-choice.server.ts";
import { vendorsWithDouble, env } from "#app/platform/env.server.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { db } from "#db/connection.ts";
import { readBanners } from "./banners.ts";

export type VisitorPage = Awaited<ReturnType<typeof readVisitorPage>>;

/**
 * Returns the data of the sign-in page or the sign-up page. Redirects people who are signed in,
 * unless they must sign in again.
 */
export async function readVisitorPage(request: Request, form: "sign-in" | "sign-up") {
  await requireVisitor(request);
  const session = await readSession(request);
  const query = new URL(request.url).searchParams;
  const sent = query.get("sent") === "true";
  const pending = session?.data.pending;
  const preventEmail = preventsEmail(query.get("preventEmail"));
  return {
    // After an email was sent, the key already passes the age check for bots, so that "Send email
    // again" works immediately.
    formKey: sent ? nextFormKey("link-sent") : newIdempotencyKey(form),
    sent,
    /**
     * True if emails to customers are on hold. Every visitor is shown this, because otherwise it
     * would reveal who is a customer.
     */
    isEmailPaused: sent && (await readRestoration(db)) !== null,
    sentTo: pending?.email ?? "",
    typed: pending?.page === form ? asTyped(pending) : { email: session?.user?.email ?? "" },
    preventEmail,
    redirectTo: safePath(query.get("redirectTo")),
    banners: readBanners(query).filter((flag) => flag !== "preventEmail" || preventEmail),
    ...(await readBotFields(request)),
    // The quotes are fictional. They are labelled, and shown only in demonstrations (AMB-B17).
    showExamples: vendorsWithDouble.size > 0,
  };
}

function asTyped({ email, typed }: PendingLink): Record<string, string> {
  if (!typed) return { email };
  const { middle_name, phone_number, ...names } = typed;
  return { email, ...names, middle_name: middle_name ?? "", ...phoneParts(phone_number) };
}

/** Returns whether the page checks for bots with reCAPTCHA, or must ask about its cookies first. */
export async function readBotFields(request: Request) {
  const { bot_check } = await readCookieChoice(request);
  const script = recaptchaScript();
  return {
    recaptcha: bot_check ? script : null,
    askAboutCookies: bot_check === undefined && script !== null,
  };
}

function recaptchaScript() {
  if (!env.RECAPTCHA_SITE_KEY) return null;
  return { siteKey: env.RECAPTCHA_SITE_KEY, scriptUrl: env.RECAPTCHA_SCRIPT_URL };
}

/** Returns true if the URL asks to send no emails, and a setting allows that (AMB-B04). */
export function preventsEmail(asked: string | null | undefined): boolean {
  return env.ALLOW_PREVENT_EMAIL && asked === "true";
}
