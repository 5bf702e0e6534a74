import { z } from "zod";
import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import type { Db } from "#db/connection.ts";
import { READ } from "./documents.ts";
import { TOPIC_NAMES } from "./topics.ts";

/** What is kept of a report besides its figures. */
const ReportContent = z.object({
  findings: z.array(
    z.object({
      topic: z.enum(TOPIC_NAMES),
      document: z.string(),
      page: z.number(),
      quote: z.string(),
    }),
  ),
  documents: z.array(z.object({ name: z.string(), pages: z.number(), read: z.enum(READ) })),
  /** By whom, as staff call them. */
  left_out: z.array(z.object({ name: z.string(), by: z.string() })).default([]),
  unsupported: z.number(),
});

export type Report = Awaited<ReturnType<typeof readReports>>[number];

/**
 * The newest property search report of a matter (O-030, X-052); null when there is none, and when another version of the
 * service has written it: then it can be generated again. For staff: no owner narrows it.
 */
export async function readReport(db: Db, transaction_id: string): Promise<Report | null> {
  const [newest] = await readReports(db, { transaction_id });
  return newest ?? null;
}

/**
 * A report of a matter by its id.
 *
 * @throws NotFoundError "Report not found", also for what is no id and for another matter's
 */
export async function readReportById(
  db: Db,
  place: { transaction_id: string; id: string },
): Promise<Report> {
  const known = isObjectId(place.transaction_id) && isObjectId(place.id);
  const [report] = known ? await readReports(db, place) : [];
  if (!report) throw new NotFoundError("Report not found");
  return report;
}

async function readReports(db: Db, by: { transaction_id: string; id?: string }) {
  let query = db
    .selectFrom("reports")
    .select(["id", "transaction_id", "reference", "overall_risk_rating", "content", "model"])
    .select([
      "critical_issues_count",
      "significant_issues_count",
      "s3_document_key",
      "generated_at",
    ])
    .where("transaction_id", "=", by.transaction_id);
  if (by.id !== undefined) query = query.where("id", "=", by.id);
  const rows = await query.orderBy("generated_at", "desc").orderBy("id", "desc").limit(1).execute();
  return rows.flatMap((row) => {
    const { data: content } = ReportContent.safeParse(row.content);
    return content ? [{ ...row, content }] : [];
  });
}
