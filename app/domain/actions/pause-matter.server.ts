import { z } from "zod";
import { londonDay } from "#app/domain/shared/dates.ts";
import { dateInput } from "#app/domain/shared/dates.server.ts";
import { optionalFreeText, staffTextLines } from "#app/domain/shared/free-text.server.ts";
import { tooManyCharacters } from "#app/domain/shared/messages.ts";
import { toDateParts } from "#app/domain/transactions/significant-dates.ts";
import { type ActionFacts, defineAction, refuseIfEnded } from "./action.ts";
import { describePause, readPause, showPause, storedPause, writePause } from "./pause.server.ts";

const MAX_NOTE = 2000;

/** The confirmation page posts the day as text, such as "2026-12-04". */
const untilInput = z.preprocess(
  (typed) => (typeof typed === "string" ? toDateParts(typed || null) : typed),
  dateInput(),
);

/** Pauses a matter, until a day if staff know one, or changes that day. */
export const pauseMatter = defineAction({
  kind: "pause_matter",
  title: "Pause this matter",
  event: "sale_paused",
  form: z
    .object({
      paused_until: untilInput,
      pause_note: optionalFreeText(tooManyCharacters(MAX_NOTE), {
        max: MAX_NOTE,
        read: staffTextLines,
      }),
    })
    .transform((typed, context) => {
      const paused_on = londonDay(new Date());
      if (typed.paused_until === null || typed.paused_until > paused_on) {
        return { paused_on, ...typed };
      }
      const message = "Enter a day after today";
      context.addIssue({ code: "custom", path: ["paused_until"], message });
      return z.NEVER;
    }),
  stored: storedPause,
  read: readPause,
  write: writePause,
  show: showPause,
  describe: describePause,
  refusal,
  undoRefusal: refusal,
});

function refusal(facts: ActionFacts): string | null {
  if (facts.end === "exchanged") {
    return "Contracts have been exchanged, so this matter can’t be paused.";
  }
  return refuseIfEnded(facts);
}
