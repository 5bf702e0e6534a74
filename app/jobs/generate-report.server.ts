import { ConflictError } from "#app/domain/errors.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { generateReport } from "#app/domain/reports/generate-report.server.ts";
import { readTransaction } from "#app/domain/transactions/read-transaction.server.ts";
import { renderReport } from "#app/pdf/report.server.tsx";
import { payloads } from "#app/queue/jobs.ts";
import { db } from "#db/connection.ts";
import { defineJob } from "./job.ts";

/** The first report of a matter, when its searches have come back (AMB-O03): once, and not over one that staff made. */
export const generateFirstReport = defineJob({
  payload: payloads["generate-report"],
  async run({ transaction_id }) {
    const address = addressLine((await readTransaction(db, transaction_id)).address);
    try {
      await generateReport(db, transaction_id, {
        seen: null,
        actor: null,
        address,
        render: renderReport,
      });
    } catch (error) {
      // Another search has come back meanwhile, without its document yet: its arrival asks again.
      if (!(error instanceof ConflictError)) throw error;
    }
  },
});
