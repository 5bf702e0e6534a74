import { z } from "zod";
import { stopChecksJob } from "#app/domain/identity-checks/stop-checks.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import {
  freeText,
  optionalFreeText,
  staffTextLine,
  staffTextLines,
} from "#app/domain/shared/free-text.server.ts";
import { tooLong, tooManyCharacters } from "#app/domain/shared/messages.ts";
import { readAdminConfig } from "#app/domain/transactions/tags.server.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { defineAction } from "./action.ts";
import { describeEnd, readEnd, showEnd, storedEnd, writeEnd } from "./ending.server.ts";

const MAX_NOTE = 2000;

/** Ends a matter, with or without a buyer. It can be resumed later (ST-3). */
export const endMatter = defineAction({
  kind: "end_matter",
  title: "End this matter",
  event: "sale_ended",
  form: z
    .object({
      end_reason: freeText("Choose the reason", tooLong("Reason"), { read: staffTextLine }),
      end_note: optionalFreeText(tooManyCharacters(MAX_NOTE), {
        max: MAX_NOTE,
        read: staffTextLines,
      }),
    })
    .transform((typed) => ({ ended_on: londonDay(new Date()), ...typed })),
  stored: storedEnd,
  read: readEnd,
  write: writeEnd,
  show: showEnd,
  describe: describeEnd,
  async problem(db, _place, { end_reason }) {
    const { end_reasons } = await readAdminConfig(db);
    // An undo stores that there is no reason.
    if (end_reason === null || end_reasons.includes(end_reason)) return null;
    return { field: "end_reason", message: "Choose a reason from the list" };
  },
  follow: (trx, { action_id, after }) => enqueue(trx, stopChecksJob, { action_id }, { after }),
  refusal({ end, ended_on }) {
    if (end === "completed") return "This sale has completed, so it can’t be ended.";
    return ended_on === null ? null : "This matter has ended.";
  },
  undoRefusal: ({ end }) => (end === "completed" ? "This sale has completed since." : null),
});
