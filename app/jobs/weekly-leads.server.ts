import { isTimeForWeeklyLeads, queueWeeklyLeads } from "#app/domain/leads/weekly-leads.server.ts";
import { payloads } from "#app/queue/jobs.ts";
import { db } from "#db/connection.ts";
import { defineJob } from "./job.ts";

/**
 * Mondays at nine in London: the weekly leads email (AMB-G08). The crontab knows no time zones, so it asks at each hour
 * that can be nine there, and all but one are let go. Run by hand it does not ask the clock.
 */
export const weeklyLeads = defineJob({
  payload: payloads["weekly-leads"],
  async run({ _cron }) {
    if (_cron && !isTimeForWeeklyLeads(_cron.ts)) return "It is not nine on a Monday in London.";
    const people = await queueWeeklyLeads(db, _cron?.ts ?? new Date());
    return `${people} people are subscribed: this week's leads email is queued for each who has not had it, and the worker sends it.`;
  },
});
