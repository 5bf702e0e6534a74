import { z } from "zod";
import { londonDay } from "#app/domain/fields/dates.ts";
import { refreshDue, refreshInBatches } from "#app/domain/stages/due.server.ts";
import * as stages from "#app/domain/stages/history.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db, withPatientDatabase } from "#db/connection.ts";
import { defineJob } from "./job.ts";

/** How many matters a report of differences names. */
const MAX_EXAMPLES = 5;

/** Refreshes the matters of a transaction that changed more than 100 of them (db/matter-driver.ts). */
export const refreshMatters = defineJob({
  name: "refresh-matters",
  payload: z.object({ ids: z.array(z.string()) }),
  run: ({ ids }) => refreshInBatches(db, ids),
});

/** Runs at five past midnight in London. */
export const refreshDueMatters = defineJob({
  name: "refresh-due-matters",
  payload: z.object({}),
  // Five past midnight in London is at one of these hours.
  at: "5 0,23 * * *",
  missed: "fill=1d&max=3",
  async run() {
    return `Matters updated for today: ${await refreshDue(db)}.`;
  },
});

/** Compares, nightly and after migrations, the row of every matter with its facts, and calculates how long stages take. */
export const keepStages = defineJob({
  name: "keep-stages",
  payload: z.object({}),
  at: "17 0 * * *",
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
