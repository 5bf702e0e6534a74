import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { recordCustomerAudit } from "#app/domain/audit/audit.server.ts";
import { lockPerson } from "#app/domain/people/users.server.ts";
import type { EmailRecipient } from "#app/domain/readers/addressee.ts";
import type { LinkReader, Reader } from "#app/domain/readers/reader.ts";
import { isSignature, sign } from "#app/platform/signature.server.ts";
import type { Db } from "#db/connection.ts";
import { EMAIL_KINDS, type EmailKind, isEmailKind } from "./email-kinds.ts";

const PURPOSE = "unwanted-emails";

/** Form of the page for email choices, with the kinds of email whose boxes are ticked. */
export const EmailChoicesForm = z.object({
  wanted: z
    .preprocess((ticked) => (ticked === undefined ? [] : [ticked].flat()), z.array(z.string()))
    .transform((ticked) => ticked.filter(isEmailKind)),
});

/** Lists the kinds of email that a customer has not opted out of. */
export async function listSubscribedKinds(
  db: Db,
  reader: Reader | LinkReader<"emails"> | EmailRecipient,
): Promise<EmailKind[]> {
  const rows = await db
    .selectFrom("email_opt_outs")
    .select("kind")
    .where("user_id", "=", reader.id)
    .execute();
  const off = new Set(rows.map(({ kind }) => kind));
  return EMAIL_KINDS.map(({ kind }) => kind).filter((kind) => !off.has(kind));
}

/** Returns SQL that is true if the customer has opted out of this kind of email. */
export function hasOptedOutSql(kind: EmailKind, user_id: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from email_opt_outs where user_id = ${user_id} and kind = ${kind})`;
}

/**
 * Saves a customer’s email choices. Opts them out of every kind of email that is missing from
 * `wanted`.
 */
export async function saveEmailChoices(
  trx: Db,
  { user_id, wanted }: { user_id: string; wanted: readonly EmailKind[] },
): Promise<void> {
  // The lock keeps two concurrent saves from merging their opt-outs.
  await lockPerson(trx, user_id);
  const unwanted = EMAIL_KINDS.map(({ kind }) => kind).filter((kind) => !wanted.includes(kind));
  const { numDeletedRows } = await trx
    .deleteFrom("email_opt_outs")
    .where("user_id", "=", user_id)
    .$if(unwanted.length > 0, (query) => query.where("kind", "not in", unwanted))
    .executeTakeFirstOrThrow();
  const isChanged = await switchOff(trx, user_id, unwanted);
  if (isChanged || numDeletedRows > 0n) await recordChoice(trx, user_id);
}

type Unsubscribing = { user_id: string; kinds: readonly EmailKind[] };

/**
 * Opts a user out of the kinds of email in the signed link of an email. Does nothing for a deleted
 * user.
 */
export async function unsubscribe(trx: Db, { user_id, kinds }: Unsubscribing): Promise<void> {
  const person = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", user_id)
    .executeTakeFirst();
  if (person && (await switchOff(trx, user_id, kinds))) await recordChoice(trx, user_id);
}

/** Opts a user in again to the kinds of email in the same signed link. */
export async function resubscribe(trx: Db, { user_id, kinds }: Unsubscribing): Promise<void> {
  if (kinds.length === 0) return;
  const { numDeletedRows } = await trx
    .deleteFrom("email_opt_outs")
    .where("user_id", "=", user_id)
    .where("kind", "in", kinds)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) await recordChoice(trx, user_id);
}

async function switchOff(trx: Db, user_id: string, kinds: readonly EmailKind[]) {
  if (kinds.length === 0) return false;
  const rows = await trx
    .insertInto("email_opt_outs")
    .values(kinds.map((kind) => ({ user_id, kind })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("kind")
    .execute();
  return rows.length > 0;
}

function recordChoice(trx: Db, user_id: string) {
  const subject = { type: "user", id: user_id };
  return recordCustomerAudit(trx, { customer_id: user_id, action: "emails_chosen", subject });
}

/**
 * Returns the token of an unsubscribe link. It never expires, because people may use a link in an
 * old email.
 */
export function unsubscribeToken({ user_id, kinds }: Unsubscribing): string {
  const list = kinds.join("-");
  return [user_id, list, sign(PURPOSE, user_id, list)].join(".");
}

/**
 * Returns the user and the kinds of email in an unsubscribe token; null if it is malformed or not
 * signed by us.
 */
export function readUnsubscribeToken(token: string): Unsubscribing | null {
  const [user_id = "", list = "", signature = "", ...others] = token.split(".");
  if (others.length > 0 || !isSignature(signature, PURPOSE, user_id, list)) return null;
  return { user_id, kinds: list.split("-").filter(isEmailKind) };
}
