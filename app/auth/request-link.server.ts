import { BLACK_HOLE } from "#app/clients/postmark/client.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { createParticipantAccount } from "#app/domain/people/matter-access.server.ts";
import { createCustomer, hasAccount, type NewCustomer } from "#app/domain/people/users.server.ts";
import { readRestoration } from "#app/domain/restorations/restorations.server.ts";
import { env } from "#app/platform/env.server.ts";
import { withIdempotentVendorCall } from "#app/forms/form-key.server.ts";
import { refundLimits } from "#app/limits/limits.server.ts";
import { report } from "#app/observability/report.server.ts";
import type { Role } from "#app/paths.ts";
import { withTimeout } from "#app/platform/with-timeout.ts";
import type { Db } from "#db/connection.ts";
import { sendSealedLink } from "./email-link.server.ts";
import { issueToken } from "./magic-links.server.ts";
import { sendEmailNow } from "./send-email-now.server.ts";
import { consumeSendLimits } from "./send-limits.server.ts";
import { readSession, rememberVisitor, type PendingLink } from "./session.server.ts";

type LinkOutcome =
  | SendOutcome
  /** The address already has an active account, so the visitor must sign in instead (B-047). */
  | { kind: "account-exists"; setCookie: string | null };

export type SendOutcome =
  /**
   * A link was sent. An unknown or blocked address gets the same result, so that strangers can't
   * find out which addresses have accounts (AMB-B07).
   */
  | { kind: "sent"; setCookie: string | null }
  | Refusal<"wait">
  | Refusal<"too-many">
  /** The email could not be sent (B-050, B-061). */
  | { kind: "failed" };

type Refusal<Kind> = { kind: Kind; retryAfterSeconds: number };

export type LinkRequestForm = {
  formKey: string | undefined;
  /** True if reCAPTCHA accepted the visitor's token (`checkForBots`). */
  proven: boolean;
};

/**
 * Timeout for sending the email. The page has 10 seconds for this and the bot check together
 * (A-044).
 */
export const SEND_TIMEOUT_MS = 8_000;

/** Signs a visitor up: creates an inactive customer and emails a sign-up link (B-045 to B-051). */
export function requestSignUp(
  db: Db,
  request: Request,
  {
    formKey,
    proven,
    ...input
  }: LinkRequestForm & { customer: NewCustomer; role: Role; prevent_email: boolean },
): Promise<LinkOutcome> {
  const form = { name: "sign-up", key: formKey, body: input };
  return withIdempotentVendorCall<LinkOutcome>(db, form, async () => {
    const { customer, role, prevent_email } = input;
    const { email, ...typed } = customer;
    const pending: PendingLink = { page: "sign-up", email, role, prevent_email, typed };
    // After sign-up, the customer continues on the welcome page, so don't pass `deliver` a
    // redirect.
    const user = await findUser(db, email);
    if (!user || !hasAccount(user)) return deliver(db, request, pending, proven);
    const { setCookie } = await rememberVisitor(db, await readSession(request), {
      pending: { page: "sign-in", email, role, prevent_email },
    });
    return { kind: "account-exists", setCookie };
  });
}

/**
 * Emails a sign-in link to an address. An address without an account gets an email that says so
 * (B-060, AMB-B07).
 */
export function requestSignIn(
  db: Db,
  request: Request,
  {
    formKey,
    proven,
    ...input
  }: LinkRequestForm & {
    email: string;
    role: Role | undefined;
    prevent_email: boolean;
    redirectTo: string | undefined;
  },
): Promise<SendOutcome> {
  const form = { name: "sign-in", key: formKey, body: input };
  return withIdempotentVendorCall<SendOutcome>(db, form, () => {
    const { redirectTo, ...asked } = input;
    return deliver(db, request, { page: "sign-in", ...asked }, proven, redirectTo);
  });
}

