import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import type { z } from "zod";
import type { QueuedEmail } from "./email.ts";
import { enqueue, sendEmailJob } from "./enqueue.server.ts";

/**
 * The emails that are to be sent, and what became of them (X-028, AMB-X03). A row goes from queued to sending, just before
 * Postmark is called, and then to sent or failed. One that is found in sending was interrupted: Postmark may or may not
 * have it.
 */

/** Given up before it was sent, by us: nobody has to see to it. */
const WITHDRAWN = { status: "failed", last_error: "withdrawn" } as const;

export type EmailStatus =
  | Selectable<DB["email_log"]>["status"]
  | "withdrawn"
  | "delivered"
  | "undelivered";

type NewEmail<Email extends QueuedEmail> = {
  email: Email;
  recipient: string;
  transaction_id?: string;
  user_id?: string;
  /** Ids only: the words are written when it is sent, from what is true then; a letter has a row of its own. */
  props: z.output<Email["ids"]>;
  /** The same email is sent once however often it is asked for, such as `payment_received:<order>`. */
  dedupe_key?: string;
  /** Not before this time. */
  after?: Date;
};

/**
 * Queues an email within the caller's transaction; it leaves after the commit. An email with a key that was used
 * before is not queued again.
 */
export async function queueEmail<Email extends QueuedEmail>(
  trx: Db,
  { email, ...sending }: NewEmail<Email>,
): Promise<void> {
  const row = await trx
    .insertInto("email_log")
    .values({
      name: email.name,
      recipient: sending.recipient,
      transaction_id: sending.transaction_id ?? null,
      user_id: sending.user_id ?? null,
      props: JSON.stringify(sending.props),
      dedupe_key: sending.dedupe_key ?? null,
    })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row)
    await enqueue(
      trx,
      sendEmailJob,
      { email_log_id: row.id },
      { ...(sending.after && { after: sending.after }) },
    );
}

export type UnsentEmail = Pick<
  Selectable<DB["email_log"]>,
  "id" | "name" | "recipient" | "transaction_id" | "props" | "created_at"
> & {
  /** A try was cut off: Postmark has to be asked whether it has the email. */
  interrupted: boolean;
};

/** An email that is still to be sent; null when it was sent or given up. */
export async function readUnsentEmail(db: Db, id: string): Promise<UnsentEmail | null> {
  const row = await db
    .selectFrom("email_log")
    .select(["id", "name", "recipient", "transaction_id", "props", "created_at", "status"])
    .where("id", "=", id)
    .where("status", "in", ["queued", "sending"])
    .executeTakeFirst();
  return row ? { ...row, interrupted: row.status === "sending" } : null;
}

/** What an email says, as it is kept with its matter. */
export type KeptWords = { subject: string; words: string; copied_to: string[] };

/**
 * @param words are kept before it leaves: of a try that was cut off they are what Postmark has; null keeps nothing
 * @returns false when another worker has just taken it.
 */
export async function markSending(
  db: Db,
  email: UnsentEmail,
  words: KeptWords | null,
): Promise<boolean> {
  const row = await db
    .updateTable("email_log")
    .set({ status: "sending", ...words })
    .where("id", "=", email.id)
    .where("status", "=", email.interrupted ? "sending" : "queued")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function markSent(db: Db, id: string, postmark_message_id: string): Promise<void> {
  await db
    .updateTable("email_log")
    .set({ status: "sent", postmark_message_id, sent_at: new Date(), last_error: null })
    .where("id", "=", id)
    .execute();
}

/**
 * @param status queued when it has certainly not been sent, sending when that is unknown, failed when it is given up.
 * @param last_error without the recipient or anything else personal.
 */
export async function markUnsent(
  db: Db,
  id: string,
  status: "queued" | "sending" | "failed",
  last_error: string,
): Promise<void> {
  await db.updateTable("email_log").set({ status, last_error }).where("id", "=", id).execute();
}

/**
 * What has become of an email at one of its readers, in a query of `email_log`.
 *
 * @param reader is its recipient when not given
 */
export function emailStatusSql(
  reader: RawBuilder<string> = sql`email_log.recipient`,
): RawBuilder<EmailStatus> {
  return sql<EmailStatus>`case when last_error = ${WITHDRAWN.last_error} and email_log.status = 'failed'
    then 'withdrawn' else coalesce(
      (select case when outcome_is_failure(email_outcomes) then 'undelivered' else 'delivered' end
        from email_outcomes
        where email_log_id = email_log.id and email_outcomes.recipient = ${reader}),
      email_log.status) end`;
}

/** Gives up an email that has nothing to say any more. */
export async function markWithdrawn(db: Db, id: string): Promise<void> {
  await db.updateTable("email_log").set(WITHDRAWN).where("id", "=", id).execute();
}

/**
 * The emails of a matter, also those about several homes of a group whose words were kept: a condition for a query of
 * `email_log`.
 */
export function isOfMatter(id: string): RawBuilder<boolean> {
  return sql<boolean>`(transaction_id = ${id}
    or (transaction_id is null and words is not null and props -> 'transaction_ids' ? ${id}))`;
}

/** Gives up the invitations to an address that have not been sent yet: their customer has another address now. */
export async function withdrawInvitationsTo(trx: Db, recipient: string): Promise<void> {
  await trx
    .updateTable("email_log")
    .set(WITHDRAWN)
    .where("recipient", "=", recipient)
    .where("name", "in", ["invitation_seller", "invitation_buyer"])
    .where("status", "=", "queued")
    .execute();
}

/** Gives up those emails of a matter to a person that have not been sent yet: they no longer concern that person. */
export async function withdrawEmailsTo(
  trx: Db,
  from: { recipient: string; transaction_id: string; emails: readonly QueuedEmail[] },
): Promise<void> {
  await trx
    .updateTable("email_log")
    .set(WITHDRAWN)
    .where("recipient", "=", from.recipient)
    .where("transaction_id", "=", from.transaction_id)
    .where(
      "name",
      "in",
      from.emails.map(({ name }) => name),
    )
    .where("status", "=", "queued")
    .execute();
}

/**
 * Gives up an email that has not been sent yet, by its key: its occasion is cancelled.
 *
 * @returns whether there was one
 */
export async function withdrawEmail(trx: Db, dedupe_key: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("email_log")
    .set(WITHDRAWN)
    .where("dedupe_key", "=", dedupe_key)
    .where("status", "=", "queued")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
