import { z } from "zod";
import { defineAction, refuseIfEnded } from "./action.ts";
import {
  describePause,
  NOT_PAUSED,
  readPause,
  showPause,
  storedPause,
  writePause,
} from "./pause.server.ts";
import { undoInstead } from "./undo-instead.server.ts";

/** Ends the pause of a matter. */
export const resumePausedMatter = defineAction({
  kind: "resume_paused_matter",
  title: "Resume this paused matter",
  event: "sale_pause_ended",
  form: z.object({}).transform(() => NOT_PAUSED),
  stored: storedPause,
  read: readPause,
  write: writePause,
  show: showPause,
  describe: describePause,
  refusal: (facts, { transaction_id }, db) =>
    facts.is_paused
      ? (refuseIfEnded(facts) ?? undoInstead(db, { transaction_id, kind: "pause_matter" }))
      : "This matter isn’t paused.",
  undoRefusal: refuseIfEnded,
});