/** Sends a new link to the address that is stored in the session (B-029 to B-031, AMB-B02). */
export async function resendLink(
  db: Db,
  request: Request,
  { formKey, proven }: LinkRequestForm,
): Promise<SendOutcome | { kind: "forgotten" }> {
  const session = await readSession(request);
  const pending = session?.data.pending;
  if (!pending) return { kind: "forgotten" };
  const form = { name: "link-sent", key: formKey, body: pending };
  return withIdempotentVendorCall<SendOutcome>(db, form, () =>
    deliver(db, request, pending, proven, session.data.redirect_to),
  );
}

async function deliver(
  db: Db,
  request: Request,
  pending: PendingLink,
  proven: boolean,
  redirectTo?: string,
): Promise<SendOutcome> {
  const taken = await consumeSendLimits(db, request, { email: pending.email, proven });
  if (taken.kind !== "free") return taken;
  try {
    const visitor = await rememberVisitor(db, await readSession(request), {
      pending,
      redirect_to: redirectTo,
    });
    await withTimeout(sendLink(db, pending, visitor.id), SEND_TIMEOUT_MS);
    return { kind: "sent", setCookie: visitor.setCookie };
  } catch (error) {
    report(error);
    await refundLimits(db, taken.turns);
    return { kind: "failed" };
  }
}

/**
 * Creates and emails a link. Takes the same steps for known, unknown and blocked addresses, so that
 * response times don't reveal which addresses have accounts. The token for an unknown address signs
 * no one in. The email to a blocked person goes to a test address that discards it. While a restore
 * is under review, so do all emails except those to staff.
 */
async function sendLink(db: Db, pending: PendingLink, requested_by: string) {
  const { email, role, typed } = pending;
  const newcomer = typed && { email, ...typed };
  if (newcomer) await createUnlessKnown(db, newcomer);
  await createParticipantAccount(db, email);
  const user = await findUser(db, email);
  const purpose = newcomer && !user?.active ? "sign_up" : "sign_in";
  const token = await issueToken(db, {
    user_id: user?.id ?? null,
    purpose,
    requested_by,
    role,
    ...(purpose === "sign_up" && { typed }),
  });
  // Read this for every address, so that all addresses take equally long.
  const restoration = await readRestoration(db);
  await sendSealedLink(token, async (link) => {
    link.searchParams.set("type", user?.type ?? "customer");
    if (role) link.searchParams.set("role", role);
    const isHeld = user?.type !== "admin" && restoration !== null;
    const email_to = {
      recipient: user?.deactivated_at || isHeld ? BLACK_HOLE : email,
      ...(user && { user_id: user.id }),
      // If the setting is off, ignore the visitor's choice: anyone could otherwise stop another
      // person's email (AMB-B04).
      withhold: pending.prevent_email && env.ALLOW_PREVENT_EMAIL,
    };
    if (!user) return sendEmailNow(db, { ...email_to, name: "sign_in_no_account", props: {} });
    // Leave the name out until the user has proved that the mailbox is theirs, because anyone may
    // have typed the name.
    const first_name = user.active ? user.first_name : null;
    const name = emailName(user.type, purpose);
    return sendEmailNow(db, { ...email_to, name, props: { first_name, link: link.href } });
  });
}

async function createUnlessKnown(db: Db, customer: NewCustomer) {
  try {
    await createCustomer(db, customer);
  } catch (error) {
    // The address already has an account. The link signs the person in.
    if (!(error instanceof ConflictError)) throw error;
  }
}

function findUser(db: Db, email: string) {
  return db
    .selectFrom("users")
    .select(["id", "type", "active", "first_name", "deactivated_at"])
    .where("email", "=", email)
    .executeTakeFirst();
}

function emailName(type: "admin" | "customer", purpose: "sign_up" | "sign_in") {
  if (type === "admin") return "magic_link_admin";
  return purpose === "sign_up" ? "magic_link_sign_up" : "magic_link_sign_in";
}
