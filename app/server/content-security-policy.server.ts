import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import type { CookieChoice } from "./cookie-choice.server.ts";

type Sources = Partial<Record<"connect-src" | "frame-src" | "form-action" | "img-src", string[]>>;

const stripe: Sources = {
  "connect-src": ["https://api.stripe.com"],
  "frame-src": ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  // Without scripts the form leads to Stripe's own page; Chrome holds a redirect to this too.
  "form-action": ["https://checkout.stripe.com"],
};

const recaptchaOrigin = new URL(env.RECAPTCHA_SCRIPT_URL).origin;
const recaptcha: Sources = {
  "connect-src": [recaptchaOrigin],
  "frame-src": [recaptchaOrigin, "https://recaptcha.google.com"],
  "img-src": ["https://www.gstatic.com"],
};

/** The partner form; only who has allowed its cookies is let near it (AMB-G09). */
const hubspotOrigins = ["https://*.hsforms.com", "https://*.hsforms.net"];
const hubspot: Sources = {
  "connect-src": hubspotOrigins,
  "frame-src": hubspotOrigins,
  "img-src": hubspotOrigins,
  "form-action": ["https://*.hsforms.com"],
};

/** What an email says is shown in a frame, by the post-box of Postmark's double and by the pages of staff. */
const emailInFrame: Sources = { "frame-src": ["'self'"] };
/** A script goes between the pages of staff, so all of them have what those with emails need. */
const leadsToEmails = /^\/admin\b/;

/** The pages that ask for a visitor's email. */
const withBotCheck = new Set([
  paths.signIn(),
  paths.signUp(),
  paths.getStarted("sell"),
  paths.getStarted("buy"),
]);

/**
 * A script goes from page to page without loading a document, and the policy of the first page stays: so every page of
 * selling has what the payment page needs.
 */
const leadsToPayment = /^\/sell\b/;

/** What a page needs of others. Scripts are not here: one with the nonce may load what it needs. */
function sourcesFor(path: string, choice: CookieChoice): Sources[] {
  const page = path.replace(/(?<=[^/])\/+$/, "");
  if (withBotCheck.has(page)) return choice.bot_check ? [recaptcha] : [];
  if (page === paths.partnerSignUp()) return choice.partner_form ? [hubspot] : [];
  if (path.startsWith(`${paths.mocks.postbox()}/`)) return [emailInFrame];
  if (leadsToEmails.test(path)) return [emailInFrame];
  return leadsToPayment.test(path) ? [stripe] : [];
}

/**
 * The policy of one document.
 *
 * @param path of the page, without its query
 * @param nonce new for each response; a script without it does not run. A cached page has none: it loads
 *   only our own scripts.
 * @param dev opens what Vite needs to replace modules while they are edited
 * @param choice what the visitor has allowed
 */
export function documentPolicy({
  path,
  nonce,
  dev,
  choice = {},
}: {
  path: string;
  nonce: string | undefined;
  dev: boolean;
  choice?: CookieChoice;
}): string {
  const sources = sourcesFor(path, choice);
  const extra = (name: keyof Sources) => sources.flatMap((source) => source[name] ?? []);
  const frames = extra("frame-src");
  const directives = {
    "default-src": ["'self'"],
    "script-src": nonce ? [`'nonce-${nonce}'`, "'strict-dynamic'"] : ["'self'"],
    "style-src": ["'self'", ...(dev ? ["'unsafe-inline'"] : [])],
    "img-src": ["'self'", "data:", ...extra("img-src")],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...(dev ? ["ws:"] : []), ...extra("connect-src")],
    "frame-src": frames.length > 0 ? frames : ["'none'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'", ...extra("form-action")],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}
