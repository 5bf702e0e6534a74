import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { getDocument, matterDocumentKey, putDocument } from "#app/clients/documents.server.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { recordDoneByStaff, recordEvent } from "#app/domain/events/events.server.ts";
import { lockMatter, requireTransactionId } from "#app/domain/transactions/matter.server.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { ratedRisk } from "./labels.ts";
import {
  listReportDocuments,
  readReportDocuments,
  reportRefusal,
} from "./read-documents.server.ts";
import { readReport, type Report, writeReport } from "./report.server.ts";
import { listBySeverity } from "./topics.ts";

/** Makes the PDF of a report: a page in all but name, and so no part of the domain. */
export type RenderReport = (report: Report & { address: string }) => Promise<Uint8Array>;

type Ask = {
  /** The newest report that whoever asks has seen; null when there was none. */
  seen: string | null;
  /** Null for the service itself. */
  actor: Actor | null;
  address: string;
  render: RenderReport;
};

/**
 * Generates the report on the searches of a matter (I-032, O-031): reads their documents, writes it, stores its PDF, and
 * keeps it, or nothing at all. Pressed twice, by two members of staff, or by the job as well, it is kept once. Not within
 * a transaction.
 *
 * @returns whether this call has kept one; false when there is a newer one than was seen
 * @throws NotFoundError for an unknown matter; ConflictError when its searches do not allow for a report (O-028); whatever
 *   the store throws
 */
export async function generateReport(db: Db, transaction_id: string, ask: Ask): Promise<boolean> {
  requireTransactionId(transaction_id);
  if (!(await isNewest(db, transaction_id, ask.seen))) return false;
  const listed = await listReportDocuments(db, transaction_id);
  const refusal = reportRefusal(listed);
  if (refusal) throw new ConflictError(refusal);
  const left_out = listed.flatMap(({ name, left_out: by }) => (by ? [{ name, by: by.by }] : []));
  const documents = await readReportDocuments(db, transaction_id, listed);
  const { findings, unsupported, model } = await writeReport(documents);
  const { id } = await newId(db);
  const report: Report = {
    id,
    transaction_id,
    reference: `PSR-${randomBytes(6).toString("hex").toUpperCase()}`,
    overall_risk_rating: ratedRisk(findings, documents, left_out),
    critical_issues_count: listBySeverity(findings, "critical").length,
    significant_issues_count: listBySeverity(findings, "significant").length,
    content: {
      findings,
      documents: documents.map(({ name, pages, read }) => ({ name, pages: pages.length, read })),
      left_out,
      unsupported,
    },
    model,
    s3_document_key: documentKey(transaction_id, id),
    generated_at: new Date(),
  };
  await putDocument(documentKey(transaction_id, id), await ask.render({ ...report, ...ask }));
  return keep(db, report, ask);
}

function keep(db: Db, report: Report, { seen, actor }: Ask) {
  const { transaction_id, content, reference } = report;
  return inTransaction(db, async (trx) => {
    await lockMatter(trx, transaction_id);
    if (!(await isNewest(trx, transaction_id, seen))) return false;
    await trx
      .insertInto("reports")
      .values({ ...report, content: JSON.stringify(content) })
      .execute();
    const event_name = "property_search_report_generated";
    const event = { transaction_id, event_name, comments: reference } as const;
    if (actor) await recordDoneByStaff(trx, { ...event, actor });
    else await recordEvent(trx, { ...event, author: "system" });
    return true;
  });
}

async function isNewest(db: Db, transaction_id: string, seen: string | null) {
  return ((await readReport(db, transaction_id))?.id ?? null) === seen;
}

async function newId(db: Db) {
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(db);
  const [made] = rows;
  if (!made) throw new Error("The database makes no ids");
  return made;
}

const documentKey = (transaction_id: string, id: string) =>
  matterDocumentKey(transaction_id, "reports", id);

/**
 * Asks for the first report of a matter as soon as its searches allow for it (O-028, AMB-O03): to be called whenever the
 * state of its searches has been read or changed. The job that follows looks again.
 *
 * @param options.unlessAsked for whoever has only looked: nothing happens while the queue holds the job, be it waiting,
 *   running, or given up
 */
export async function queueFirstReport(
  db: Db,
  transaction_id: string,
  { unlessAsked = false }: { unlessAsked?: boolean } = {},
): Promise<void> {
  if (await readReport(db, transaction_id)) return;
  if (reportRefusal(await listReportDocuments(db, transaction_id))) return;
  const key = `report ${transaction_id}`;
  await enqueue(
    db,
    "generate-report",
    { transaction_id },
    { key, ifQueued: unlessAsked ? "leave" : "replace" },
  );
}

/**
 * The PDF of a report, by the key under which it is stored. One that the store has lost is made again from what the
 * report says.
 *
 * @throws whatever the store throws
 */
export async function storedReport(
  db: Db,
  report: Report,
  { address, render }: Pick<Ask, "address" | "render">,
): Promise<{ key: string; bytes: Uint8Array }> {
  const key = report.s3_document_key ?? documentKey(report.transaction_id, report.id);
  const stored = await getDocument(key);
  if (stored && report.s3_document_key) return { key, bytes: stored };
  const bytes = stored ?? (await render({ ...report, address }));
  if (!stored) await putDocument(key, bytes);
  await db
    .updateTable("reports")
    .set({ s3_document_key: key })
    .where("id", "=", report.id)
    .execute();
  return { key, bytes };
}
