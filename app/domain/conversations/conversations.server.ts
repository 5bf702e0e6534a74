import { sql } from "kysely";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import type { Db } from "#db/connection.ts";
import {
  afterMessage,
  effectOf,
  type MessageKind,
  type StoredState,
} from "./conversation-state.ts";

export const conversationNotFound = () => new NotFoundError("Conversation not found");

/** Version of a conversation that has just been created, and of a side that has none yet. */
export const FIRST_VERSION = 1;

/**
 * Returns the id of the conversation of a matter’s side, and creates it if there is none. Locks it
 * until the database transaction ends.
 * @param place.purchase_intent_id purchase whose buyers take part; null for the sellers’ side
 */
export async function openConversation(
  trx: Db,
  place: { transaction_id: string; purchase_intent_id: string | null },
): Promise<string> {
  const { transaction_id, purchase_intent_id } = place;
  const side = purchase_intent_id === null ? "seller" : "buyer";
  // The update changes nothing. It locks the row, and finds one that a concurrent request inserted.
  const { rows } = await sql<{ id: string }>`
    insert into conversations (transaction_id, purchase_intent_id, side, state, last_message_at)
    values (${transaction_id}, ${purchase_intent_id}, ${side}, 'closed', 'epoch')
    on conflict (transaction_id, coalesce(purchase_intent_id, '')) where transaction_id is not null
      do update set version = conversations.version
    returning id::text`.execute(trx);
  return onlyId(rows);
}

/**
 * Returns the id of the conversation with a sender whose emails fit no matter, and creates it if
 * there is none. An email without a sender gets a conversation each time.
 */
export async function openSenderConversation(trx: Db, sender: string | null): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into conversations (sender, state, last_message_at)
    values (${sender}, 'closed', 'epoch')
    on conflict (sender) where sender is not null
      do update set version = conversations.version
    returning id::text`.execute(trx);
  return onlyId(rows);
}

function onlyId(rows: readonly { id: string }[]): string {
  const [row] = rows;
  if (!row) throw new Error("The conversation was not inserted");
  return row.id;
}

type NewMessage = {
  conversation_id: string;
  kind: MessageKind;
  /** Time of the message; defaults to now. */
  at?: Date;
  author_id?: string | null;
  inbound_email_id?: string;
  email_log_id?: string;
  text?: string;
  /** The other person of a phone call, or the author of a firm’s message. */
  spoke_with?: string;
  /** Address of the author of a firm’s message. */
  firm_email?: string;
  /** Length of a phone call in minutes. */
  call_minutes?: number | null;
  sent_to?: readonly string[];
  subject?: string;
  idempotency_key?: string;
  document_ids?: readonly string[];
  /** True for an automatic reply or a bounce. */
  is_automatic?: boolean;
  /** True if staff wrote it as the answer. */
  is_answer?: boolean;
};

/**
 * Adds a message to a conversation and updates the state of the conversation. All messages are
 * added here.
 * @returns the id of the message; null if this email, or this form, has been stored before
 * @throws NotFoundError
 */
export async function addMessage(trx: Db, message: NewMessage): Promise<string | null> {
  const { conversation_id, kind, at = new Date(), document_ids = [] } = message;
  const before = await lockConversation(trx, conversation_id);
  const row = await trx
    .insertInto("messages")
    .values({
      ...{ conversation_id, kind, at },
      author_id: message.author_id ?? null,
      inbound_email_id: message.inbound_email_id ?? null,
      email_log_id: message.email_log_id ?? null,
      text: message.text ?? null,
      spoke_with: message.spoke_with ?? null,
      firm_email: message.firm_email ?? null,
      call_minutes: message.call_minutes ?? null,
      sent_to: message.sent_to ? [...message.sent_to] : null,
      subject: message.subject ?? null,
      idempotency_key: message.idempotency_key ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) return null;
  if (document_ids.length > 0) {
    await trx
      .insertInto("message_documents")
      .values(document_ids.map((document_id) => ({ message_id: row.id, document_id })))
      .execute();
  }
  const { is_automatic = false, is_answer = false } = message;
  const effect = effectOf({ kind, is_automatic, is_answer });
  // A letter that is sent automatically doesn’t interrupt a colleague who is writing.
  const interrupts = effect !== "none" || Boolean(message.author_id);
  await storeState(trx, conversation_id, afterMessage(before, effect, at), { interrupts });
  return row.id;
}

/**
 * Stores the state of a conversation that the caller has locked.
 * @param options.interrupts true if a colleague who is writing an answer must see the change first
 */
export async function storeState(
  trx: Db,
  conversation_id: string,
  after: StoredState,
  { interrupts }: { interrupts: boolean },
): Promise<void> {
  const { state, snoozed_until, unanswered_since, answer_by, unanswered, last_message_at } = after;
  await trx
    .updateTable("conversations")
    .set({ state, snoozed_until, unanswered_since, answer_by, unanswered, last_message_at })
    .set((eb) => ({ version: interrupts ? eb("version", "+", 1) : eb.ref("version") }))
    .where("id", "=", conversation_id)
    .execute();
}

/**
 * Locks a conversation until the database transaction ends, and its matter first. A change of the
 * matter’s handler locks them in the same order, and so does the commit of a change.
 * @throws NotFoundError
 */
export async function lockConversation(trx: Db, id: string) {
  if (!isObjectId(id)) throw conversationNotFound();
  await trx
    .selectFrom("transactions")
    .select("id")
    .where("id", "in", (eb) =>
      eb.selectFrom("conversations").select("transaction_id").where("id", "=", id),
    )
    .forNoKeyUpdate()
    .execute();
  return trx
    .selectFrom("conversations")
    .select(["id", "transaction_id", "purchase_intent_id", "side", "sender", "handler_id"])
    .select(["state", "snoozed_until", "unanswered_since", "answer_by", "unanswered"])
    .select(["last_message_at", "version"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow(conversationNotFound);
}

export type LockedConversation = Awaited<ReturnType<typeof lockConversation>>;

/**
 * Returns the purchase to whose conversation a person’s emails about a matter belong; null for the
 * sellers’ side, to which unknown senders belong too. The buyers’ solicitor belongs to the active
 * purchase, or to the newest if none is active.
 */
export async function findPurchaseOf(
  db: Db,
  { transaction_id, address }: { transaction_id: string; address: string | null },
): Promise<string | null> {
  if (address === null) return null;
  const known = await db
    .selectFrom("conversation_addresses")
    .select("purchase_intent_id")
    .where("transaction_id", "=", transaction_id)
    .where("email", "=", address)
    .orderBy("is_buyer")
    .orderBy("is_active", "desc")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (known) return known.purchase_intent_id;
  const by_hand = await db
    .selectFrom("matched_senders")
    .select("purchase_intent_id")
    .where("transaction_id", "=", transaction_id)
    .where("email", "=", address)
    .executeTakeFirst();
  return by_hand?.purchase_intent_id ?? null;
}
