import { z } from "zod";
import { londonDay } from "#app/domain/fields/dates.ts";
import * as stages from "#app/domain/stages/history.server.ts";
import { report } from "#app/observability/report.server.ts";
import { withPatientDatabase } from "#db/connection.ts";
import { defineJob } from "./job.ts";

/** How many matters a report of differences names. */
const MAX_EXAMPLES = 5;

/** Nightly: brings the stages of matters up to the day, reckons how long they take, and compares what is kept with the facts. */
export const keepStages = defineJob({
  name: "keep-stages",
  payload: z.object({}),
  at: "7 0 * * *",
  missed: "fill=1d&max=3",
  async run() {
    const today = londonDay(new Date());
    const kept = await withPatientDatabase((db) => stages.keepStages(db, today));
    const { refreshed, matters, spans, different } = kept;
    const examples = different.slice(0, MAX_EXAMPLES).join(", ");
    const said = `Matters checked: ${matters}. Stored in the wrong stage: ${different.length}${examples && `, such as ${examples}`}. Updated: ${refreshed}. New stage durations: ${spans}.`;
    if (different.length > 0) report(new Error(said), { what: "stages of matters" });
    return said;
  },
});
