import { sql } from "kysely";
import { z } from "zod";
import { getDocument } from "#app/clients/documents.server.ts";
import { STORED_TYPES } from "#app/clients/file-types.ts";
import { type Actor, fullNameSql, recordAudit } from "#app/domain/audit/audit.server.ts";
import { DomainError, EmailNotNeededError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { checkboxField } from "#app/domain/shared/form-rules.server.ts";
import { freeText, staffTextLine, staffTextLines } from "#app/domain/shared/free-text.server.ts";
import { tooLong, tooManyCharacters } from "#app/domain/shared/messages.ts";
import { formatMatterNumber, withNumbers } from "#app/domain/transactions/matter-number.ts";
import { queuedEmail } from "#app/queue/email.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { missingFacts } from "./answer-templates.ts";
import { addMessage, lockConversation, storeState } from "./conversations.server.ts";
import { afterClose, afterPartialAnswer } from "./conversation-state.ts";
import { listRecipients } from "./recipients.server.ts";
import { lockSeen, markEmailsRead, recordChange } from "./state.server.ts";

export const conversationAnswerEmail = queuedEmail(
  "conversation_answer",
  z.object({ message_id: z.string() }),
);

/** Maximum number of characters of an answer. */
const MAX_ANSWER = 20_000;
/** Maximum total size of an answer’s attachments. Postmark accepts 10 MB after encoding. */
const MAX_ATTACHED_BYTES = 7_000_000;

const list = z.union([z.string(), z.array(z.string())]).optional();
const texts = list.transform((value) => [value ?? []].flat());

/** Form in which staff answer a conversation by email. */
export const AnswerForm = z.object({
  version: z.coerce.number().int(),
  form_key: z.string().min(1).max(300),
  to: z.string({ error: "Choose who will receive the email" }).min(1),
  copies: texts,
  subject: freeText("Enter a subject", tooLong("Subject"), { max: 200, read: staffTextLine }),
  text: freeText("Enter your answer", tooManyCharacters(MAX_ANSWER), {
    max: MAX_ANSWER,
    read: staffTextLines,
  }),
  documents: texts,
  close: checkboxField(),
});
type Answer = z.output<typeof AnswerForm>;

/**
 * Sends an answer from the matter’s address, in the name of its author. A repeated submit with the
 * same key sends nothing.
 * @throws NotFoundError; ConversationChangedError if a colleague or the customer was faster;
 * DomainError for a fact that is not known, a recipient who bounced or is not on this side, or an
 * attachment that can’t be sent
 */
export async function sendAnswer(
  db: Db,
  { conversation_id, ...answer }: { conversation_id: string } & Answer,
  { actor }: { actor: Actor },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Lock first, so that a second submit of the same form waits for the first one.
    await lockConversation(trx, conversation_id);
    const sent = await trx
      .selectFrom("messages")
      .select("id")
      .where("idempotency_key", "=", answer.form_key)
      .executeTakeFirst();
    if (sent) return;
    const conversation = await lockSeen(trx, { conversation_id, version: answer.version });
    const { transaction_id, purchase_intent_id } = conversation;
    if (transaction_id === null) {
      throw new DomainError("Match this conversation to a matter before you answer it");
    }
    const place = { id: conversation_id, transaction_id, purchase_intent_id };
    const sent_to = await checkRecipients(trx, place, answer);
    const subject = await completeSubject(trx, place, answer);
    const [missing] = missingFacts(answer.text);
    if (missing) throw new DomainError(`${missing}. Change the text before you send it`);
    const message_id = await addMessage(trx, {
      conversation_id,
      kind: "email_sent",
      author_id: actor.id,
      is_answer: true,
      text: answer.text,
      subject,
      sent_to,
      idempotency_key: answer.form_key,
      document_ids: await checkDocuments(trx, place, answer.documents),
    });
    if (message_id === null) return;
    const email_log_id = await queueEmail(trx, {
      email: conversationAnswerEmail,
      recipient: answer.to,
      transaction_id,
      props: { message_id },
    });
    await trx.updateTable("messages").set({ email_log_id }).where("id", "=", message_id).execute();
    await markEmailsRead(trx, conversation);
    await keepOthersOpen(trx, place, conversation.unanswered_since);
    if (answer.close) {
      const before = await lockSeen(trx, { conversation_id, version: conversation.version + 1 });
      await storeState(trx, conversation_id, afterClose(before), { interrupts: false });
    }
    await recordChange(trx, conversation_id, "message_sent", actor);
    const audited = { type: "transaction", id: transaction_id };
    await recordAudit(trx, { actor, action: "message_sent", subject: audited });
  });
}

type Place = { id: string; transaction_id: string; purchase_intent_id: string | null };

/**
 * Keeps a conversation open after an answer if someone else’s message still has none: an answer to
 * the seller doesn’t answer the solicitor. An answer to one customer of a side is for all of them.
 */
