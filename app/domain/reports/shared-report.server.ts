/**
 * Reports can be shared with the buyer (CU-5). A job may generate reports, but only staff can share
 * them.
 */

import { sql } from "kysely";
import { type Actor, fullNameSql } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { recordStaffEvent } from "#app/domain/events/events.server.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { isBuyerSql } from "#app/domain/people/matter-access.server.ts";
import { purchaseIsCompleteSql } from "#app/domain/transactions/complete-purchase.server.ts";
import type { Reader, StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { selectSearchCounts } from "#app/domain/searches/searches.server.ts";
import { hasComeSql, isOfAllResultsSql } from "#app/domain/transactions/customer-parts.server.ts";
import { haveAllResults } from "#app/domain/transactions/customer-progress.ts";
import { lockMatter, transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import { selectContacts } from "#app/domain/transactions/matter-parts.server.ts";
import type { Db } from "#db/connection.ts";
import { readReport, readReportById, type Report } from "./report.server.ts";

type ToShare = {
  report: Report | null;
  is_of_all_results: boolean;
};

function shareRefusal({ report, is_of_all_results }: ToShare): string | null {
  if (!report) return "No report has been generated yet.";
  if (!is_of_all_results) {
    return "This report doesn’t include every search result. When all results are in, generate it again.";
  }
  if (report.content.documents.some(({ unread_pages }) => unread_pages.length > 0)) {
    return "Some pages have no text. Check them in the documents, then generate the report again.";
  }
  return null;
}

/**
 * Reads, for staff, the report that was shared last, with the time and the member of staff who
 * shared it. Returns null if no report is shared.
 */
export async function readSharing(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
) {
  const sharing = await db
    .selectFrom("reports")
    .innerJoin("users", "users.id", "reports.shared_by")
    .select(["reports.id", "reports.reference", "reports.shared_at"])
    .select(fullNameSql("users").as("shared_by"))
    .where("reports.transaction_id", "=", transaction_id)
    .where("reports.shared_at", "is not", null)
    .$narrowType<{ shared_at: Date }>()
    .orderBy("reports.shared_at", "desc")
    .limit(1)
    .executeTakeFirst();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return sharing ?? null;
}

/**
 * Reads the report that staff can share, any reason why they cannot, and the buyers who will be
 * emailed, for staff.
 */
export async function readReportToShare(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
) {
  const report = await readReport(db, reader, transaction_id);
  const is_of_all_results = report !== null && (await isOfAllResults(db, report));
  const purchase = await db
    .selectFrom("purchase_intents")
    .select(selectContacts("buyer").as("buyers"))
    .where("transaction_id", "=", transaction_id)
    .where("is_active", "=", true)
    .where(purchaseIsCompleteSql())
    .executeTakeFirst();
  return {
    report,
    refusal: shareRefusal({ report, is_of_all_results }),
    buyers: purchase?.buyers ?? [],
  };
}

async function isOfAllResults(db: Db, { id, transaction_id }: Report): Promise<boolean> {
  const { searches, is_last } = await db
    .selectFrom("reports")
    .innerJoin("transactions", "transactions.id", "reports.transaction_id")
    .select([selectSearchCounts().as("searches"), isOfAllResultsSql().as("is_last")])
    .where("reports.id", "=", id)
    .where("reports.transaction_id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  return is_last && haveAllResults(searches);
}

/**
 * Shares the newest report with the active buyer, on their page and by email.
 * @throws NotFoundError; ConflictError if `report_id` is not the newest report or cannot be shared
 */
export async function shareReport(
  trx: Db,
  transaction_id: string,
  { actor, report_id }: { actor: Actor; report_id: string },
): Promise<void> {
  await lockMatter(trx, transaction_id);
  const { report, refusal } = await readReportToShare(trx, service, transaction_id);
  if (report?.id !== report_id) throw new ConflictError("A newer report has been generated");
  if (refusal) throw new ConflictError(refusal);
  const { numUpdatedRows } = await trx
    .updateTable("reports")
    .set({ shared_at: new Date(), shared_by: actor.id })
    .where("id", "=", report_id)
    .where("transaction_id", "=", transaction_id)
    .where("shared_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ConflictError("This report has already been shared");
  await recordStaffEvent(trx, {
    transaction_id,
    event_name: "property_report_shared",
    comments: report.reference,
    fields: ["shared_at"],
    actor,
  });
}

/** Removes a matter’s shared reports from the buyer’s page. @throws NotFoundError, ConflictError */
export async function withdrawReport(
  trx: Db,
  transaction_id: string,
  { actor }: { actor: Actor },
): Promise<void> {
  await lockMatter(trx, transaction_id);
  const sharing = await readSharing(trx, service, transaction_id);
  if (!sharing) throw new ConflictError("This report is no longer shared with the buyer");
  await trx
    .updateTable("reports")
    .set({ shared_at: null, shared_by: null })
    .where("transaction_id", "=", transaction_id)
    .execute();
  await recordStaffEvent(trx, {
    transaction_id,
    event_name: "property_report_withdrawn",
    comments: sharing.reference,
    fields: ["shared_at"],
    actor,
  });
}

/**
 * Reads the newest report that is shared, and how far the purchase is, for active buyers and staff.
 * @throws NotFoundError
 */
export async function readSharedReport(
  db: Db,
  { transaction_id, reader }: { transaction_id: string; reader: Reader },
) {
  if (!isObjectId(transaction_id)) throw transactionNotFound();
  const { id, ...shared } = await db
    .selectFrom("purchase_intents")
    .innerJoin("reports", "reports.transaction_id", "purchase_intents.transaction_id")
    .innerJoin("properties", "properties.id", "purchase_intents.property_id")
    .select(["reports.id", "reports.shared_at"])
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .select(
      sql<"before_exchange" | "exchanged" | "over">`case
        when ${hasComeSql("completed")} then 'exchanged'
        when ${hasComeSql("aborted")} then 'over'
        when ${hasComeSql("exchanged")} then 'exchanged'
        else 'before_exchange' end`.as("place"),
    )
    .where("purchase_intents.transaction_id", "=", transaction_id)
    .where("purchase_intents.is_active", "=", true)
    .where(purchaseIsCompleteSql())
    .$if(reader.type !== "admin", (query) => query.where(isBuyerSql(reader.id)))
    .where("reports.shared_at", "is not", null)
    .$narrowType<{ shared_at: Date }>()
    .orderBy("reports.shared_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow(() => new NotFoundError("Report not found"));
  const report = await readReportById(db, reader, { transaction_id, id });
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return { ...report, ...shared };
}
