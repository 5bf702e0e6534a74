import { expressionBuilder, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { freeText, staffTextLine } from "#app/domain/fields/free-text.server.ts";
import { lockMatter, transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import { STAGE_NAMES, type StageName } from "#app/domain/transactions/stage-facts.ts";
import { type Edit, saveDeletion } from "#app/domain/versions/save-change.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { NOTE_READERS, type NoteReader } from "./note-readers.ts";
import { tooLong } from "#app/domain/fields/messages.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";

/** What staff tell customers beside a stage of their matter. */

export const StageNoteForm = z.object({
  stage: z.enum(STAGE_NAMES, { error: "Choose a stage" }),
  reader: z.enum(NOTE_READERS, { error: "Choose who can read it" }),
  note: freeText("Enter a note", tooLong("Note"), { read: staffTextLine }),
});
type NewNote = z.output<typeof StageNoteForm>;

/** A note as a page shows it: by the first name of whoever wrote it. */
type StageNote = {
  id: string;
  stage: StageName;
  reader: NoteReader;
  note: string;
  first_name: string;
  created_at: string;
};

/**
 * The notes of a matter, the oldest first, in a query of `transactions`.
 *
 * @param side whose they are: those for the other side alone are left out. Staff read all.
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

/** All notes of a matter, for staff: no owner narrows it. */
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
  await reader.shown({ record: { type: "transaction", id: transaction_id } });
  return notes;
}

/** @throws NotFoundError "Transaction not found", also for what is no id */
export async function addStageNote(
  trx: Db,
  transaction_id: string,
  note: NewNote,
  { actor }: { actor: Actor },
): Promise<void> {
  await lockMatter(trx, transaction_id);
  await trx
    .insertInto("stage_notes")
    .values({ transaction_id, ...note, author_id: actor.id })
    .execute();
  await recordAudit(trx, {
    actor,
    action: "stage_note_added",
    subject: { type: "transaction", id: transaction_id },
  });
}

/** A note within its matter: staff name both, and one of another matter is not found. */
type NotePlace = { transaction_id: string; note_id: string };

const missing = () => new NotFoundError("Note not found");

/** @throws NotFoundError "Note not found", also for what is no id */
export async function readStageNote(
  db: Db,
  reader: StaffReader,
  place: NotePlace,
): Promise<NewNote> {
  const part = await noteAt(db, place).executeTakeFirstOrThrow(missing);
  await reader.shown({ record: { type: "transaction", id: place.transaction_id } });
  return part;
}

/**
 * Takes a note back: customers do not see it any more, and it is gone.
 *
 * @throws ChangedMeanwhileError, NotFoundError
 */
export async function takeBackStageNote(db: Db, place: NotePlace, edit: Edit): Promise<void> {
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
