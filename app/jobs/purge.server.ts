import { sql, type RawBuilder } from "kysely";
import { KEPT_DAYS } from "#app/domain/sent-forms/sent-forms.server.ts";
import { payloads } from "#app/queue/jobs.ts";
import { db } from "#db/connection.ts";
import { defineJob } from "./job.ts";

/** What is deleted, and when. None of it belongs to a matter. */
const expired = [
  ["sessions", sql`expires_at < now()`],
  ["stashed_forms", sql`expires_at < now()`],
  ["form_submissions", sql`created_at < now() - make_interval(days => ${KEPT_DAYS})`],
  ["rate_limits", sql`window_start < now() - interval '1 day'`],
  ["magic_link_tokens", sql`expires_at < now() - interval '30 days'`],
  ["worker_heartbeats", sql`seen_at < now() - interval '1 day'`],
  // Untouched for a year: names and numbers of people that we have no reason to keep.
  ["drafts", sql`updated_at < now() - interval '12 months'`],
] as const;

// Small enough to stay far from the statement timeout, and to hold no row lock for long.
const BATCH = 5_000;

async function deleteInBatches(name: string, condition: RawBuilder<unknown>) {
  const table = sql.table(name);
  for (let deleted = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${table}
      where ctid in (select ctid from ${table} where ${condition} limit ${BATCH})`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < BATCH) return deleted;
  }
}

/** Nightly: deletes expired sessions, used links and form keys, old counters and abandoned drafts. */
export const purge = defineJob({
  payload: payloads.purge,
  async run() {
    const done: string[] = [];
    for (const [table, condition] of expired) {
      done.push(`${await deleteInBatches(table, condition)} ${table.replaceAll("_", " ")}`);
    }
    return `Deleted: ${done.join(", ")}.`;
  },
});
