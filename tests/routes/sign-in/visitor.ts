import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { action as pressContinue, loader as openLink } from "#app/routes/sign-in/authenticate.tsx";
import { emails, type Email } from "#mocks/postmark.ts";
import type { State } from "#mocks/state.ts";
import { agedKey } from "#tests/support/aged-key.ts";
import { cookieOf } from "#tests/support/cookies.ts";
import { get, post, type Answer } from "#tests/support/call-route.ts";

export { ageRateLimits as later } from "#tests/support/limits.ts";

export { agedKey };

// These imports run in advance, because the email renderer takes seconds to load on a busy machine,
// which is longer than sending a link may take.
await Promise.all([import("#app/emails/index.server.ts"), import("#app/emails/layout.tsx")]);

export const person = {
  first_name: "Sam",
  middle_name: "",
  last_name: "Seller",
  phone_number: "07400 123456",
  phone_country: "GB",
  email: "sam@example.test",
};

/** Returns the sign-up form with a token that reCAPTCHA’s double accepts repeatedly. */
export function signUpForm(change: Record<string, string> = {}) {
  return {
    ...person,
    website: "",
    recaptcha_token: "pass:sign_up",
    form_key: agedKey("sign-up"),
    ...change,
  };
}

export function signInForm(change: Record<string, string> = {}) {
  return {
    email: person.email,
    website: "",
    recaptcha_token: "pass:sign_in",
    form_key: agedKey("sign-in"),
    ...change,
  };
}

export function resendForm(change: Record<string, string> = {}) {
  return {
    intent: "again",
    website: "",
    recaptcha_token: "pass:link_sent",
    form_key: agedKey("link-sent"),
    ...change,
  };
}

/**
 * Returns the session cookie that a response sets, in the form of a Cookie header. Returns
 * undefined if the response sets none.
 */
export function readCookie(answer: Answer): string | undefined {
  const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("sid="));
  return set && cookieOf(set);
}

export async function sentTo(state: State, recipient = person.email): Promise<Email[]> {
  return (await state.list(emails)).filter(({ To }) => To === recipient);
}

export function linkIn(email: Pick<Email, "TextBody"> | undefined): URL {
  const [link = ""] = /https?:\/\/\S*\/authenticate\S*/.exec(email?.TextBody ?? "") ?? [];
  return new URL(link);
}

export function open(link: URL, cookie?: string): Promise<Answer> {
  return get(openLink, { path: link.pathname + link.search, ...(cookie && { cookie }) });
}

export async function readLinkForm(link: URL, cookie = "") {
  const page = await open(link, cookie);
  const named = page.headers.getSetCookie().map(cookieOf);
  const form_key = String(Reflect.get(Object(page.data), "formKey"));
  return { form_key, cookie: [cookie, ...named].filter(Boolean).join("; ") };
}

export function submitContinue(
  link: URL,
  { cookie, ...fields }: { cookie?: string | undefined; [field: string]: string | undefined } = {},
): Promise<Answer> {
  const given = Object.entries(fields).filter((field): field is [string, string] => !!field[1]);
  return post(
    pressContinue,
    {
      form_key: newIdempotencyKey("authenticate"),
      ...Object.fromEntries(link.searchParams),
      ...Object.fromEntries(given),
    },
    { path: "/authenticate", ...(cookie && { cookie }) },
  );
}
