import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import { fullNameSql, recordCustomerAudit } from "#app/domain/audit/audit.server.ts";
import {
  addOwnDocuments,
  ownSide,
  selectEndOfSide,
  type SideOfReader,
} from "#app/domain/documents/own-requests.server.ts";
import type { StoredFile } from "#app/domain/documents/uploaded-file.ts";
import { ConflictError, EmailNotNeededError } from "#app/domain/errors.ts";
import { keysetAfter } from "#app/domain/paging/paging.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import type { CustomerReader } from "#app/domain/readers/reader.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { freeText, freeTextLines } from "#app/domain/shared/free-text.server.ts";
import { tooManyCharacters } from "#app/domain/shared/messages.ts";
import { listStaffRecipients } from "#app/domain/staff/stand-ins.server.ts";
import {
  selectContacts,
  selectOthersOnSide,
} from "#app/domain/transactions/matter-parts.server.ts";
import {
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { queuedEmail } from "#app/queue/email.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { answerBy, nextUpdateDay } from "./answer-by.ts";
import { addMessage, openConversation } from "./conversations.server.ts";
import { alertOverdueUpdateJob } from "./overdue.server.ts";
import { MAX_SHOWN_CHARACTERS } from "./stream.server.ts";

export const messageReceivedEmail = queuedEmail(
  "message_received",
  z.object({ message_id: z.string() }),
);

/** Maximum number of characters of a message from a customer’s page. */
const MAX_MESSAGE = 4_000;

/** Form in which a customer writes a message. */
export const OwnMessageForm = z.object({
  key: z.string().min(1).max(300),
  message: freeText("Enter your message", tooManyCharacters(MAX_MESSAGE), {
    max: MAX_MESSAGE,
    read: freeTextLines,
  }),
});

/**
 * Returns the conversation of a customer’s own side of a matter, newest messages first: what the
 * side’s customers and we wrote to each other. Notes, firms’ emails and automatic emails to other
 * people are left out, and so are emails whose sender is not proved. `end` says how the sale or
 * purchase has ended; null unless it has.
 * @throws NotFoundError, also before the sale is paid for or the purchase confirmed
 */
export async function readOwnMessages(db: Db, own: SideOfReader, { limit, after }: KeysetQuery) {
  requireTransactionId(own.transaction_id);
  const { side, reader } = own;
  const place = await db
    .selectFrom(ownSide(db, own))
    .innerJoin("transactions", "transactions.id", "own.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .innerJoin("listed_transactions as listed", "listed.id", "transactions.id")
    .leftJoin("purchase_intents", "purchase_intents.id", "own.purchase_intent_id")
    .leftJoin("conversations", (join) =>
      join
        .onRef("conversations.transaction_id", "=", "own.transaction_id")
        .on(
          sql<boolean>`coalesce(conversations.purchase_intent_id, '') = coalesce(own.purchase_intent_id, '')`,
        ),
    )
    .select(["own.transaction_id", "own.purchase_intent_id", "addresses.line_1"])
    .select(["conversations.id as conversation_id", "conversations.unanswered_since"])
    .select(selectEndOfSide(side).as("end"))
    .select(selectOthersOnSide(side, reader.id).as("others_on_side"))
    .select(selectContacts(side).as("contacts"))
    .executeTakeFirstOrThrow(transactionNotFound);
  const { conversation_id } = place;
  const messages = conversation_id
    ? await readMessages(db, { ...place, conversation_id }, reader.id, { limit, after })
    : [];
  const asked = conversation_id ? await findLastUpdateRequest(db, conversation_id) : null;
  await reader.recordView({ record: { type: "transaction", id: place.transaction_id } });
  return { ...place, asked, ...keysetPage(messages, limit) };
}

async function readMessages(
  db: Db,
  place: { transaction_id: string; purchase_intent_id: string | null; conversation_id: string },
  reader_id: string,
  { limit, after }: KeysetQuery,
) {
  const query = db
    .selectFrom("messages")
    .leftJoin("users as author", "author.id", "messages.author_id")
    .leftJoin("inbound_emails as email", "email.id", "messages.inbound_email_id")
    .leftJoin("email_log as sent", "sent.id", "messages.email_log_id")
    .select(["messages.id", "messages.kind", "messages.at", "messages.author_id"])
    .select("messages.sent_to")
    .select("author.type as author_type")
    .select(fullNameSql("author").as("author_name"))
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
    .select("email.from_name")
    .select(
      sql<boolean>`coalesce(email.from_email = (select users.email from users where users.id = ${reader_id}), false)`.as(
        "is_from_reader",
      ),
    )
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom("message_documents")
          .innerJoin("documents", "documents.id", "message_documents.document_id")
          .select(["documents.id", "documents.file_name", "documents.size_bytes"])
          .whereRef("message_documents.message_id", "=", "messages.id")
          .orderBy("documents.file_name"),
      ).as("documents"),
    ])
    .where("messages.conversation_id", "=", place.conversation_id)
    .where(isOwnMessage(place, reader_id))
    .orderBy("messages.at", "desc")
    .orderBy("messages.id", "desc")
    .limit(limit + 1);
  return (after ? query.where(keysetAfter("messages", "at", after)) : query).execute();
}

