import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import { keysetAfter } from "#app/domain/paging/paging.server.ts";
import { type KeysetPage, keysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { Db } from "#db/connection.ts";
import { conversationNotFound } from "./conversations.server.ts";

/** Number of messages on a page of a conversation. */
export const STREAM_PAGE = 25;

/** Number of characters of an email that the stream reads. A longer email is opened on its own. */
export const MAX_SHOWN_CHARACTERS = 20_000;

/**
 * Returns the messages of a conversation for staff, newest first: received and sent emails,
 * messages from the customer’s page, phone notes and internal notes.
 * @throws NotFoundError
 */
export async function readStream(
  db: Db,
  reader: StaffReader,
  conversation_id: string,
  { limit, after }: KeysetQuery,
): Promise<KeysetPage<StreamMessage>> {
  const { transaction_id } = await findConversation(db, conversation_id);
  const query = selectMessages(db)
    .where("messages.conversation_id", "=", conversation_id)
    .orderBy("messages.at", "desc")
    .orderBy("messages.id", "desc")
    .limit(limit + 1);
  const page = keysetPage(
    await (after ? query.where(keysetAfter("messages", "at", after)) : query).execute(),
    limit,
  );
  await reader.recordView(
    transaction_id
      ? { record: { type: "transaction", id: transaction_id } }
      : { list: "inbound_emails" },
  );
  return page;
}

async function findConversation(db: Db, id: string) {
  if (!isObjectId(id)) throw conversationNotFound();
  return db
    .selectFrom("conversations")
    .select("transaction_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow(conversationNotFound);
}

function selectMessages(db: Db) {
  return db
    .selectFrom("messages")
    .innerJoin("conversations", "conversations.id", "messages.conversation_id")
    .leftJoin("users as author", "author.id", "messages.author_id")
    .leftJoin("inbound_emails as email", "email.id", "messages.inbound_email_id")
    .leftJoin("transactions as matter", "matter.id", "email.transaction_id")
    .leftJoin("email_log as sent", "sent.id", "messages.email_log_id")
    .select(["messages.id", "messages.kind", "messages.at", "messages.spoke_with"])
    .select(["messages.call_minutes", "messages.sent_to", "messages.author_id"])
    .select("messages.firm_email")
    .select(fullNameSql("author").as("author_name"))
    .select("author.type as author_type")
    .select((eb) =>
      eb.fn.coalesce("messages.subject", "email.subject", "sent.subject").as("subject"),
    )
    .select((eb) =>
      eb.fn
        .coalesce(
          "messages.text",
          sql<string | null>`left(email.text_body, ${MAX_SHOWN_CHARACTERS})`,
          "sent.body_text",
        )
        .as("text"),
    )
    .select((eb) =>
      eb(sql<number>`length(email.text_body)`, ">", MAX_SHOWN_CHARACTERS).as("is_cut"),
    )
    .select(["messages.inbound_email_id", "email.from_email", "email.from_name"])
    .select(["email.sender_doubt", "email.automatic", "email.html_has_bank_details"])
    .select(["email.match_type", "email.rematched_at", "matter.number as matter_number"])
    .select(sql<boolean>`email.html_body is not null`.as("has_html"))
    .select(isFromParticipant().as("is_participant"))
    .select(["messages.email_log_id", "sent.name as email_name", "sent.recipient"])
    .select(["sent.copied_to", "sent.status"])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom("email_outcomes")
          .select(["email_outcomes.recipient", "email_outcomes.failure"])
          .whereRef("email_outcomes.email_log_id", "=", "messages.email_log_id")
          .where(sql<boolean>`outcome_is_failure(email_outcomes)`)
          .orderBy("email_outcomes.recipient"),
      ).as("failures"),
      jsonArrayFrom(
        eb
          .selectFrom("inbound_attachments as file")
          .select(["file.id", "file.position", "file.file_name", "file.file_type"])
          .select(["file.size_bytes", "file.left_out"])
          .select((file) =>
            file
              .selectFrom("documents")
              .select("documents.id")
              .whereRef("documents.inbound_attachment_id", "=", "file.id")
              .limit(1)
              .as("document_id"),
          )
          .whereRef("file.email_id", "=", "messages.inbound_email_id")
          .where("file.is_embedded", "=", false)
          .orderBy("file.position"),
      ).as("files"),
      jsonArrayFrom(
        eb
          .selectFrom("message_documents")
          .innerJoin("documents", "documents.id", "message_documents.document_id")
          .select(["documents.id", "documents.file_name", "documents.size_bytes"])
          .whereRef("message_documents.message_id", "=", "messages.id")
          .orderBy("documents.file_name"),
      ).as("documents"),
      jsonArrayFrom(
        eb
          .selectFrom("message_mentions")
          .innerJoin("users as mentioned", "mentioned.id", "message_mentions.user_id")
          .select(["mentioned.id", "mentioned.first_name", "message_mentions.read_at"])
          .whereRef("message_mentions.message_id", "=", "messages.id")
          .orderBy("mentioned.first_name"),
      ).as("mentions"),
    ]);
}

