import { z } from "zod";
import { checkAudit } from "#app/domain/audit/check.server.ts";
import { sealAudit } from "#app/domain/audit/seal.server.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { log } from "#app/observability/log.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import { defineJob } from "./job.ts";

/**
 * Seals the audit log's new rows, every minute. The service log also records the position and hash
 * of the last sealed row.
 */
export const seal = defineJob({
  name: "seal-audit",
  payload: z.object({}),
  at: "* * * * *",
  async run() {
    const { sealed, end } = await sealAudit(db);
    if (sealed > 0 && end) {
      log.info({ what: "audit", position: end.position, hash: end.hash }, "audit log sealed");
    }
    return `Sealed: ${pluralise(sealed, "row")}.`;
  },
});

/** Verifies the audit log every night, and stores a digest of it outside the database. */
export const check = defineJob({
  name: "check-audit",
  payload: z.object({}),
  at: "7 4 * * *",
  missed: "fill=1d&max=3",
  async run() {
    const { sealed, findings } = await checkAudit(db);
    for (const finding of findings) report(new Error(finding), { what: "audit log" });
    const found = findings.length > 0 ? pluralise(findings.length, "finding") : "nothing wrong";
    return `Verified: ${pluralise(sealed, "sealed row")}, ${found}.`;
  },
});
