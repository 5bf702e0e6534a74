import { z } from "zod";
import { refreshChasesInBatches } from "#app/domain/chases/refresh-due-chases.server.ts";
import { checkDesk, refreshDeskInBatches } from "#app/domain/desk/check-desk.server.ts";
import { refreshRequestsInBatches } from "#app/domain/documents/request-documents.server.ts";
import { countWorkloads } from "#app/domain/handlers/workload.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { listDue, refreshInBatches } from "#app/domain/stages/refresh-due.server.ts";
import * as stages from "#app/domain/stages/duration-stats.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db, withLongQueries } from "#db/connection.ts";
import { defineJob } from "./job.ts";

const MAX_EXAMPLES = 5;

/**
 * Refreshes the rows of matters in `listed_transactions`, and their document requests, questions to
 * firms and work at the desk, after a transaction that changed more than 100 matters
 * (db/matter-driver.ts).
 */
export const refreshMatters = defineJob({
  name: "refresh-matters",
  payload: z.object({ ids: z.array(z.string()) }),
  async run({ ids }) {
    await refreshInBatches(db, ids);
    await refreshRequestsInBatches(db, ids);
    await refreshChasesInBatches(db, ids);
    await refreshDeskInBatches(db, ids);
  },
});

/**
 * Refreshes the rows of matters in `listed_transactions` that change because of today's date, at
 * 00:05 in London.
 */
export const refreshDueMatters = defineJob({
  name: "refresh-due-matters",
  payload: z.object({}),
  // 00:05 in London is 00:05 in UTC in winter and 23:05 in summer.
  at: "5 0,23 * * *",
  missed: "fill=1d&max=3",
  async run() {
    const ids = await listDue(db);
    await refreshInBatches(db, ids);
    await refreshRequestsInBatches(db, ids);
    await refreshChasesInBatches(db, ids);
    await refreshDeskInBatches(db, ids);
    return `Matters updated for today: ${ids.length}.`;
  },
});

/**
 * Checks the stored stage of every matter, each night and after migrations, and computes how long
 * stages take.
 */
export const refreshStages = defineJob({
  name: "keep-stages",
  payload: z.object({}),
  at: "17 0 * * *",
  missed: "fill=1d&max=3",
  async run() {
    const today = londonDay(new Date());
    // The rows of matters that are due differ as expected, so their desk is refreshed uncounted.
    const due = await listDue(db);
    const result = await withLongQueries((db) => stages.refreshStages(db, today));
    const { refreshed, matters, spans, different } = result;
    const examples = different.slice(0, MAX_EXAMPLES).join(", ");
    const message = `Matters checked: ${matters}. Stored in the wrong stage: ${different.length}${examples && `, such as ${examples}`}. Updated: ${refreshed}. New stage durations: ${spans}.`;
    if (different.length > 0) report(new Error(message), { what: "stages of matters" });
    await refreshDeskInBatches(db, due);
    const desk = await withLongQueries((db) => checkDesk(db));
    const checked = `Matters with wrong work at the desk: ${desk.length}.`;
    if (desk.length > 0) report(new Error(checked), { what: "work at the desk" });
    return `${message} ${checked}`;
  },
});

/** Counts the matters and conversations of each handler for the workload page, each minute. */
export const countWork = defineJob({
  name: "count-workloads",
  payload: z.object({}),
  at: "* * * * *",
  missed: "max=3",
  run: () => countWorkloads(db, new Date()),
});
