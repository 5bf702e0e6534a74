import { requireVisitor, safePath } from "#app/auth/guards.server.ts";
import { readSession } from "#app/auth/session.server.ts";
import { readCookieChoice } from "#app/http/cookie-choice.server.ts";
import { doubled, env } from "#app/env.server.ts";
import { newFormKey } from "#app/http/form-key.server.ts";
import { readBanners } from "./banners.ts";

/**
 * What the sign-in and the sign-up page both need to know. Somebody who is signed in is sent on.
 *
 * @param form the name its one-time key and its reCAPTCHA action go by.
 */
export async function readVisitorPage(request: Request, form: "sign-in" | "sign-up") {
  await requireVisitor(request);
  const session = await readSession(request);
  const query = new URL(request.url).searchParams;
  const choice = await readCookieChoice(request);
  const preventEmail = env.ALLOW_PREVENT_EMAIL && query.get("preventEmail") === "true";
  return {
    formKey: newFormKey(form),
    sent: query.get("sent") === "true",
    canSendAgain: session?.data.pending !== undefined,
    email: session?.data.pending?.page === form ? session.data.pending.email : "",
    preventEmail,
    redirectTo: safePath(query.get("redirectTo")),
    banners: readBanners(query).filter((flag) => flag !== "preventEmail" || preventEmail),
    recaptcha: choice.bot_check ? recaptchaScript() : null,
    askAboutCookies: choice.bot_check === undefined && recaptchaScript() !== null,
    // Invented quotes are for demonstrations only, and say so (AMB-B17).
    showExamples: doubled.size > 0,
  };
}

function recaptchaScript() {
  if (!env.RECAPTCHA_SITE_KEY) return null;
  return { siteKey: env.RECAPTCHA_SITE_KEY, scriptUrl: env.RECAPTCHA_SCRIPT_URL };
}
