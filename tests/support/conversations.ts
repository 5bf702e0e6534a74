import { insertPerson, insertSale } from "#tests/db/people.ts";
import type { Db } from "#db/connection.ts";

let inserted = 0;

/** Inserts a matter of a seller, with a handler or none. */
export async function insertMatter(db: Db, handler_id: string | null = null) {
  const seller = await insertPerson(db, `seller-${inserted++}-${crypto.randomUUID()}@example.com`);
  const sale = await insertSale(db, seller.id);
  const { number } = await db
    .updateTable("transactions")
    .set({ handler_id })
    .where("id", "=", sale.id)
    .returning("number")
    .executeTakeFirstOrThrow();
  return { ...sale, number, seller };
}

type Place = { transaction_id: string; author_id: string } | { sender: string };

type State = {
  state?: "open" | "answered" | "closed";
  handler_id?: string | null;
  snoozed_until?: string;
  /** Time of the last message, and since when the conversation waits if it is open. */
  at?: Date;
  answer_by?: Date;
  unanswered?: number;
  text?: string;
};

/** Inserts a conversation with one message: from the customer’s page, or an email of the sender. */
export async function insertConversation(db: Db, place: Place, state: State = {}) {
  const { state: name = "open", at = new Date(), text = "Who do I phone?", ...more } = state;
  const isMatter = "transaction_id" in place;
  const { id } = await db
    .insertInto("conversations")
    .values({
      transaction_id: isMatter ? place.transaction_id : null,
      side: isMatter ? "seller" : null,
      sender: isMatter ? null : place.sender,
      state: name,
      unanswered_since: name === "open" ? at : null,
      last_message_at: at,
      handler_id: more.handler_id ?? null,
      snoozed_until: more.snoozed_until ?? null,
      answer_by: more.answer_by ?? null,
      unanswered: more.unanswered ?? (name === "open" ? 1 : 0),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const email = isMatter ? null : await insertEmail(db, place.sender, { at, text });
  await db
    .insertInto("messages")
    .values({
      conversation_id: id,
      at,
      kind: isMatter ? "page_message" : "email_received",
      author_id: isMatter ? place.author_id : null,
      inbound_email_id: email,
      text: isMatter ? text : null,
    })
    .execute();
  return id;
}

async function insertEmail(db: Db, from_email: string, { at, text }: { at: Date; text: string }) {
  const { id } = await db
    .insertInto("inbound_emails")
    .values({
      message_id: crypto.randomUUID(),
      from_email,
      from_name: "Sam Stranger",
      subject: "A question",
      text_body: text,
      received_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
