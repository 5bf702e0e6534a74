import { sql } from "kysely";
import type { Failure } from "#app/clients/postmark/outcomes.ts";
import { eventLabel } from "#app/domain/events/catalogue.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { FAILURES } from "./failures.ts";

/**
 * Outcomes of our emails' delivery, as Postmark or bounces report them. Reports arrive in any order
 * and may be repeated.
 */

type Outcome = {
  recipient: string;
  at: Date;
  /** Reason for the failure; null if the email was delivered. */
  failure: Failure | null;
};

/** Finds one of our emails by Postmark's id, or by our own id if Postmark's is not stored yet. */
export async function findSentEmail(
  db: Db,
  { message_id, email_log_id }: { message_id: string; email_log_id: string | null },
): Promise<string | null> {
  const found = await db
    .selectFrom("email_log")
    .select("id")
    .where((eb) =>
      eb.or([
        eb("postmark_message_id", "=", message_id),
        eb.and([eb("id", "=", email_log_id), eb("postmark_message_id", "is", null)]),
      ]),
    )
    .executeTakeFirst();
  return found?.id ?? null;
}

/**
 * Records whether an email was delivered to one recipient. The first failure adds an event to each
 * matter that the email is about. A database trigger updates the stage of each matter
 * (migrations/0083).
 */
export async function recordOutcome(
  db: Db,
  email_log_id: string,
  { recipient, at, failure }: Outcome,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const transaction_ids = await lockMattersOf(trx, email_log_id);
    await trx
      .insertInto("email_outcomes")
      .values({ email_log_id, recipient, transaction_ids })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const place = trx
      .selectFrom("email_outcomes")
      .where("email_log_id", "=", email_log_id)
      .where("recipient", "=", recipient);
    const before = await place
      .select(["id", "delivered_at", "failed_at"])
      .forUpdate()
      .executeTakeFirstOrThrow();
    const last = failure === null ? before.delivered_at : before.failed_at;
    if (last && last >= at) return;
    await trx
      .updateTable("email_outcomes")
      .set(failure === null ? { delivered_at: at } : { failed_at: at, failure })
      .where("id", "=", before.id)
      .execute();
    if (failure === null || before.failed_at) return;
    for (const transaction_id of transaction_ids) {
      await recordFailure(trx, { transaction_id, email_log_id, recipient, failure });
    }
  });
}

async function lockMattersOf(trx: Db, email_log_id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from transactions where id in (
      select transaction_id from email_log where id = ${email_log_id}
      union
      select jsonb_array_elements_text(props -> 'transaction_ids') from email_log
      where id = ${email_log_id} and props ? 'transaction_ids'
      union
      select about.transaction_id from email_log
      join solicitor_letter_matters about on about.letter_id = props ->> 'letter_id'
      where email_log.id = ${email_log_id}
    )
    order by id for no key update`.execute(trx);
  return rows.map(({ id }) => id);
}

type FailedEmail = {
  transaction_id: string;
  email_log_id: string;
  recipient: string;
  failure: Failure;
};

async function recordFailure(trx: Db, failed: FailedEmail) {
  const { transaction_id, email_log_id, recipient, failure } = failed;
  const email = await trx
    .selectFrom("email_log")
    .select(["name", "subject"])
    .where("id", "=", email_log_id)
    .executeTakeFirstOrThrow();
  const person = await findPerson(trx, transaction_id, recipient);
  const addressee = person?.name ? `${person.name} (${recipient})` : recipient;
  await recordEvent(trx, {
    transaction_id,
    event_name: failure === "complaint" ? "email_marked_as_spam" : "email_could_not_be_delivered",
    type: person?.side ?? "seller",
    author: "provider",
    comments: `“${email.subject ?? eventLabel(email.name)}” to ${addressee}. ${FAILURES[failure]}`,
  });
}

/** Returns the name and side of a matter's participant with this address; null if none has it. */
export async function findPerson(
  db: Db,
  transaction_id: string,
  address: string,
): Promise<{ name: string; side: "seller" | "buyer" } | null> {
  const found = await db
    .selectFrom("matter_emails")
    .select(["first_name", "last_name", "part"])
    .where("transaction_id", "=", transaction_id)
    .where("email", "=", address)
    .executeTakeFirst();
  if (!found) return null;
  const name = [found.first_name, found.last_name].filter(Boolean).join(" ");
  return { name, side: isOfBuyer(found.part) ? "buyer" : "seller" };
}

function isOfBuyer(part: string | null) {
  return part === "buyer" || part === "giftor" || part === "buyer_solicitor";
}
