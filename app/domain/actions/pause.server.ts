/** Storage of the pause of a matter, for the actions that pause it and resume it. */

import { z } from "zod";
import { dayInWords } from "#app/domain/shared/dates.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import type { ActionPlace, ShownValue } from "./action.ts";
import { NO_DAY, NOT_PAUSED_TEXT } from "./ending-words.ts";

export const storedPause = z.object({
  paused_on: z.string().nullable(),
  paused_until: z.string().nullable(),
  pause_note: z.string().nullable(),
});
type Pause = z.output<typeof storedPause>;

export const NOT_PAUSED: Pause = { paused_on: null, paused_until: null, pause_note: null };

/** Reads whether a matter is paused, until when, and the note. @throws NotFoundError */
export function readPause(db: Db, { transaction_id }: ActionPlace): Promise<Pause> {
  return db
    .selectFrom("transactions")
    .select(["paused_on", "paused_until", "pause_note"])
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
}

/** Stores the pause of a matter, or ends it. */
export function writePause(trx: Db, { transaction_id }: ActionPlace, pause: Pause) {
  return trx.updateTable("transactions").set(pause).where("id", "=", transaction_id).execute();
}

export const showPause = ({ paused_on, paused_until, pause_note }: Pause): ShownValue[] => [
  {
    label: "Paused until",
    text:
      paused_on === null
        ? NOT_PAUSED_TEXT
        : paused_until === null
          ? NO_DAY
          : dayInWords(paused_until),
  },
  { label: "Note for staff", text: pause_note ?? "None" },
];

/** Such as "Matter paused until Friday 4 December 2026". */
export function describePause({ after }: { after: Pause }): string {
  if (after.paused_on === null) return "Pause ended";
  return after.paused_until === null
    ? "Matter paused"
    : `Matter paused until ${dayInWords(after.paused_until)}`;
}
