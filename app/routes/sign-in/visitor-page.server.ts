import { nextFormKey } from "#app/auth/bot-check.server.ts";
import { requireVisitor, safePath } from "#app/auth/guards.server.ts";
import { type PendingLink, readSession } from "#app/auth/session.server.ts";
import { phoneParts } from "#app/domain/fields/phone.server.ts";
import { readRestoration } from "#app/domain/restorations/restorations.server.ts";
import { readCookieChoice } from "#app/server/cookie-choice.server.ts";
import { doubled, env } from "#app/platform/env.server.ts";
import { newFormKey } from "#app/forms/form-key.server.ts";
import { db } from "#db/connection.ts";
import { readBanners } from "./banners.ts";

export type VisitorPage = Awaited<ReturnType<typeof readVisitorPage>>;

/**
 * What the sign-in and the sign-up page both need to know. A person who is signed in is sent on, unless they are to sign in
 * again.
 *
 * @param form the name its one-time key and its reCAPTCHA action go by.
 */
export async function readVisitorPage(request: Request, form: "sign-in" | "sign-up") {
  await requireVisitor(request);
  const session = await readSession(request);
  const query = new URL(request.url).searchParams;
  const choice = await readCookieChoice(request);
  const sent = query.get("sent") === "true";
  const pending = session?.data.pending;
  const preventEmail = preventsEmail(query.get("preventEmail"));
  return {
    // Whoever sees the screen after the form has passed the check a moment ago.
    formKey: sent ? nextFormKey("link-sent") : newFormKey(form),
    sent,
    /** Whether customers are sent nothing now: said to all alike, since no one learns who is a customer. */
    isHeld: sent && (await readRestoration(db)) !== null,
    /** The address that a link was sent to, as far as this browser's session knows. */
    sentTo: pending?.email ?? "",
    /** What this form was filled in with before, to be put right. */
    typed: pending?.page === form ? asTyped(pending) : { email: session?.user?.email ?? "" },
    preventEmail,
    redirectTo: safePath(query.get("redirectTo")),
    banners: readBanners(query).filter((flag) => flag !== "preventEmail" || preventEmail),
    recaptcha: choice.bot_check ? recaptchaScript() : null,
    askAboutCookies: choice.bot_check === undefined && recaptchaScript() !== null,
    // Invented quotes are for demonstrations only, and say so (AMB-B17).
    showExamples: doubled.size > 0,
  };
}

function asTyped({ email, typed }: PendingLink): Record<string, string> {
  if (!typed) return { email };
  const { middle_name, phone_number, ...names } = typed;
  return { email, ...names, middle_name: middle_name ?? "", ...phoneParts(phone_number) };
}

function recaptchaScript() {
  if (!env.RECAPTCHA_SITE_KEY) return null;
  return { siteKey: env.RECAPTCHA_SITE_KEY, scriptUrl: env.RECAPTCHA_SCRIPT_URL };
}

/**
 * Whether an email is to be kept back, as demonstrations and tests ask: only where the settings allow it (AMB-B04).
 *
 * @param asked what an address or a form says
 */
export function preventsEmail(asked: string | null | undefined): boolean {
  return env.ALLOW_PREVENT_EMAIL && asked === "true";
}