async function keepOthersOpen(trx: Db, place: Place, since: Date | null) {
  if (since === null) return;
  const messages = await trx
    .selectFrom("messages")
    .leftJoin("inbound_emails as email", "email.id", "messages.inbound_email_id")
    .leftJoin("users as author", "author.id", "messages.author_id")
    .select(["messages.at", "messages.kind", "messages.sent_to"])
    .select((eb) =>
      eb.fn.coalesce("email.from_email", "author.email", "messages.firm_email").as("sender"),
    )
    .where("messages.conversation_id", "=", place.id)
    .where("messages.kind", "in", [
      "email_received",
      "page_message",
      "update_request",
      "firm_message",
      "email_sent",
    ])
    .where("messages.at", ">=", since)
    .where("email.automatic", "is", null)
    .execute();
  const known = await listRecipients(trx, NOT_RECORDED, place);
  const customers = new Set(
    known.flatMap(({ email, is_customer }) => (is_customer ? email.toLowerCase() : [])),
  );
  const groupOf = (address: string | null) => {
    const mailbox = address?.toLowerCase() ?? "";
    return customers.has(mailbox) ? "customers" : mailbox;
  };
  const answers = messages.flatMap(({ at, sent_to }) =>
    sent_to ? { at, groups: sent_to.map(groupOf) } : [],
  );
  const others = messages.filter(
    ({ kind, at, sender }) =>
      kind !== "email_sent" &&
      !answers.some((answer) => answer.at >= at && answer.groups.includes(groupOf(sender))),
  );
  if (others.length === 0) return;
  const before = await lockConversation(trx, place.id);
  const after = afterPartialAnswer(
    before,
    others.map(({ at }) => at),
  );
  await storeState(trx, place.id, after, { interrupts: false });
}

/**
 * Returns the subject with which an answer is sent. Firms have several matters with us, so that the
 * subject of an email to a firm ends with the number of the matter.
 */
export async function completeSubject(
  db: Db,
  place: Place,
  { to, subject }: Pick<Answer, "to" | "subject">,
): Promise<string> {
  const people = await listRecipients(db, NOT_RECORDED, place);
  const isFirm = people.some(
    ({ email, is_firm }) => is_firm && email.toLowerCase() === to.toLowerCase(),
  );
  if (!isFirm) return subject;
  const { number } = await db
    .selectFrom("transactions")
    .select("number")
    .where("id", "=", place.transaction_id)
    .executeTakeFirstOrThrow();
  return withNumbers(subject, [formatMatterNumber(number)]);
}

async function checkRecipients(trx: Db, place: Place, { to, copies }: Answer) {
  const known = await listRecipients(trx, NOT_RECORDED, place);
  const chosen = [to, ...copies];
  for (const address of chosen) {
    const person = known.find(({ email }) => email.toLowerCase() === address.toLowerCase());
    if (!person) {
      throw new DomainError("A recipient is no longer on this side of the matter. Choose again");
    }
    if (person.is_bounced) {
      throw new DomainError(
        `Emails to ${person.name} are not delivered. Correct the address, or choose someone else`,
      );
    }
  }
  return [...new Set(chosen)];
}

/** The view of the matter is recorded when the form is shown. */
const NOT_RECORDED = { recordView: async () => {} };

async function checkDocuments(trx: Db, place: Place, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const found = await selectSendable(trx, place).where("documents.id", "in", ids).execute();
  if (found.length !== new Set(ids).size) {
    throw new DomainError("A document can no longer be sent. Choose the attachments again");
  }
  const bytes = found.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  if (bytes > MAX_ATTACHED_BYTES) {
    throw new DomainError("The attachments are larger than 7 MB. Choose fewer documents");
  }
  return found.map(({ id }) => id);
}

/** Selects the documents of a side that are received or accepted and have no virus. */
function selectSendable(db: Db, { transaction_id, purchase_intent_id }: Place) {
  return (
    db
      .selectFrom("documents")
      .leftJoin("document_requests as request", "request.id", "documents.request_id")
      .select(["documents.id", "documents.file_name", "documents.size_bytes"])
      .where("documents.transaction_id", "=", transaction_id)
      .where(
        "documents.purchase_intent_id",
        purchase_intent_id === null ? "is" : "=",
        purchase_intent_id,
      )
      .where("documents.scan", "in", ["clean", "not_scanned"])
      // An agent’s memorandum of sale has the buyer’s details, which are not for the sellers.
      .where("documents.estate_agent_id", "is", null)
      .where((eb) =>
        eb.or([eb("request.id", "is", null), eb("request.status", "in", ["received", "accepted"])]),
      )
  );
}

/** Lists the documents that staff can attach to an answer, newest first, at most 50. */
export async function listSendable(db: Db, reader: StaffReader, place: Place) {
  const found = await selectSendable(db, place)
    .orderBy("documents.created_at", "desc")
    .limit(50)
    .execute();
  await reader.recordView({ record: { type: "transaction", id: place.transaction_id } });
  return found;
}

/**
 * Returns the content of an answer’s email.
 * @throws EmailNotNeededError if the message has been deleted
 */
