import { selectAddress } from "#app/domain/shared/address.server.ts";
import { isBuyerSql } from "#app/domain/people/matter-access.server.ts";
import type { EmailRecipient } from "#app/domain/readers/addressee.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import { selectStageNotes } from "#app/domain/stages/notes.server.ts";
import { selectSearchCounts } from "#app/domain/searches/searches.server.ts";
import {
  selectAssignedAt,
  selectChecks,
  selectIsIntroduced,
  selectDocumentsReturned,
  selectReportMoment,
} from "#app/domain/transactions/customer-parts.server.ts";
import type { CustomerProgress } from "#app/domain/transactions/customer-progress.ts";
import { selectStageRow } from "#app/domain/transactions/listed-transactions.server.ts";
import { toStageFacts } from "#app/domain/transactions/stage-facts.ts";
import {
  activeFirst,
  selectBuyers,
  selectSolicitor,
} from "#app/domain/transactions/matter-parts.server.ts";
import {
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { SIGNIFICANT_DATES } from "#app/domain/transactions/significant-dates.ts";
import type { Db } from "#db/connection.ts";
import { preparedStatement } from "#db/prepared-statements.ts";
import { selectStanding, selectFinishedAt, selectPurchaseProgress } from "./purchases.server.ts";
import { purchaseIsCompleteSql } from "#app/domain/transactions/complete-purchase.server.ts";

/**
 * Reads a buyer’s dashboard, without events or staff comments (F-031, AMB-F06). If a buyer has
 * several purchases of the property, they see the newest one that they have confirmed, or the
 * newest if they have confirmed none (AMB-D11). Staff see the active purchase, or the newest if
 * none is active (AMB-J01). Views by staff are recorded in the audit log.
 * @throws NotFoundError (AMB-A10)
 */
export async function readBuyerDashboard(
  db: Db,
  target: { id: string; reader: Reader | EmailRecipient },
) {
  const { id, reader } = target;
  requireTransactionId(id);
  const row = await db
    .selectFrom("purchase_intents")
    .modifyFront(preparedStatement)
    .innerJoin("transactions", "transactions.id", "purchase_intents.transaction_id")
    .innerJoin("properties", "properties.id", "purchase_intents.property_id")
    .where("purchase_intents.transaction_id", "=", id)
    .$if(reader.type !== "admin", (query) =>
      query
        .where(isBuyerSql(reader.id))
        // Co-buyers do not see a purchase before the buyer has finished onboarding.
        .where((eb) =>
          eb.or([eb("purchase_intents.buyer_id", "=", reader.id), purchaseIsCompleteSql()]),
        )
        .orderBy(purchaseIsCompleteSql(), "desc")
        .orderBy("purchase_intents.created_at", "desc")
        .orderBy("purchase_intents.id", "desc"),
    )
    .$if(reader.type === "admin", (query) => activeFirst(query))
    .limit(1)
    .select([
      "transactions.id",
      "purchase_intents.id as purchase_intent_id",
      "purchase_intents.buyer_id",
      "purchase_intents.property_id",
      "purchase_intents.agreed_price_pounds",
      "purchase_intents.is_active",
      "transactions.legals_started_at",
      "transactions.ended_on",
    ])
    .select(SIGNIFICANT_DATES)
    .select(selectAssignedAt("buyer").as("side_assigned_at"))
    .select(selectPurchaseProgress())
    .select([
      selectAddress("properties.address_id").$notNull().as("address"),
      selectBuyers().as("buyers"),
      selectSolicitor("transactions.buyer_lawyer_group_id").as("solicitor"),
      selectChecks("buyer", reader).as("checks"),
      selectIsIntroduced("buyer").as("is_introduced"),
      selectDocumentsReturned("buyer", reader).as("papers_returned_at"),
      selectSearchCounts().as("searches"),
      selectReportMoment().as("report_at"),
      selectStanding().as("place"),
      selectFinishedAt().as("finished_at"),
      selectStageRow().as("stage_row"),
      selectStageNotes("buyer").as("stage_notes"),
    ])
    .executeTakeFirstOrThrow(transactionNotFound);
  const { is_active, stage_row, ended_on, ...all } = row;
  const { stage_notes, legals_started_at, side_assigned_at, solicitor, checks, ...read } = all;
  const { is_introduced, papers_returned_at, searches, report_at, ...rest } = read;
  const { sale_agreed, exchanged, completed, aborted, ...purchase } = rest;
  // The end of a matter ends all its purchases.
  const dates = { sale_agreed, exchanged, completed, aborted: aborted ?? ended_on };
  // The solicitor, the searches and the report are shown only to the active buyer.
  const assigned_at = solicitor && (side_assigned_at ?? legals_started_at);
  const ours = is_active
    ? { assigned_at, is_introduced, papers_returned_at, searches, report_at }
    : NOT_FOR_THEM;
  const progress: CustomerProgress = { checks, dates, ...ours };
  const stages = is_active ? { facts: toStageFacts(stage_row), notes: stage_notes } : null;
  // The page does not show staff a purchase that is still in onboarding, so no view is recorded.
  if (purchase.complete) await reader.recordView({ record: { type: "transaction", id } });
  return { ...purchase, solicitor: is_active ? solicitor : null, progress, stages };
}

const NOT_FOR_THEM = {
  assigned_at: null,
  is_introduced: false,
  papers_returned_at: null,
  searches: { ordered: 0, back: 0, ordered_at: null },
  report_at: null,
} as const;
