import { queuedEmail } from "#app/queue/email.ts";
import { expressionBuilder, sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { NotFoundError, EmailNotNeededError } from "#app/domain/errors.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { checkboxField } from "#app/domain/shared/form-rules.server.ts";
import { greetingName, uniqueMailboxes } from "#app/domain/shared/names.ts";
import { freeText, staffTextLine } from "#app/domain/shared/free-text.server.ts";
import { lockMatter, transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import { STAGE_NAMES, type StageName } from "#app/domain/transactions/stage-facts.ts";
import { type Edit, saveDeletion } from "#app/domain/versions/save-change.server.ts";
import { selectContacts } from "#app/domain/transactions/matter-parts.server.ts";
import { paths } from "#app/paths.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { NOTE_READERS, type NoteReader } from "./note-readers.ts";
import { tooLong } from "#app/domain/shared/messages.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";

export const staffNoteEmail = queuedEmail(
  "staff_note",
  z.object({
    transaction_id: z.string(),
    stage_note_id: z.string(),
    side: z.enum(["seller", "buyer"]),
  }),
);

export const StageNoteForm = z.object({
  stage: z.enum(STAGE_NAMES, { error: "Choose a stage" }),
  reader: z.enum(NOTE_READERS, { error: "Choose who can read it" }),
  note: freeText("Enter a note", tooLong("Note"), { read: staffTextLine }),
  email_now: checkboxField(),
});
type NewNote = z.output<typeof StageNoteForm>;

type StageNote = {
  id: string;
  stage: StageName;
  reader: NoteReader;
  note: string;
  first_name: string;
  created_at: string;
};

/**
 * Selects the notes that a side can read, or all notes for staff, oldest first. For use in a query
 * of `transactions`.
 */
export function selectStageNotes(side: "seller" | "buyer" | "staff") {
  return jsonArrayFrom(
    expressionBuilder<DB, "transactions">()
      .selectFrom("stage_notes")
      .innerJoin("users", "users.id", "stage_notes.author_id")
      .select(["stage_notes.id", "stage_notes.stage", "stage_notes.reader", "stage_notes.note"])
      .select(["users.first_name", sql<string>`stage_notes.created_at`.as("created_at")])
      .whereRef("stage_notes.transaction_id", "=", "transactions.id")
      .$if(side !== "staff", (notes) =>
        notes.where("stage_notes.reader", "in", ["both", side === "buyer" ? "buyer" : "seller"]),
      )
      .orderBy("stage_notes.created_at")
      .orderBy("stage_notes.id"),
  );
}

/**
 * Lists all notes on a matter’s stages. Only staff may use this function: it does not check whose
 * matter it is.
 */
export async function listStageNotes(
  db: Db,
  reader: StaffReader,
  transaction_id: string,
): Promise<StageNote[]> {
  const { notes } = await db
    .selectFrom("transactions")
    .select(selectStageNotes("staff").as("notes"))
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return notes;
}

/**
 * Adds a note to a stage of a matter, and emails it if staff requested that.
 * @throws NotFoundError
 */
export async function addStageNote(
  trx: Db,
  transaction_id: string,
  { email_now, ...note }: NewNote,
  { actor }: { actor: Actor },
): Promise<void> {
  await lockMatter(trx, transaction_id);
  const { id } = await trx
    .insertInto("stage_notes")
    .values({ transaction_id, ...note, author_id: actor.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (email_now) await emailNote(trx, transaction_id, { id, reader: note.reader });
  await recordAudit(trx, {
    actor,
    action: "stage_note_added",
    subject: { type: "transaction", id: transaction_id },
  });
}

/**
 * Returns a matter’s sellers and active buyers, who can read notes. Only staff may use this
 * function: it does not check whose matter it is.
 * @throws NotFoundError
 */
export async function readNoteReaders(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
) {
  const { seller, purchase } = await db
    .selectFrom("transactions")
    .select((eb) => [
      selectContacts("seller").as("seller"),
      jsonObjectFrom(
        eb
          .selectFrom("purchase_intents")
          .select(selectContacts("buyer").as("buyers"))
          .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
          .where("purchase_intents.is_active", "=", true),
      ).as("purchase"),
    ])
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return { seller, buyer: purchase?.buyers ?? [] };
}

async function emailNote(
  trx: Db,
  transaction_id: string,
  { id, reader }: { id: string; reader: NoteReader },
) {
  const people = await readNoteReaders(trx, service, transaction_id);
  for (const side of ["seller", "buyer"] as const) {
    if (reader !== "both" && reader !== side) continue;
    for (const recipient of uniqueMailboxes(people[side])) {
      const props = { transaction_id, stage_note_id: id, side };
      await queueEmail(trx, { email: staffNoteEmail, recipient, transaction_id, props });
    }
  }
}

/**
 * Returns the content of the email about a note.
 * @throws EmailNotNeededError if the note was deleted, or the recipient is no longer on the side
 * that can read it
 */
export async function readNoteEmail(
  db: Db,
  { transaction_id, stage_note_id, side }: z.output<typeof staffNoteEmail.ids>,
  { recipient }: { recipient: string },
) {
  const { note, author, address } = await db
    .selectFrom("stage_notes")
    .innerJoin("users", "users.id", "stage_notes.author_id")
    .innerJoin("transactions", "transactions.id", "stage_notes.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(["stage_notes.note", "users.first_name as author"])
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .where("stage_notes.id", "=", stage_note_id)
    .where("stage_notes.transaction_id", "=", transaction_id)
    .where("stage_notes.reader", "in", ["both", side])
    .executeTakeFirstOrThrow(() => new EmailNotNeededError());
  const people = await readNoteReaders(db, service, transaction_id);
  const dashboard = side === "seller" ? paths.dashboard.sell : paths.dashboard.buy;
  return {
    first_name: greetingName(people[side], recipient),
    author,
    note,
    noun: side === "seller" ? ("sale" as const) : ("purchase" as const),
    property: addressLine(address),
    dashboard: siteUrl(dashboard(transaction_id)),
  };
}

type NotePlace = { transaction_id: string; note_id: string };

const missing = () => new NotFoundError("Note not found");

/** Reads a note on a stage. @throws NotFoundError */
export async function readStageNote(
  db: Db,
  reader: StaffReader,
  place: NotePlace,
): Promise<Omit<NewNote, "email_now">> {
  const part = await noteAt(db, place).executeTakeFirstOrThrow(missing);
  await reader.recordView({ record: { type: "transaction", id: place.transaction_id } });
  return part;
}

/** Deletes a note on a stage. @throws EditConflictError, NotFoundError */
export async function deleteStageNote(db: Db, place: NotePlace, edit: Edit): Promise<void> {
  await saveDeletion(db, {
    ...edit,
    action: "stage_note_taken_back",
    subject: { type: "transaction", id: place.transaction_id },
    read: (trx) => noteAt(trx, place).forUpdate().executeTakeFirstOrThrow(missing),
    remove: (trx) => trx.deleteFrom("stage_notes").where("id", "=", place.note_id).execute(),
  });
}

function noteAt(db: Db, { transaction_id, note_id }: NotePlace) {
  if (!isObjectId(transaction_id) || !isObjectId(note_id)) throw missing();
  return db
    .selectFrom("stage_notes")
    .select(["stage", "reader", "note"])
    .where("id", "=", note_id)
    .where("transaction_id", "=", transaction_id);
}