export type StreamMessage = Awaited<
  ReturnType<ReturnType<typeof selectMessages>["execute"]>
>[number];

/**
 * Returns SQL that is true if the sender of a received email takes part in the conversation’s
 * matter, was matched to it by hand, or took part in it when we wrote to them before the email.
 */
function isFromParticipant() {
  return sql<boolean>`(email.id is not null and (
    exists (select from matter_emails
      where matter_emails.email = email.from_email
        and matter_emails.transaction_id = conversations.transaction_id)
    or exists (select from matched_senders
      where matched_senders.email = email.from_email
        and matched_senders.transaction_id = conversations.transaction_id)
    or exists (select from email_log
      where email_log.transaction_id = conversations.transaction_id
        and email_log.recipient = email.from_email and email_log.created_at < email.received_at)))`;
}

/**
 * Returns the state of a conversation with its matter, for the head of its page.
 * @throws NotFoundError
 */
export async function readConversation(db: Db, reader: StaffReader, id: string) {
  if (!isObjectId(id)) throw conversationNotFound();
  const conversation = await db
    .selectFrom("conversations")
    .leftJoin("transactions", "transactions.id", "conversations.transaction_id")
    .leftJoin("users as handler", (join) =>
      join.on((eb) =>
        eb(
          "handler.id",
          "=",
          eb.fn.coalesce("conversations.handler_id", "transactions.handler_id"),
        ),
      ),
    )
    .select(["conversations.id", "conversations.transaction_id", "conversations.side"])
    .select(["conversations.purchase_intent_id", "conversations.sender", "conversations.state"])
    .select(["conversations.snoozed_until", "conversations.unanswered_since"])
    .select(["conversations.answer_by", "conversations.unanswered", "conversations.version"])
    .select(["conversations.handler_id as own_handler_id", "handler.id as handler_id"])
    .select(fullNameSql("handler").as("handler_name"))
    .select("transactions.number")
    .where("conversations.id", "=", id)
    .executeTakeFirstOrThrow(conversationNotFound);
  await reader.recordView(
    conversation.transaction_id
      ? { record: { type: "transaction", id: conversation.transaction_id } }
      : { list: "inbound_emails" },
  );
  return conversation;
}

export type ShownConversation = Awaited<ReturnType<typeof readConversation>>;

/**
 * Lists the conversations of a matter for staff: the sellers’ first, then those of the purchases,
 * the active one first. A side without messages has no conversation yet, so its id is null.
 */
export async function listConversations(db: Db, reader: StaffReader, transaction_id: string) {
  const found = await db
    .selectFrom("conversations")
    .select(["id", "purchase_intent_id", "state", "unanswered"])
    .where("transaction_id", "=", transaction_id)
    .execute();
  const purchases = await db
    .selectFrom("purchase_intents")
    .innerJoin("users", "users.id", "purchase_intents.buyer_id")
    .select(["purchase_intents.id", "is_active", fullNameSql("users").as("buyer_name")])
    .where("transaction_id", "=", transaction_id)
    .orderBy("is_active", "desc")
    .orderBy("purchase_intents.created_at", "desc")
    .execute();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  const of = (purchase: string | null) =>
    found.find(({ purchase_intent_id }) => purchase_intent_id === purchase);
  const sellers = {
    purchase_intent_id: null,
    buyer_name: null,
    is_active: true,
    conversation_id: of(null)?.id ?? null,
    unanswered: of(null)?.unanswered ?? 0,
  };
  return [
    sellers,
    ...purchases.map(({ id, is_active, buyer_name }) => ({
      purchase_intent_id: id,
      buyer_name,
      is_active,
      conversation_id: of(id)?.id ?? null,
      unanswered: of(id)?.unanswered ?? 0,
    })),
  ];
}
