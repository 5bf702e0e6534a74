import { z } from "zod";
import { queuedEmail } from "#app/queue/email.ts";
import { recordAudit, type Actor } from "#app/domain/audit/audit.server.ts";
import { findPerson } from "#app/domain/deliveries/outcomes.server.ts";
import { NotFoundError, EmailNotNeededError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { AUTOMATIC_LABELS } from "./labels.ts";
import type { Matched } from "./match-emails.server.ts";

export const emailReceivedEmail = queuedEmail(
  "email_received",
  z.object({ inbound_email_id: z.string() }),
);

/** Records an event in each matter that an email has just been matched to. */
export async function recordArrivals(trx: Db, matched: readonly Matched[]): Promise<void> {
  for (const { id, before, after } of matched) {
    if (!after || after.transaction_id === before) continue;
    const { transaction_id } = after;
    const email = await trx
      .selectFrom("inbound_emails")
      .select(["from_email", "subject", "automatic", "sender_doubt"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const { from_email, subject, automatic, sender_doubt } = email;
    const person = from_email && (await findPerson(trx, transaction_id, from_email));
    const isKnown = person && sender_doubt === null;
    const from = isKnown ? `${person.name} (${from_email})` : (from_email ?? "no sender");
    const about = `From ${from}${isKnown || !from_email ? "" : " (sender not verified)"}: “${subject || "No subject"}”`;
    await recordEvent(trx, {
      transaction_id,
      event_name: "email_received",
      type: person ? person.side : "seller",
      author: "system",
      comments: automatic ? `${AUTOMATIC_LABELS[automatic]}. ${about}` : about,
    });
  }
}

/**
 * Queues the email that tells the team about a received email. That email belongs to no matter, so
 * the rule "in_reply_to" finds no matter for a reply to it.
 */
export async function queueTeamEmail(trx: Db, inbound_email_id: string): Promise<void> {
  await queueEmail(trx, {
    email: emailReceivedEmail,
    recipient: env.TEAM_EMAIL,
    props: { inbound_email_id },
    dedupe_key: `email_received:${inbound_email_id}`,
  });
}

/**
 * Returns the content of the email that tells the team about a received email.
 * @throws EmailNotNeededError if the received email is missing or has no matter
 */
export async function readArrivalEmail(db: Db, { inbound_email_id }: { inbound_email_id: string }) {
  const email = await db
    .selectFrom("inbound_emails")
    .innerJoin("transactions", "transactions.id", "inbound_emails.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(["transactions.id", "from_email", "from_name", "sender_doubt", "subject"])
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .where("inbound_emails.id", "=", inbound_email_id)
    .executeTakeFirst();
  if (!email) throw new EmailNotNeededError();
  const { from_email, from_name } = email;
  return {
    property: addressLine(email.address),
    from: from_name && from_email ? `${from_name} (${from_email})` : (from_email ?? "no sender"),
    is_verified: email.sender_doubt === null,
    subject: email.subject,
    page: siteUrl(paths.admin.transactionTab.events(email.id, { open: inbound_email_id })),
  };
}

/** Marks a received email as read for the whole team. @throws NotFoundError "Email not found" */
export async function markEmailRead(
  db: Db,
  { transaction_id, email_id }: { transaction_id: string; email_id: string },
  { actor }: { actor: Actor },
): Promise<void> {
  const missing = () => new NotFoundError("Email not found");
  if (!isObjectId(transaction_id) || !isObjectId(email_id)) throw missing();
  await inTransaction(db, async (trx) => {
    const { read_at } = await trx
      .selectFrom("inbound_emails")
      .select("read_at")
      .where("id", "=", email_id)
      .where("transaction_id", "=", transaction_id)
      .forUpdate()
      .executeTakeFirstOrThrow(missing);
    if (read_at) return;
    await trx
      .updateTable("inbound_emails")
      .set({ read_at: new Date() })
      .where("id", "=", email_id)
      .execute();
    const subject = { type: "transaction", id: transaction_id };
    await recordAudit(trx, { actor, action: "received_email_read", subject });
  });
}
