import { sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { ADDRESS_LINES } from "#app/domain/shared/address.server.ts";
import { pick } from "#app/domain/shared/questions.ts";
import type { Db } from "#db/connection.ts";

/** Characters of a message that a row shows at most. */
const MAX_WORDS = 300;

export type InboxRow = Awaited<ReturnType<typeof readInboxRows>>[number];

/** Reads what the inbox shows of some conversations, in the order of their ids. */
export async function readInboxRows(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("conversations")
    .leftJoin("transactions", "transactions.id", "conversations.transaction_id")
    .leftJoin("properties", "properties.id", "transactions.property_id")
    .leftJoin("addresses", "addresses.id", "properties.address_id")
    .leftJoin("purchase_intents", "purchase_intents.id", "conversations.purchase_intent_id")
    .leftJoin("users as customer", (join) =>
      join.on(
        "customer.id",
        "=",
        sql<string>`coalesce(purchase_intents.buyer_id, transactions.seller_id)`,
      ),
    )
    .leftJoin("users as answerer", "answerer.id", "conversations.answerer_id")
    .select(["conversations.id", "conversations.transaction_id", "conversations.side"])
    .select(["conversations.sender", "conversations.state", "conversations.snoozed_until"])
    .select(["conversations.unanswered", "conversations.unanswered_since"])
    .select(countSenders().as("senders"))
    .select(["conversations.answer_by", "conversations.last_message_at"])
    .select(["conversations.answerer_id", "conversations.waits_from", "transactions.number"])
    .select([
      "customer.first_name as customer_first_name",
      "customer.last_name as customer_last_name",
    ])
    .select([
      "answerer.first_name as answerer_first_name",
      "answerer.last_name as answerer_last_name",
    ])
    .select(ADDRESS_LINES.map((name) => `addresses.${name}` as const))
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom("messages")
          .leftJoin("inbound_emails", "inbound_emails.id", "messages.inbound_email_id")
          .leftJoin("transactions as suggested", "suggested.id", "suggested_transaction_id")
          .leftJoin("users as author", "author.id", "messages.author_id")
          .leftJoin("email_log", "email_log.id", "messages.email_log_id")
          .select(["messages.kind", "messages.at", "messages.author_id", "messages.email_log_id"])
          .select("messages.spoke_with")
          .select((of) => [
            of.fn
              .coalesce("messages.subject", "inbound_emails.subject", "email_log.subject")
              .as("subject"),
            sql<
              string | null
            >`left(coalesce(messages.text, inbound_emails.text_body), ${MAX_WORDS})`.as("words"),
          ])
          .select([
            "author.first_name as author_first_name",
            "author.last_name as author_last_name",
          ])
          .select(["inbound_emails.from_name", "inbound_emails.from_email"])
          .select(["inbound_emails.automatic", "suggested.number as suggested_number"])
          .select("inbound_emails.match_type")
          .select(isProved().as("is_proved"))
          .select(
            sql<boolean>`exists (select from email_outcomes
              where email_outcomes.email_log_id = messages.email_log_id
                and outcome_is_failure(email_outcomes))`.as("is_bounced"),
          )
          .whereRef("messages.conversation_id", "=", "conversations.id")
          .where("messages.kind", "not in", ["internal_note", "phone_note"])
          // An open conversation shows the message that waits, even if we have sent another email.
          .where(
            sql<boolean>`(conversations.state <> 'open'
              or (messages.kind <> 'email_sent' and inbound_emails.automatic is null))`,
          )
          .orderBy("messages.at", "desc")
          .orderBy("messages.id", "desc")
          .limit(1),
      ).as("last"),
    )
    .where("conversations.id", "in", ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    return [{ ...row, address: row.number === null ? null : pick(row, ADDRESS_LINES) }];
  });
}

/** Number of waiting messages among which the people are counted, because anyone can send many. */
const MAX_WAITING = 10;

/** Returns SQL that counts the people whose messages wait for an answer. */
function countSenders() {
  return sql<number>`(
    select count(distinct coalesce(
      email.from_email::text, waiting.firm_email::text, waiting.author_id::text))::int
    from (
      select inbound_email_id, author_id, firm_email from messages
      where conversation_id = conversations.id and at >= conversations.unanswered_since
        and kind in ('email_received', 'page_message', 'update_request', 'firm_message')
      order by at limit ${sql.lit(MAX_WAITING)}) as waiting
    left join inbound_emails as email on email.id = waiting.inbound_email_id
    where email.automatic is null)`;
}

/**
 * Returns SQL that is true if the sender of a received email is proved, and takes part in the
 * conversation’s matter or was matched to it by hand.
 */
function isProved() {
  return sql<boolean>`(inbound_emails.sender_doubt is null and (
    exists (select from matter_emails
      where matter_emails.email = inbound_emails.from_email
        and matter_emails.transaction_id = conversations.transaction_id)
    or exists (select from matched_senders
      where matched_senders.email = inbound_emails.from_email
        and matched_senders.transaction_id = conversations.transaction_id)))`;
}