export async function readAnswerEmail(db: Db, { message_id }: { message_id: string }) {
  const message = await db
    .selectFrom("messages")
    .innerJoin("users as author", "author.id", "messages.author_id")
    .select(["messages.text", "messages.subject", "messages.sent_to", "messages.at"])
    .select(["messages.conversation_id", fullNameSql("author").as("author")])
    .where("messages.id", "=", message_id)
    .executeTakeFirst();
  if (!message) throw new EmailNotNeededError();
  const documents = await db
    .selectFrom("message_documents")
    .innerJoin("documents", "documents.id", "message_documents.document_id")
    .select(["documents.s3_document_key as key", "documents.file_name", "documents.file_type"])
    .where("message_id", "=", message_id)
    .orderBy("documents.file_name")
    .execute();
  return {
    text: message.text ?? "",
    subject: message.subject ?? "",
    author: message.author ?? "",
    copies: (message.sent_to ?? []).slice(1),
    thread: await readThread(db, { ...message, to: message.sent_to?.[0] ?? "" }),
    documents,
  };
}

/** Reads the thread of the recipient’s newest email before an answer; none if there is no email. */
async function readThread(
  db: Db,
  { conversation_id, to, at }: { conversation_id: string; to: string; at: Date },
): Promise<string[]> {
  const answered = await db
    .selectFrom("messages")
    .innerJoin("inbound_emails as email", "email.id", "messages.inbound_email_id")
    .select("email.thread")
    .where("messages.conversation_id", "=", conversation_id)
    .where("messages.at", "<=", at)
    .where("email.from_email", "=", to)
    .where("email.automatic", "is", null)
    .orderBy("messages.at", "desc")
    .orderBy("messages.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return answered?.thread ?? [];
}

/** Returns the attachments of an answer’s email. Throws if a file is missing from the store. */
export async function readAnswerFiles(
  documents: Awaited<ReturnType<typeof readAnswerEmail>>["documents"],
) {
  const files = [];
  for (const { key, file_name, file_type } of documents) {
    const bytes = await getDocument(key);
    if (!bytes) throw new Error("Document missing from document store");
    files.push({ name: file_name, type: STORED_TYPES[file_type], content: Buffer.from(bytes) });
  }
  return files;
}

/**
 * Returns the subject that an answer in a conversation starts with: that of the recipient’s newest
 * email, whose thread the answer continues.
 */
export async function suggestSubject(
  db: Db,
  { id, transaction_id, purchase_intent_id }: Place,
  to: string | null,
): Promise<string> {
  const { line_1, subject } = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select("addresses.line_1")
    .select((eb) =>
      eb
        .selectFrom("messages")
        .innerJoin("inbound_emails as email", "email.id", "messages.inbound_email_id")
        .select("email.subject")
        .where("messages.conversation_id", "=", id)
        .where("email.from_email", "=", to ?? "")
        .where("email.automatic", "is", null)
        .where("email.sender_doubt", "is", null)
        .orderBy("messages.at", "desc")
        .limit(1)
        .as("subject"),
    )
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  if (subject) return `Re: ${subject.replace(/^(?:(?:re|fwd?):\s*)+/i, "")}`.slice(0, 200);
  return `Your ${purchase_intent_id === null ? "sale" : "purchase"}: ${line_1}`.slice(0, 200);
}

/** Returns the facts that templates of answers use. A fact that is not known is null. */
export async function readTemplateFacts(
  db: Db,
  place: Place,
  who: { actor_id: string; to: string | null },
) {
  const { transaction_id, purchase_intent_id } = place;
  const {
    rows: [facts],
  } = await sql<{
    first_name: string | null;
    address: string;
    number: number;
    exchange_date: string | null;
    completion_date: string | null;
    solicitor: string | null;
    searches_ordered: string | null;
    sender: string | null;
  }>`
    select
      (select first_name from matter_emails
        where matter_emails.transaction_id = transactions.id and email = ${who.to} limit 1) as first_name,
      addresses.line_1 as address, transactions.number,
      purchase.exchanged as exchange_date, purchase.completed as completion_date,
      (select law_firms.name from lawyer_groups join law_firms on law_firms.id = lawyer_groups.law_firm_id
        where lawyer_groups.id = case when ${purchase_intent_id}::text is null
          then transactions.seller_lawyer_group_id else transactions.buyer_lawyer_group_id end) as solicitor,
      (select (min(created_at) at time zone 'Europe/London')::date::text from searches where searches.transaction_id = transactions.id) as searches_ordered,
      (select first_name || ' ' || last_name from users where users.id = ${who.actor_id}) as sender
    from transactions
    join properties on properties.id = transactions.property_id
    join addresses on addresses.id = properties.address_id
    left join lateral (
      select exchanged, completed from purchase_intents
      where purchase_intents.transaction_id = transactions.id
        and (purchase_intents.id = ${purchase_intent_id}
          or (${purchase_intent_id}::text is null and is_active))
      limit 1) as purchase on true
    where transactions.id = ${transaction_id}`.execute(db);
  return facts ?? null;
}
