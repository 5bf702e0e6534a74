/**
 * Safe use of remix-auth's email-link strategy. On its own, the strategy trusts the Host header,
 * accepts a link any number of times, and puts the submitted values into the link. Here it gets a
 * request built from APP_URL, with a random token in place of the email address. The token's row in
 * `magic_link_tokens` decides whom the token signs in and how often it can be used.
 */

import { createMemorySessionStorage } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { EmailLinkStrategy } from "remix-auth-email-link";
import { INVITATION_DAYS } from "#app/domain/shared/invitations.ts";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";

const FIELD = "credential";
/** Lifetime of a seal: as long as an invitation, the kind of link that works longest. */
const SEAL_MS = INVITATION_DAYS * 24 * 60 * 60 * 1_000;

function authenticator<T>(
  secret: string,
  verify: (credential: string) => Promise<T>,
  deliver: (link: string) => Promise<void> = async () => {},
) {
  return new Authenticator<T>(
    createMemorySessionStorage({ cookie: { name: "unused", secrets: [secret] } }),
  ).use(
    new EmailLinkStrategy<T>(
      {
        secret,
        callbackURL: paths.authenticate(),
        emailField: FIELD,
        // This is only an upper limit. The token expires at the time in its row, which is usually
        // earlier.
        linkExpirationTime: SEAL_MS,
        verifyEmailAddress: async () => {},
        sendEmail: ({ magicLink }) => deliver(magicLink),
      },
      ({ email }) => verify(email),
    ),
    "email-link",
  );
}

function internalRequest(path: string, init?: RequestInit) {
  const app = new URL(env.APP_URL);
  return new Request(new URL(path, app), {
    ...init,
    headers: { "X-Forwarded-Host": app.host, "X-Forwarded-Proto": app.protocol.slice(0, -1) },
  });
}

/**
 * Seals a token into a link on APP_URL and passes the link to `deliver`. Throws any error that
 * `deliver` throws.
 */
export async function sendSealedLink(
  token: string,
  deliver: (link: URL) => Promise<void>,
): Promise<void> {
  const request = internalRequest(paths.authenticate(), {
    method: "POST",
    body: new URLSearchParams({ [FIELD]: token }),
  });
  try {
    await authenticator(
      env.SESSION_SECRET[0],
      () => Promise.reject(new Error("A link is being sent, not opened")),
      (link) => deliver(new URL(link)),
    ).authenticate("email-link", request, { successRedirect: paths.signIn() });
  } catch (outcome) {
    // The strategy throws a redirect when it succeeds, so ignore the redirect.
    if (!(outcome instanceof Response)) throw outcome;
  }
}

/**
 * Opens a sealed token, passes the token to `verify` and returns its result. Returns null if the
 * seal is invalid.
 */
export async function openSealedLink<T>(
  sealed: string,
  verify: (token: string) => Promise<T>,
): Promise<T | null> {
  if (!looksSealed(sealed)) return null;
  for (const secret of env.SESSION_SECRET) {
    const token = await unseal(sealed, secret);
    if (token !== null) return verify(token);
  }
  return null;
}

/** Returns the token in a seal; null if the seal was not made with this secret. */
async function unseal(sealed: string, secret: string): Promise<string | null> {
  const request = internalRequest(paths.authenticate({ token: sealed }));
  try {
    return await authenticator(secret, (inside) => Promise.resolve(inside)).authenticate(
      "email-link",
      request,
    );
  } catch {
    return null;
  }
}

/**
 * Returns true if a string has the format of the strategy's seal (base64 of "Salted__…"). Any other
 * string would make the strategy log an error.
 */
function looksSealed(sealed: string) {
  return sealed.length < 500 && /^U2FsdGVkX1[A-Za-z0-9+/]+={0,2}$/.test(sealed);
}
