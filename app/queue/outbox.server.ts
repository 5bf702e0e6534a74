/**
 * Outbox of emails (X-028, AMB-X03). The status of an email's row is first "queued", then "sending"
 * (just before the call to Postmark), then "sent" or "failed". If a job finds a row with "sending",
 * an earlier attempt was interrupted, and Postmark may have the email.
 */

import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import type { z } from "zod";
import type { QueuedEmail } from "./email.ts";
import { enqueue, sendEmailJob } from "./enqueue.server.ts";

/**
 * Status of an email that we cancelled before it was sent. Staff don't need to do anything about
 * it.
 */
const CANCELLED_EMAIL = { status: "failed", last_error: "withdrawn" } as const;

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
  /**
   * Ids that the email's content depends on. The content itself is written when the email is sent;
   * letters are stored separately.
   */
  props: z.output<Email["ids"]>;
  /** Idempotency key of the email, such as `payment_received:<order>`. */
  dedupe_key?: string;
  after?: Date;
  /** True if `appendToQueuedEmail` may add items until the email is sent. */
  is_collected?: boolean;
};

/**
 * Queues an email in the caller's transaction. Does nothing if there is an email with the same
 * `dedupe_key`.
 * @returns the id of the email in `email_log`; null if nothing was queued
 */
export async function queueEmail<Email extends QueuedEmail>(
  trx: Db,
  { email, ...sending }: NewEmail<Email>,
): Promise<string | null> {
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
      {
        ...(sending.after && { after: sending.after }),
        ...(sending.is_collected && { key: jobKey(row.id) }),
      },
    );
  return row?.id ?? null;
}

/** Key of the job that sends an email, so that there is only one. */
export const jobKey = (email_log_id: string): string => `send-email:${email_log_id}`;

/**
 * Adds an item to the collected email of this place that is waiting to be sent. The job is queued
 * again, in case it is just writing the email: it then finds other ids than those that it has read,
 * and leaves the email to the second job. The caller holds a lock, so that two items do not both
 * queue an email.
 * @param news.place ids that the email has besides its items
 * @param news.after time at which the email is sent, if the item can’t wait
 * @returns false if no such email is waiting
 */
export async function appendToQueuedEmail(
  trx: Db,
  news: {
    email: QueuedEmail;
    recipient: string;
    transaction_id: string;
    place: Readonly<Record<string, string | null>>;
    item: string;
    after: Date;
    timing: "at_once" | "hourly";
  },
): Promise<boolean> {
  const item = JSON.stringify([news.item]);
  const row = await trx
    .updateTable("email_log")
    .set({
      props: sql`case when props -> 'items' @> ${item}::jsonb then props
        else jsonb_set(props, '{items}', (props -> 'items') || ${item}::jsonb) end`,
    })
    .where("transaction_id", "=", news.transaction_id)
    .where("name", "=", news.email.name)
    .where("recipient", "=", news.recipient)
    .where("status", "=", "queued")
    .where(sql<boolean>`props @> ${JSON.stringify(news.place)}::jsonb`)
    .returning("id")
    .executeTakeFirst();
  if (!row) return false;
  await enqueue(
    trx,
    sendEmailJob,
    { email_log_id: row.id },
    {
      key: jobKey(row.id),
      after: news.after,
      ifQueued: news.timing === "at_once" ? "replace" : "replace_keeping_time",
    },
  );
  return true;
}

export type UnsentEmail = Pick<
  Selectable<DB["email_log"]>,
  "id" | "name" | "recipient" | "transaction_id" | "props" | "created_at"
> & {
  /** True if an earlier attempt was interrupted, so that Postmark may already have the email. */
  interrupted: boolean;
};

/** Returns an email that has not been sent; null if it has been sent or cancelled. */
export async function readUnsentEmail(db: Db, id: string): Promise<UnsentEmail | null> {
  const row = await db
    .selectFrom("email_log")
    .select(["id", "name", "recipient", "transaction_id", "props", "created_at", "status"])
    .where("id", "=", id)
    .where("status", "in", ["queued", "sending"])
    .executeTakeFirst();
  return row ? { ...row, interrupted: row.status === "sending" } : null;
}

export type StoredContent = { subject: string; body_text: string; copied_to: string[] };

/**
 * Marks an email as sending and stores its content in the same query, so that the two match even
 * after an interruption. Returns false if another worker is already sending the email, or if an
 * item was added to it, which has queued another job.
 */
export async function markSending(
  db: Db,
  email: UnsentEmail,
  content: StoredContent | null,
): Promise<boolean> {
  const row = await db
    .updateTable("email_log")
    .set({ status: "sending", ...content })
    .where("id", "=", email.id)
    .where("status", "=", email.interrupted ? "sending" : "queued")
    // News that was added since this attempt read the email must not be lost.
    .where(sql<boolean>`props = ${JSON.stringify(email.props)}::jsonb`)
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
 * Records that an attempt to send an email failed. The new status is "queued" if the email was
 * certainly not sent, "sending" if we don't know, and "failed" if we won't try again. `last_error`
 * must not contain personal data.
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
 * Returns SQL for the status of an email in `email_log`, as a recipient of the email may see it.
 * The default is the main recipient.
 */
export function emailStatusSql(
  reader: RawBuilder<string> = sql`email_log.recipient`,
): RawBuilder<EmailStatus> {
  return sql<EmailStatus>`case when last_error = ${CANCELLED_EMAIL.last_error} and email_log.status = 'failed'
    then 'withdrawn' else coalesce(
      (select case when outcome_is_failure(email_outcomes) then 'undelivered' else 'delivered' end
        from email_outcomes
        where email_log_id = email_log.id and email_outcomes.recipient = ${reader}),
      email_log.status) end`;
}

/** Cancels an email that should no longer be sent, because its content no longer applies. */
export async function markWithdrawn(db: Db, id: string): Promise<void> {
  await db.updateTable("email_log").set(CANCELLED_EMAIL).where("id", "=", id).execute();
}

/**
 * Returns an SQL condition on `email_log` for the emails of a matter, including stored emails about
 * its group.
 */
export function isOfMatter(id: string): RawBuilder<boolean> {
  return sql<boolean>`(transaction_id = ${id}
    or (transaction_id is null and body_text is not null and props -> 'transaction_ids' ? ${id}))`;
}

/** Cancels unsent invitations to an email address that has been replaced. */
export async function withdrawInvitationsTo(trx: Db, recipient: string): Promise<void> {
  await trx
    .updateTable("email_log")
    .set(CANCELLED_EMAIL)
    .where("recipient", "=", recipient)
    .where("name", "in", ["invitation_seller", "invitation_buyer"])
    .where("status", "=", "queued")
    .execute();
}

/** Cancels a person's unsent emails about a matter that the person is no longer part of. */
export async function withdrawEmailsTo(
  trx: Db,
  from: { recipient: string; transaction_id: string; emails: readonly QueuedEmail[] },
): Promise<void> {
  await trx
    .updateTable("email_log")
    .set(CANCELLED_EMAIL)
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

/** Cancels the unsent email with this key. Returns true if there was one. */
export async function withdrawEmail(trx: Db, dedupe_key: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("email_log")
    .set(CANCELLED_EMAIL)
    .where("dedupe_key", "=", dedupe_key)
    .where("status", "=", "queued")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
