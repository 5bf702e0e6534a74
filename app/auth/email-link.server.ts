import { createMemorySessionStorage } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { EmailLinkStrategy } from "remix-auth-email-link";
import { INVITATION_DAYS } from "#app/domain/shared/invitations.ts";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";

/**
 * Safe use of remix-auth's email-link strategy. On its own, it trusts the Host header, can be
 * replayed and puts the submitted values into the link. Here it gets a request built from APP_URL,
 * with a random token in place of the email address. The row in `magic_link_tokens` decides what
 * the token opens, and that it opens it only once.
 */

const FIELD = "credential";
/** Lifetime of the link type that expires last. */
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
        // This expiry is only an upper limit: that of the row, usually earlier, decides.
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

/** Seals a token into a link on APP_URL and passes it to `deliver`, whose errors it throws. */
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
    // The strategy reports success with a redirect, which is not followed.
    if (!(outcome instanceof Response)) throw outcome;
  }
}

/** Opens a sealed token and passes its content to `verify`. Returns null if the seal is broken. */
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

/** Returns null if the token was not sealed with this secret. */
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
 * Returns true if a string looks like the strategy's seal (base64 of "Salted__…"). Other strings
 * would fill the log.
 */
function looksSealed(sealed: string) {
  return sealed.length < 500 && /^U2FsdGVkX1[A-Za-z0-9+/]+={0,2}$/.test(sealed);
}
