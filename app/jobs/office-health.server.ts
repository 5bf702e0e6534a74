import { readOfficeListings } from "#app/clients/office-health.server.ts";
import { healthWeek, storeOfficeHealth } from "#app/domain/stats/offices.server.ts";
import { payloads } from "#app/queue/jobs.ts";
import { db } from "#db/connection.ts";
import { defineJob } from "./job.ts";

/**
 * Fridays at 17:00 UTC: how many homes each office markets (S-017, AMB-S03). A feed that cannot be read, or is not what it
 * should be, changes nothing, and is asked again as failed jobs are.
 */
export const officeHealth = defineJob({
  payload: payloads["office-health"],
  async run({ _cron }) {
    const week = healthWeek(_cron?.ts ?? new Date());
    const offices = await readOfficeListings();
    await storeOfficeHealth(db, week, offices);
    return `${offices.length} offices are stored for the week to ${week}.`;
  },
});
