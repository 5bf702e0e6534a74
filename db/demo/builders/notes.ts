import type { SeedRows } from "../seed-builder.ts";
import type { Matter } from "../content/matters/matter.ts";
import { notes } from "../content/notes.ts";
import { id } from "../deterministic.ts";
import { userId } from "../person.ts";
import { colleague, transactionId } from "./history.ts";

export function addNotes(book: SeedRows, matter: Matter) {
  for (const { day, ...note } of notes[matter.home] ?? []) {
    book.rows.stage_notes.push({
      id: id("stage note", `${matter.home}: ${note.stage}`),
      transaction_id: transactionId(matter),
      ...note,
      author_id: userId(colleague(matter)),
      created_at: book.calendar.at(day, 90),
    });
  }
}
