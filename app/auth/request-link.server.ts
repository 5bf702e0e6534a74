import { sendEmailNow } from "#app/domain/emails/send-now.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { createCustomer, type NewCustomer } from "#app/domain/people/users.server.ts";
import { env } from "#app/env.server.ts";
import { withinPatience } from "#app/http/deadline.server.ts";
import { clientIp, returnTokens, takeToken } from "#app/http/limits.server.ts";
import { report } from "#app/http/report.server.ts";
import type { Role } from "#app/paths.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { sendSealedLink } from "./email-link.server.ts";
import { issueToken } from "./magic-links.server.ts";
import { onceAForm } from "./once-a-form.server.ts";
import { readSession, rememberVisitor, type PendingLink } from "./session.server.ts";

/** What became of asking for a link. */
export type LinkOutcome =
  | SendOutcome
  /** The address belongs to an active account: go to sign-in (B-047). */
  | { kind: "account-exists"; setCookie: string | null };

export type SendOutcome =
  /** Also said for an address that is unknown or blocked: nobody learns who is a customer (AMB-B07). */
  | { kind: "sent"; setCookie: string | null }
  /** Less than a minute since the last one (B-031). */
  | Refusal<"wait">
  | Refusal<"too-many">
  /** The email could not be sent (B-050, B-061). */
  | { kind: "failed" };

type Refusal<Kind> = { kind: Kind; retryAfterSeconds: number };

const FIVE_MINUTES = 5 * 60;
/** For writing and sending the email, after the bot check: the page has ten seconds for both. */
const EMAIL_HAS_MS = 8_000;

/** Twenty requests a network address in five minutes, whatever comes of them (AMB-B01). */
async function tooManyFrom(db: Db, request: Request): Promise<SendOutcome | null> {
  const taken = await takeToken(db, {
    key: `link-ip:${clientIp(request)}`,
    limit: 20,
    seconds: FIVE_MINUTES,
  });
  return taken.ok ? null : { kind: "too-many", retryAfterSeconds: taken.retryAfterSeconds };
}

/** One email an address in 60 seconds, and three in five minutes (B-030, AMB-B01). */
async function tooManyTo(db: Db, email: string): Promise<SendOutcome | null> {
  const minute = await takeToken(db, { key: minuteOf(email), limit: 1, seconds: 60 });
  if (!minute.ok) return { kind: "wait", retryAfterSeconds: minute.retryAfterSeconds };
  const taken = await takeToken(db, {
    key: `link-email:${email}`,
    limit: 3,
    seconds: FIVE_MINUTES,
  });
  return taken.ok ? null : { kind: "too-many", retryAfterSeconds: taken.retryAfterSeconds };
}

function minuteOf(email: string) {
  return `link-minute:${email}`;
}

/** Signs somebody up: a customer who is not active yet, and a link to their mailbox (B-045 to B-051). */
export function requestSignUp(
  db: Db,
  request: Request,
  {
    formKey,
    ...input
  }: {
    customer: NewCustomer;
    role: Role;
    preventEmail: boolean;
    formKey: string | undefined;
  },
): Promise<LinkOutcome> {
  const form = { name: "sign-up", key: formKey, body: input };
  return onceAForm<LinkOutcome>(db, form, async () => {
    const { customer, role, preventEmail } = input;
    const stop = await tooManyFrom(db, request);
    if (stop) return stop;

    const pending: PendingLink = { page: "sign-up", email: customer.email, role, preventEmail };
    try {
      await createCustomer(db, customer);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      const { setCookie } = await rememberVisitor(db, await readSession(request), {
        pending: { ...pending, page: "sign-in" },
      });
      return { kind: "account-exists", setCookie };
    }
    // Who signs up begins at the welcome page, wherever they were going before.
    return deliver(db, request, pending, undefined);
  });
}

/** Sends a sign-in link to an address, whoever it belongs to (B-060, AMB-B07). */
export function requestSignIn(
  db: Db,
  request: Request,
  {
    formKey,
    ...input
  }: {
    email: string;
    role: Role | undefined;
    preventEmail: boolean;
    redirectTo: string | undefined;
    formKey: string | undefined;
  },
): Promise<SendOutcome> {
  const form = { name: "sign-in", key: formKey, body: input };
  return onceAForm<SendOutcome>(db, form, async () => {
    const { redirectTo, ...asked } = input;
    const stop = await tooManyFrom(db, request);
    return stop ?? deliver(db, request, { page: "sign-in", ...asked }, redirectTo);
  });
}

/** Sends the last link once more, to the address kept in the visitor's session (B-029 to B-031, AMB-B02). */
export async function requestAgain(db: Db, request: Request): Promise<SendOutcome> {
  const session = await readSession(request);
  const pending = session?.data.pending;
  if (!pending) return { kind: "failed" };
  const stop = await tooManyFrom(db, request);
  return stop ?? deliver(db, request, pending, session.data.redirectTo);
}

async function deliver(
  db: Db,
  request: Request,
  pending: PendingLink,
  redirectTo: string | undefined,
): Promise<SendOutcome> {
  const stop = await tooManyTo(db, pending.email);
  if (stop) return stop;
  const visitor = await rememberVisitor(db, await readSession(request), { pending, redirectTo });
  try {
    await withinPatience(sendLink(db, pending, visitor.id), EMAIL_HAS_MS);
    return { kind: "sent", setCookie: visitor.setCookie };
  } catch (error) {
    report(error);
    // What was not sent may be asked for again at once; three times in five minutes it still is.
    await returnTokens(db, minuteOf(pending.email));
    return { kind: "failed" };
  }
}

async function sendLink(db: Db, pending: PendingLink, requested_by: string) {
  const { email: recipient, role } = pending;
  // Honoured only where the setting allows it: elsewhere anyone could keep another's link back (AMB-B04).
  const withhold = pending.preventEmail && env.ALLOW_PREVENT_EMAIL;
  const user = await db
    .selectFrom("users")
    .select(["id", "type", "first_name", "deactivated_at"])
    .where("email", "=", recipient)
    .executeTakeFirst();
  if (!user) {
    await sendEmailNow(db, { name: "sign_in_no_account", recipient, props: {}, withhold });
    return;
  }
  if (user.deactivated_at) return;

  const purpose = pending.page === "sign-up" ? "sign_up" : "sign_in";
  const token = await inTransaction(db, (trx) =>
    issueToken(trx, { user_id: user.id, purpose, requested_by, ...(role && { role }) }),
  );
  await sendSealedLink(token, async (link) => {
    link.searchParams.set("type", user.type);
    if (role) link.searchParams.set("role", role);
    await sendEmailNow(db, {
      name: emailName(user.type, purpose),
      recipient,
      user_id: user.id,
      props: { first_name: user.first_name, link: link.href },
      withhold,
    });
  });
}

function emailName(type: "admin" | "customer", purpose: "sign_up" | "sign_in") {
  if (type === "admin") return "magic_link_admin";
  return purpose === "sign_up" ? "magic_link_sign_up" : "magic_link_sign_in";
}
