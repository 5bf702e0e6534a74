import { z } from "zod";
import { type Actor, fullNameSql, recordAudit } from "#app/domain/audit/audit.server.ts";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { checkboxField } from "#app/domain/shared/form-rules.server.ts";
import { freeText, staffTextLine, staffTextLines } from "#app/domain/shared/free-text.server.ts";
import { tooLong, tooManyCharacters } from "#app/domain/shared/messages.ts";
import { listStaffRecipients } from "#app/domain/staff/stand-ins.server.ts";
import { paths } from "#app/paths.ts";
import { queuedEmail } from "#app/queue/email.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { Db } from "#db/connection.ts";
import { addMessage, lockConversation } from "./conversations.server.ts";
import { recordChange, requireColleague } from "./state.server.ts";

export const noteMentionEmail = queuedEmail(
  "note_mention",
  z.object({ message_id: z.string(), user_id: z.string() }),
);

const MAX_NOTE = 4_000;
const texts = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => [value ?? []].flat());

/** Form for a note that only staff can read. */
export const InternalNoteForm = z.object({
  form_key: z.string().min(1).max(300),
  note: freeText("Enter a note", tooManyCharacters(MAX_NOTE), {
    max: MAX_NOTE,
    read: staffTextLines,
  }),
  mentions: texts,
});

/** Form for a note about a phone call. */
export const PhoneNoteForm = z.object({
  form_key: z.string().min(1).max(300),
  spoke_with: freeText("Enter who you spoke with", tooLong("Name"), {
    max: 200,
    read: staffTextLine,
  }),
  call_minutes: z
    .string()
    .trim()
    .optional()
    .transform((typed) => (typed ? Number(typed) : null))
    .refine(
      (minutes) =>
        minutes === null || (Number.isInteger(minutes) && minutes >= 0 && minutes <= 600),
      "Enter whole minutes, from 0 to 600",
    ),
  call: freeText("Enter what you discussed", tooManyCharacters(MAX_NOTE), {
    max: MAX_NOTE,
    read: staffTextLines,
  }),
  answered: checkboxField(),
});

/**
 * Adds a note that only staff can read, and emails the colleagues whom it mentions, and their
 * stand-ins while they are away. A repeated submit with the same key adds nothing.
 * @throws NotFoundError; DomainError for a colleague without an account
 */
export async function addInternalNote(
  trx: Db,
  note: { conversation_id: string } & z.output<typeof InternalNoteForm>,
  { actor }: { actor: Actor },
): Promise<void> {
  const { conversation_id, form_key, note: text } = note;
  const { transaction_id } = await lockConversation(trx, conversation_id);
  const mentions = [...new Set(note.mentions)].filter((user_id) => user_id !== actor.id);
  for (const user_id of mentions) await requireColleague(trx, user_id);
  const message_id = await addMessage(trx, {
    conversation_id,
    kind: "internal_note",
    author_id: actor.id,
    text,
    idempotency_key: form_key,
  });
  if (message_id === null) return;
  for (const user_id of mentions) {
    await trx.insertInto("message_mentions").values({ message_id, user_id }).execute();
    for (const recipient of await listStaffRecipients(trx, user_id)) {
      if (recipient.id === actor.id) continue;
      await queueEmail(trx, {
        email: noteMentionEmail,
        recipient: recipient.email,
        user_id: recipient.id,
        props: { message_id, user_id },
        dedupe_key: `note_mention:${message_id}:${user_id}:${recipient.id}`,
      });
    }
  }
  await recordNote(trx, { conversation_id, transaction_id }, "internal_note_added", actor);
}

/**
 * Adds a note about a phone call. It counts as the answer if the author says so.
 * @throws NotFoundError
 */
export async function addPhoneNote(
  trx: Db,
  note: { conversation_id: string } & z.output<typeof PhoneNoteForm>,
  { actor }: { actor: Actor },
): Promise<void> {
  const { conversation_id, form_key, spoke_with, call_minutes, call, answered } = note;
  const { transaction_id } = await lockConversation(trx, conversation_id);
  const message_id = await addMessage(trx, {
    conversation_id,
    kind: "phone_note",
    author_id: actor.id,
    text: call,
    spoke_with,
    call_minutes,
    is_answer: answered,
    idempotency_key: form_key,
  });
  if (message_id === null) return;
  await recordNote(trx, { conversation_id, transaction_id }, "phone_call_noted", actor);
}

async function recordNote(
  trx: Db,
  place: { conversation_id: string; transaction_id: string | null },
  action: "internal_note_added" | "phone_call_noted",
  actor: Actor,
) {
  await recordChange(trx, place.conversation_id, action, actor);
  if (place.transaction_id === null) return;
  const subject = { type: "transaction", id: place.transaction_id };
  await recordAudit(trx, { actor, action, subject });
}

/** Lists the active colleagues whom a note can mention, by name. */
export async function listColleagues(db: Db, reader: Pick<StaffReader, "id">) {
  return db
    .selectFrom("users")
    .select(["id", fullNameSql("users").$notNull().as("name")])
    .where("type", "=", "admin")
    .where("active", "=", true)
    .where("id", "<>", reader.id)
    .orderBy("first_name")
    .orderBy("last_name")
    .limit(200)
    .execute();
}

/**
 * Returns the content of the email to a colleague whom a note mentions. The note’s text stays on
 * our site.
 * @throws EmailNotNeededError if the note was deleted or has been read
 */
export async function readMentionEmail(
  db: Db,
  { message_id, user_id }: { message_id: string; user_id: string },
  { recipient }: { recipient: string },
) {
  const found = await db
    .selectFrom("message_mentions")
    .innerJoin("messages", "messages.id", "message_mentions.message_id")
    .innerJoin("conversations", "conversations.id", "messages.conversation_id")
    .innerJoin("transactions", "transactions.id", "conversations.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .innerJoin("users as author", "author.id", "messages.author_id")
    .innerJoin("users as mentioned", "mentioned.id", "message_mentions.user_id")
    .select(["transactions.id", "addresses.line_1", "conversations.purchase_intent_id"])
    .select((eb) => eb("mentioned.email", "=", recipient).as("is_mentioned"))
    .select(fullNameSql("mentioned").$notNull().as("mentioned"))
    .select(fullNameSql("author").$notNull().as("author"))
    .where("message_mentions.message_id", "=", message_id)
    .where("message_mentions.user_id", "=", user_id)
    .where("message_mentions.read_at", "is", null)
    .executeTakeFirst();
  if (!found) throw new EmailNotNeededError();
  const { id, line_1, author, purchase_intent_id, is_mentioned, mentioned } = found;
  const place = purchase_intent_id ? { purchase: purchase_intent_id } : {};
  return {
    author,
    line_1,
    // The stand-in reads for whom the note is.
    away: is_mentioned ? null : mentioned,
    page: siteUrl(paths.admin.transactionTab.messages(id, place)),
  };
}
