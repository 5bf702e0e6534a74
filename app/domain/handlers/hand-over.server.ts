import { sql } from "kysely";
import { z } from "zod";
import { type Actor, fullNameSql } from "#app/domain/audit/audit.server.ts";
import { addMessage, openConversation } from "#app/domain/conversations/conversations.server.ts";
import { EmailNotNeededError, DomainError } from "#app/domain/errors.ts";
import { recordEvent, recordStaffEvent } from "#app/domain/events/events.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { chosenId } from "#app/domain/shared/form-rules.server.ts";
import { freeText, staffTextLines } from "#app/domain/shared/free-text.server.ts";
import { tooLong } from "#app/domain/shared/messages.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import {
  lockMatter,
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { type Edit, saveChange } from "#app/domain/versions/save-change.server.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { queuedEmail } from "#app/queue/email.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { lockHandler } from "./handlers.server.ts";

export const matterHandedOverEmail = queuedEmail(
  "matter_handed_over",
  z.object({
    matter_ids: z.array(z.string()),
    handler_id: z.string(),
    by_id: z.string(),
    /** The note in the conversation of the first matter. */
    message_id: z.string(),
  }),
);

/** Largest number of matters that are handed over at once. */
export const MOST_MATTERS = 100;

const LONGEST_NOTE = 1000;

export const HandOverForm = z.object({
  handler_id: chosenId("Choose a colleague"),
  note: freeText("Enter a note", tooLong("Note", LONGEST_NOTE), {
    max: LONGEST_NOTE - 1,
    read: staffTextLines,
  }),
});
type HandOver = z.output<typeof HandOverForm>;

