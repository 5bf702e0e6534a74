import { conversationNotFound } from "#app/domain/conversations/conversations.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import type { Db } from "#db/connection.ts";
import { readInboxRows } from "./inbox-rows.server.ts";

/**
 * Returns a conversation for its page in the inbox: its matter, its state, the person who answers
 * it, and the senders whose emails staff have matched to it.
 * @throws NotFoundError
 */
export async function readInboxConversation(db: Db, reader: StaffReader, id: string) {
  if (!isObjectId(id)) throw conversationNotFound();
  const [row] = await readInboxRows(db, [id]);
  if (!row) throw conversationNotFound();
  const { version, handler_id, purchase_intent_id } = await db
    .selectFrom("conversations")
    .select(["version", "handler_id", "purchase_intent_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow(conversationNotFound);
  const { transaction_id } = row;
  const matched =
    transaction_id === null
      ? []
      : await readMatched(db, { transaction_id, purchase_intent_id, id });
  await reader.recordView(
    transaction_id === null
      ? { list: "inbound_emails" }
      : { record: { type: "transaction", id: transaction_id } },
  );
  return { ...row, version, handler_id, purchase_intent_id, matched };
}

/** Most matched senders that the page of a conversation shows. */
const MAX_MATCHED = 10;

/**
 * Reads the senders that staff have matched to a side of a matter. `email_id` is one of the
 * sender’s emails, for links, because an address must not contain an email address.
 */
async function readMatched(
  db: Db,
  {
    transaction_id,
    purchase_intent_id,
    id,
  }: { transaction_id: string; purchase_intent_id: string | null; id: string },
) {
  const rows = await db
    .selectFrom("matched_senders")
    .leftJoin("users", "users.id", "matched_senders.matched_by")
    .select(["matched_senders.email", "matched_senders.matched_at"])
    .select(fullNameSql("users").as("matched_by"))
    .select((eb) =>
      eb
        .selectFrom("inbound_emails")
        .innerJoin("messages", "messages.inbound_email_id", "inbound_emails.id")
        .select("inbound_emails.id")
        .whereRef("inbound_emails.from_email", "=", "matched_senders.email")
        .where("messages.conversation_id", "=", id)
        .limit(1)
        .as("email_id"),
    )
    .where("matched_senders.transaction_id", "=", transaction_id)
    .where("matched_senders.purchase_intent_id", "is not distinct from", purchase_intent_id)
    .orderBy("matched_senders.matched_at", "desc")
    .limit(MAX_MATCHED)
    .execute();
  return rows.flatMap(({ email_id, ...row }) => (email_id === null ? [] : [{ ...row, email_id }]));
}
