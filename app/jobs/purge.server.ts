import { z } from "zod";
import { deleteDocument } from "#app/clients/documents.server.ts";
import { deleteStaleFolders } from "#app/clients/temporary-folders.server.ts";
import { deleteExpiredRejectedForms } from "#app/domain/drafts/drafts.server.ts";
import { reapplyErasures } from "#app/domain/privacy/erasure.server.ts";
import { countEndings, RETENTION_RULES } from "#app/domain/privacy/retention-due.server.ts";
import {
  type RetentionPeriod,
  RETENTION_PERIODS,
} from "#app/domain/privacy/retention-periods.server.ts";
import {
  countDue,
  deleteDue,
  type Due,
  listUnreferencedKeys,
} from "#app/domain/privacy/nightly-purge.server.ts";
import { env } from "#app/platform/env.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { deleteDocumentsJob } from "#app/queue/delete-documents.server.ts";
import { db } from "#db/connection.ts";
import { deleteExpired } from "./retention.server.ts";
import { defineJob } from "./job.ts";

const periods: readonly RetentionPeriod[] = Object.values(RETENTION_PERIODS);

/** Rules for deleting old rows. Those with `always` also apply while RETENTION is not "erase". */
const rules: readonly (Due & { always: boolean })[] = [
  ...periods.flatMap(({ nightly, after, always = false }) =>
    nightly ? [nightly].flat().map((rule) => ({ ...rule, after, always })) : [],
  ),
  // These two tables contain no personal data, only the last heartbeats of stopped processes.
  { table: "worker_heartbeats", column: "seen_at", after: "1 day", always: true },
  { table: "processes", column: "seen_at", after: "1 day", always: true },
  // An alert that is still open has no end date, so it is never deleted.
  { table: "alerts", column: "ended_at", after: "12 months", always: true },
];

/**
 * Deletes data whose retention period has ended, every night. While RETENTION is not "erase", only
 * counts customers' data (`retention_runs`). If a restored backup contained people who had been
 * erased, erases them again.
 */
export const purge = defineJob({
  name: "purge",
  payload: z.object({}),
  at: "17 3 * * *",
  missed: "fill=1d&max=3",
  async run() {
    await deleteExpiredRejectedForms(db);
    await nullIfFailed(reapplyErasures(db), { what: "erase again after restore" });
    await nullIfFailed(deleteStaleFolders(), { what: "delete unfinished uploads" });
    const deleted: Record<string, number> = {};
    const counted: Record<string, number> = {};
    for (const rule of rules) {
      if (rule.always || env.RETENTION === "erase") {
        deleted[rule.table] = await deleteDue(db, rule);
      } else {
        counted[rule.table] = await countDue(db, rule);
      }
    }
    for (const ending of RETENTION_RULES) {
      const [counts, work] =
        env.RETENTION === "erase" ? [deleted, deleteExpired] : [counted, countEndings];
      counts[ending.table] = await work(db, ending);
    }
    await db
      .insertInto("retention_runs")
      .values({ deleted: JSON.stringify(deleted), only_counted: JSON.stringify(counted) })
      .execute();
    const left = Object.keys(counted).length > 0;
    return `Deleted: ${listed(deleted)}.${left ? ` Only counted, while RETENTION is "count": ${listed(counted)}.` : ""}`;
  },
});

function listed(counts: Readonly<Record<string, number>>) {
  return Object.entries(counts)
    .map(([table, count]) => `${count} ${table.replaceAll("_", " ")}`)
    .join(", ");
}

/**
 * Deletes documents whose rows have been deleted, except documents that a different row still
 * refers to.
 */
export const deleteDocuments = defineJob({
  ...deleteDocumentsJob,
  async run({ keys }) {
    for (const key of await listUnreferencedKeys(db, keys)) await deleteDocument(key);
  },
});