/**
 * Returns SQL that is true for a message that the reader may see: written on the page of the side,
 * emailed by a customer of the side, an answer by staff to one of them, or an automatic email to
 * the reader.
 */
function isOwnMessage(
  {
    transaction_id,
    purchase_intent_id,
  }: { transaction_id: string; purchase_intent_id: string | null },
  reader_id: string,
) {
  const of_side = sql`select email from conversation_addresses own
    where own.transaction_id = ${transaction_id} and own.is_customer
      and coalesce(own.purchase_intent_id, '') = ${purchase_intent_id ?? ""}`;
  return sql<boolean>`case messages.kind
    when 'page_message' then true
    when 'update_request' then true
    when 'email_received' then email.automatic is null and email.sender_doubt is null
      and email.from_email in (${of_side})
    when 'email_sent' then case when messages.author_id is not null
      then exists (select from unnest(messages.sent_to) as address
        where address::citext in (${of_side}))
      else sent.body_text is not null
        and sent.recipient = (select users.email from users where users.id = ${reader_id}) end
    else false end`;
}

async function findLastUpdateRequest(db: Db, conversation_id: string) {
  const found = await db
    .selectFrom("messages")
    .select(["at", "author_id"])
    .where("conversation_id", "=", conversation_id)
    .where("kind", "=", "update_request")
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

type OwnSide = SideOfReader & { reader: CustomerReader };

/**
 * Adds a message from a customer’s page to the conversation of their side, and emails the person
 * who answers. A repeated submit of the same text and files with the same key adds nothing.
 * @param message.files stored files that were sent with the message; they go to Documents
 * @returns false for a repeated submit
 * @throws NotFoundError
 */
export async function writeOwnMessage(
  trx: Db,
  {
    key,
    message,
    files = [],
    ...own
  }: OwnSide & {
    key: string;
    message: string;
    files?: readonly StoredFile[];
  },
): Promise<boolean> {
  const conversation_id = await openOwn(trx, own);
  const document_ids =
    files.length > 0 ? await addOwnDocuments(trx, { ...own, request_id: null, files }) : [];
  const contents = files.map((file) => file.sha256);
  const message_id = await addMessage(trx, {
    conversation_id,
    kind: "page_message",
    author_id: own.reader.id,
    text: message,
    // After Back, the form still has its key. Another text or file is a new message.
    idempotency_key: sha256(JSON.stringify([own.reader.id, key, message, ...contents])),
    document_ids: [...new Set(document_ids)],
  });
  await finishOwn(trx, own, message_id, "message_written");
  return message_id !== null;
}

/**
 * Asks for an update, which must be answered within one working day. Each side can ask once a
 * working day. If no one answers in time, a job alerts our staff.
 * @throws NotFoundError; ConflictError if the side has asked already
 */
export async function askForUpdate(trx: Db, own: OwnSide): Promise<void> {
  const conversation_id = await openOwn(trx, own);
  const asked = await findLastUpdateRequest(trx, conversation_id);
  if (asked && nextUpdateDay(asked.at) > londonDay(new Date())) {
    throw new ConflictError(
      "You’ve already asked for an update. We’ll answer within one working day",
    );
  }
  const asked_at = new Date();
  const message_id = await addMessage(trx, {
    conversation_id,
    kind: "update_request",
    at: asked_at,
    author_id: own.reader.id,
  });
  if (message_id !== null) {
    await enqueue(trx, alertOverdueUpdateJob, { message_id }, { after: answerBy(asked_at) });
  }
  await finishOwn(trx, own, message_id, "update_requested");
}

async function openOwn(trx: Db, own: OwnSide): Promise<string> {
  requireTransactionId(own.transaction_id);
  const { transaction_id, purchase_intent_id } = await trx
    .selectFrom(ownSide(trx, own))
    .select(["own.transaction_id", "own.purchase_intent_id"])
    .executeTakeFirstOrThrow(transactionNotFound);
  return openConversation(trx, { transaction_id, purchase_intent_id });
}

async function finishOwn(
  trx: Db,
  { transaction_id, reader }: OwnSide,
  message_id: string | null,
  action: "message_written" | "update_requested",
) {
  if (message_id === null) return;
  await emailAnswerers(trx, message_id);
  const subject = { type: "transaction", id: transaction_id };
  await recordCustomerAudit(trx, { customer_id: reader.id, action, subject });
}

/** Emails the people who answer about a message that was written on a page. */
export async function emailAnswerers(trx: Db, message_id: string): Promise<void> {
  for (const { id, email } of await listAnswerers(trx, message_id)) {
    await queueEmail(trx, {
      email: messageReceivedEmail,
      recipient: email,
      props: { message_id },
      dedupe_key: `message_received:${message_id}:${id}`,
    });
  }
}

/**
 * Lists the colleague who answers a message and, while the colleague is away, the stand-in. Lists
 * the team if the message has no one.
 */
async function listAnswerers(trx: Db, message_id: string) {
  const { handler_id } = await trx
    .selectFrom("messages")
    .innerJoin("conversations", "conversations.id", "messages.conversation_id")
    .innerJoin("transactions", "transactions.id", "conversations.transaction_id")
    .select((eb) =>
      eb.fn.coalesce("conversations.handler_id", "transactions.handler_id").as("handler_id"),
    )
    .where("messages.id", "=", message_id)
    .executeTakeFirstOrThrow();
  const people = handler_id === null ? [] : await listStaffRecipients(trx, handler_id);
  return people.length > 0 ? people : [{ id: "team", email: env.TEAM_EMAIL }];
}

/**
 * Returns the content of the email about a message of a customer or of a law firm. Its text stays
 * on our site.
 * @throws EmailNotNeededError if the message was deleted or has been answered
 */
export async function readMessageEmail(db: Db, { message_id }: { message_id: string }) {
  const found = await db
    .selectFrom("messages")
    .innerJoin("conversations", "conversations.id", "messages.conversation_id")
    .innerJoin("transactions", "transactions.id", "conversations.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .leftJoin("users as author", "author.id", "messages.author_id")
    .select(["transactions.id", "addresses.line_1", "conversations.purchase_intent_id"])
    .select([
      "messages.kind",
      "conversations.answer_by",
      sql<string>`coalesce(${fullNameSql("author")}, messages.spoke_with)`.as("author"),
    ])
    .where("messages.id", "=", message_id)
    .where("conversations.state", "=", "open")
    .executeTakeFirst();
  if (!found) throw new EmailNotNeededError();
  const { id, purchase_intent_id, ...message } = found;
  const place = purchase_intent_id ? { purchase: purchase_intent_id } : {};
  return { ...message, page: siteUrl(paths.admin.transactionTab.messages(id, place)) };
}
