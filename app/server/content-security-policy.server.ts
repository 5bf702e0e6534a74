import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import type { CookieChoice } from "./cookie-choice.server.ts";

type Sources = Partial<Record<"connect-src" | "frame-src" | "form-action" | "img-src", string[]>>;

const stripe: Sources = {
  "connect-src": ["https://api.stripe.com"],
  "frame-src": ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  // On pages without scripts, a form redirects to Stripe, and Chrome applies this directive to the
  // redirect too.
  "form-action": ["https://checkout.stripe.com"],
};

const recaptchaOrigin = new URL(env.RECAPTCHA_SCRIPT_URL).origin;
const recaptcha: Sources = {
  "connect-src": [recaptchaOrigin],
  "frame-src": [recaptchaOrigin, "https://recaptcha.google.com"],
  "img-src": ["https://www.gstatic.com"],
};

/**
 * Origins of HubSpot's form for partners. The policy allows them only if the visitor has accepted
 * the form's cookies (AMB-G09).
 */
const hubspotOrigins = ["https://*.hsforms.com", "https://*.hsforms.net"];
const hubspot: Sources = {
  "connect-src": hubspotOrigins,
  "frame-src": hubspotOrigins,
  "img-src": hubspotOrigins,
  "form-action": ["https://*.hsforms.com"],
};

/** Source for staff pages and the post-box of Postmark's double, which show emails in a frame. */
const emailInFrame: Sources = { "frame-src": ["'self'"] };
/**
 * Paths of staff pages. Staff move between pages without loading a new document, so the document of
 * every staff page must allow emails.
 */
const leadsToEmails = /^\/admin\b/;

const withBotCheck = new Set([
  paths.signIn(),
  paths.signUp(),
  paths.getStarted("sell"),
  paths.getStarted("buy"),
]);

/**
 * Paths of pages for sellers. Sellers move between pages without loading a new document, so the
 * document of each of these pages must allow Stripe.
 */
const leadsToPayment = /^\/sell\b/;

/**
 * Returns the other sites that a page may use. Scripts are not listed, because a script with the
 * nonce may load others.
 */
function sourcesFor(path: string, choice: CookieChoice): Sources[] {
  const page = path.replace(/(?<=[^/])\/+$/, "");
  if (withBotCheck.has(page)) return choice.bot_check ? [recaptcha] : [];
  if (page === paths.partnerSignUp()) return choice.partner_form ? [hubspot] : [];
  if (path.startsWith(`${paths.mocks.postbox()}/`)) return [emailInFrame];
  if (leadsToEmails.test(path)) return [emailInFrame];
  return leadsToPayment.test(path) ? [stripe] : [];
}

/**
 * Returns the content security policy of a document.
 * @param path path of the page, without its query
 * @param nonce random value that is new for each response; undefined for a cached page, which loads
 *   only our own scripts
 * @param dev true to allow Vite's hot module replacement
 * @param choice the visitor's choice about cookies
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
