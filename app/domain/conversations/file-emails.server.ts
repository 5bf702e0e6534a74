import { sql } from "kysely";
import { env } from "#app/platform/env.server.ts";
import type { Db } from "#db/connection.ts";
import {
  addMessage,
  findPurchaseOf,
  lockConversation,
  openConversation,
  openSenderConversation,
  storeState,
} from "./conversations.server.ts";
import { afterDeparture, afterMessage, effectOf } from "./conversation-state.ts";

/**
 * Puts received emails into the conversations of their matters and sides, after a matching. Emails
 * without a matter go to the conversation with their sender. An email moves only if its matter has
 * changed, so that a side that staff chose stays.
 */
export async function fileReceivedEmails(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const emails = await trx
    .selectFrom("inbound_emails as email")
    .leftJoin("messages as message", "message.inbound_email_id", "email.id")
    .leftJoin("conversations as conversation", "conversation.id", "message.conversation_id")
    .select(["email.id", "email.transaction_id", "email.from_email", "email.received_at"])
    .select(["email.automatic", "message.id as message_id"])
    .where("email.id", "in", ids)
    .where((eb) =>
      eb.or([
        eb("message.id", "is", null),
        eb("conversation.transaction_id", "is distinct from", eb.ref("email.transaction_id")),
      ]),
    )
    .orderBy("email.received_at")
    .orderBy("email.id")
    .execute();
  for (const { message_id, ...email } of emails) {
    const conversation_id = await openFor(trx, email);
    if (message_id) await moveMessage(trx, message_id, conversation_id);
    else {
      await addMessage(trx, {
        conversation_id,
        kind: "email_received",
        at: email.received_at,
        inbound_email_id: email.id,
        is_automatic: email.automatic !== null,
      });
    }
  }
}

async function openFor(
  trx: Db,
  email: { transaction_id: string | null; from_email: string | null },
): Promise<string> {
  const { transaction_id, from_email } = email;
  if (transaction_id === null) return openSenderConversation(trx, from_email);
  const purchase_intent_id = await findPurchaseOf(trx, { transaction_id, address: from_email });
  return openConversation(trx, { transaction_id, purchase_intent_id });
}

/**
 * Moves a message to another conversation, where it waits for an answer. Deletes the conversation
 * that it leaves if that has no other messages.
 */
export async function moveMessage(trx: Db, message_id: string, to: string): Promise<void> {
  const message = await trx
    .selectFrom("messages")
    .leftJoin("inbound_emails as email", "email.id", "messages.inbound_email_id")
    .select(["messages.conversation_id", "messages.kind", "messages.at", "email.automatic"])
    .where("messages.id", "=", message_id)
    .executeTakeFirstOrThrow();
  const { conversation_id, kind, at, automatic } = message;
  if (conversation_id === to) return;
  const source = await lockConversation(trx, conversation_id);
  const target = await lockConversation(trx, to);
  await trx
    .updateTable("messages")
    .set({ conversation_id: to })
    .where("id", "=", message_id)
    .execute();
  const effect = effectOf({ kind, is_automatic: automatic !== null, is_answer: false });
  await storeState(trx, to, afterMessage(target, effect, at), { interrupts: true });
  const others = await readWaiting(trx, conversation_id, source.unanswered_since);
  if (!others) {
    await trx.deleteFrom("conversations").where("id", "=", conversation_id).execute();
  } else if (source.state === "open") {
    await storeState(trx, conversation_id, afterDeparture(source, others), { interrupts: true });
  }
}

/**
 * Returns the times of the messages that wait for an answer since a time; null if the conversation
 * has no messages at all.
 */
async function readWaiting(trx: Db, conversation_id: string, since: Date | null) {
  const {
    rows: [found],
  } = await sql<{ messages: boolean; waiting: Date[] }>`
    select exists (select from messages where conversation_id = ${conversation_id}) as messages,
      array(
        select at from messages left join inbound_emails email on email.id = inbound_email_id
        where conversation_id = ${conversation_id} and at >= ${since}
          and (messages.kind in ('page_message', 'update_request', 'firm_message')
            or (messages.kind = 'email_received' and email.automatic is null))
        order by at limit 100) as waiting`.execute(trx);
  return found?.messages ? found.waiting : null;
}

/**
 * Adds an email that we have sent to the conversation of its recipient’s side, in each matter that
 * it is about. Skips emails to colleagues, and emails that are messages already. Call it in the
 * database transaction that marks the email as sent.
 */
export async function recordSentEmail(trx: Db, email_log_id: string): Promise<void> {
  const {
    rows: [email],
  } = await sql<{ recipient: string; sent_at: Date }>`
    select log.recipient::text, log.sent_at from email_log log
    where log.id = ${email_log_id} and log.sent_at is not null
      and log.recipient <> ${env.TEAM_EMAIL}
      and not exists (select from messages where messages.email_log_id = log.id)
      and not exists (select from users where users.email = log.recipient and users.type = 'admin')`.execute(
    trx,
  );
  if (!email) return;
  const { recipient, sent_at } = email;
  for (const transaction_id of await readMattersOfEmail(trx, email_log_id)) {
    const purchase_intent_id = await findPurchaseOf(trx, { transaction_id, address: recipient });
    const conversation_id = await openConversation(trx, { transaction_id, purchase_intent_id });
    await addMessage(trx, { conversation_id, kind: "email_sent", at: sent_at, email_log_id });
  }
}

/** Returns the ids of the matters that an email is about: one, several of a letter, or none. */
export async function readMattersOfEmail(db: Db, email_log_id: string): Promise<string[]> {
  const { rows } = await sql<{ transaction_id: string }>`
    select about.transaction_id::text
    from email_log log cross join lateral (
      select log.transaction_id where log.transaction_id is not null
      union select id from transactions
        where jsonb_typeof(log.props -> 'transaction_ids') = 'array'
          and id in (select jsonb_array_elements_text(log.props -> 'transaction_ids'))
      union select letters.transaction_id from solicitor_letter_matters letters
        where letters.letter_id = log.props ->> 'letter_id'
    ) as about
    where log.id = ${email_log_id}
    order by about.transaction_id`.execute(db);
  return rows.map(({ transaction_id }) => transaction_id);
}