/** Reads the handler of a matter for the form that hands it over. @throws NotFoundError */
export async function readHandOver(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
): Promise<{ handler_id: string | null }> {
  requireTransactionId(transaction_id);
  const matter = await db
    .selectFrom("transactions")
    .select("handler_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return matter;
}

/**
 * Gives a matter to another handler, with a note, and emails the handler.
 * @throws EditConflictError, NotFoundError; DomainError if the colleague cannot handle matters
 */
export async function handOver(
  db: Db,
  transaction_id: string,
  { handler_id, note }: HandOver,
  edit: Edit,
): Promise<void> {
  await saveChange(db, {
    ...edit,
    action: "matter_handed_over",
    subject: { type: "transaction", id: transaction_id },
    yours: { handler_id },
    async read(trx) {
      requireTransactionId(transaction_id);
      await lockMatter(trx, transaction_id);
      return readHandOver(trx, service, transaction_id);
    },
    async write(trx, before) {
      const to = { id: handler_id, name: await lockHandler(trx, handler_id) };
      const from = before.handler_id;
      await writeHandOver(trx, [{ id: transaction_id, from }], to, { note, ...edit });
    },
  });
}

/**
 * Gives several matters to a handler, with one note and one email. Matters that the colleague
 * already handles don't change.
 * @returns the number of matters whose handler has changed
 * @throws DomainError if the colleague cannot handle matters, or for more than 100 matters
 */
export async function handOverMany(
  trx: Db,
  transaction_ids: readonly string[],
  { handler_id, note }: HandOver,
  { actor }: { actor: Actor },
): Promise<number> {
  if (transaction_ids.length > MOST_MATTERS) {
    throw new DomainError(`Choose at most ${MOST_MATTERS} matters`);
  }
  const to = { id: handler_id, name: await lockHandler(trx, handler_id) };
  const matters = await trx
    .selectFrom("transactions")
    .select(["id", "handler_id as from"])
    .where("id", "in", [...transaction_ids.filter(isObjectId), ""])
    .where("handler_id", "is distinct from", handler_id)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  await writeHandOver(trx, matters, to, { note, actor, audited: true });
  return matters.length;
}

/**
 * Gives all open matters of a handler to a colleague, or to no one if `handler_id` is null.
 * @returns the number of matters
 */
export async function handOverAll(
  trx: Db,
  from: string,
  { handler_id, note }: { handler_id: string | null; note: string },
  { actor }: { actor: Actor },
): Promise<number> {
  const to = handler_id && { id: handler_id, name: await lockHandler(trx, handler_id) };
  const matters = await trx
    .selectFrom("transactions")
    .select(["transactions.id", "transactions.handler_id as from"])
    .where("transactions.handler_id", "=", from)
    .where(isOpenSql)
    .orderBy("transactions.id")
    .forNoKeyUpdate()
    .execute();
  await writeHandOver(trx, matters, to || null, { note, actor, audited: true });
  return matters.length;
}

/** SQL condition on `transactions`: true until the sale has completed or has ended. */
export const isOpenSql = sql<boolean>`not exists (select from listed_transactions as listed
  where listed.id = transactions.id and listed.stage in ('completed', 'aborted'))`;

type Handed = { id: string; from: string | null };

/**
 * Stores the new handler of matters that are locked, with an event and an internal note each, and
 * one email to the new handler. A person who takes over matters themselves gets no email.
 */
async function writeHandOver(
  trx: Db,
  matters: readonly Handed[],
  to: { id: string; name: string } | null,
  { note, actor, audited = false }: { note: string; actor: Actor; audited?: boolean },
) {
  if (matters.length === 0) return;
  const ids = matters.map(({ id }) => id);
  await trx
    .updateTable("transactions")
    .set({ handler_id: to?.id ?? null })
    .where("id", "in", ids)
    .execute();
  const names = await readNames(trx, matters);
  for (const { id, from } of matters) {
    const before = from === null ? "No handler" : names.get(from);
    const event = {
      transaction_id: id,
      event_name: "matter_handed_over" as const,
      comments: `${before ?? "No handler"} to ${to?.name ?? "no handler"}`,
      request_id: actor.request_id,
    };
    if (audited) await recordStaffEvent(trx, { ...event, actor, fields: ["handler_id"] });
    else await recordEvent(trx, { ...event, author: "admin", author_id: actor.id });
  }
  const notes = [];
  for (const { id } of matters) notes.push(await saveNote(trx, id, { note, actor }));
  const [message_id] = notes;
  if (to === null || to.id === actor.id || message_id === undefined) return;
  const { email } = await trx
    .selectFrom("users")
    .select("email")
    .where("id", "=", to.id)
    .executeTakeFirstOrThrow();
  const props = { matter_ids: ids, handler_id: to.id, by_id: actor.id, message_id };
  await queueEmail(trx, {
    email: matterHandedOverEmail,
    recipient: email,
    user_id: to.id,
    props,
  });
}

/** Saves the note as an internal note of the sellers’ conversation. Returns its id. */
async function saveNote(
  trx: Db,
  transaction_id: string,
  { note, actor }: { note: string; actor: Actor },
): Promise<string> {
  const place = { transaction_id, purchase_intent_id: null };
  const conversation_id = await openConversation(trx, place);
  const message_id = await addMessage(trx, {
    conversation_id,
    kind: "internal_note",
    author_id: actor.id,
    text: note,
  });
  if (message_id === null) throw new Error("The note was not stored");
  return message_id;
}

async function readNames(db: Db, matters: readonly Handed[]) {
  const ids = matters.flatMap(({ from }) => from ?? []);
  const rows = await db
    .selectFrom("users")
    .select(["id", fullNameSql("users").$castTo<string>().as("name")])
    .where("id", "in", [...new Set(ids), ""])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Returns the content of the email to the new handler.
 * @throws EmailNotNeededError if the person no longer handles any of the matters
 */
export async function readHandOverEmail(
  db: Db,
  { matter_ids, handler_id, by_id, message_id }: z.output<typeof matterHandedOverEmail.ids>,
) {
  const rows = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(["transactions.id", "transactions.number"])
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .where("transactions.id", "in", [...matter_ids, ""])
    .where("transactions.handler_id", "=", handler_id)
    .orderBy("transactions.number")
    .execute();
  const [first] = rows;
  if (!first) throw new EmailNotNeededError();
  const note = await db
    .selectFrom("messages")
    .select("text")
    .where("id", "=", message_id)
    .executeTakeFirst();
  const people = await db
    .selectFrom("users")
    .select(["id", "first_name"])
    .where("id", "in", [handler_id, by_id])
    .execute();
  const nameOf = (id: string) => people.find((person) => person.id === id)?.first_name ?? "";
  const only = rows.length === 1 ? first : null;
  return {
    first_name: nameOf(handler_id),
    by: nameOf(by_id),
    // The note is deleted with the data of its matter.
    note: note?.text ?? null,
    matters: rows.map(({ number, address }) => ({
      number: formatMatterNumber(number),
      address: addressLine(address),
    })),
    page: siteUrl(
      only ? paths.admin.transaction(only.id) : paths.admin.transactions({ handler: "mine" }),
    ),
  };
}
