import { expressionBuilder } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import {
  selectOrderItems,
  selectRefund,
} from "#app/domain/transactions/read-transaction.server.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { isSellerSql } from "#app/domain/people/matter-access.server.ts";
import type { EmailRecipient } from "#app/domain/readers/addressee.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import { withoutInactivePurchase } from "#app/domain/stages/ready-for-a-buyer.ts";
import { selectStageNotes } from "#app/domain/stages/notes.server.ts";
import { selectOpenRequests } from "#app/domain/searches/additional-requests.server.ts";
import { selectSearchCounts } from "#app/domain/searches/searches.server.ts";
import {
  selectAssignedAt,
  hasComeSql,
  selectActiveDates,
  selectChecks,
  selectIsIntroduced,
  selectDocumentsReturned,
} from "#app/domain/transactions/customer-parts.server.ts";
import { type CustomerProgress, firstNames } from "#app/domain/transactions/customer-progress.ts";
import { selectStageRow } from "#app/domain/transactions/listed-transactions.server.ts";
import { toStageFacts } from "#app/domain/transactions/stage-facts.ts";
import {
  selectBuyers,
  selectHasActivePurchase,
  selectSellers,
  selectSolicitor,
} from "#app/domain/transactions/matter-parts.server.ts";
import {
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { preparedStatement } from "#db/prepared-statements.ts";
import { saleIsCompleteSql } from "./open-sales.server.ts";
import { selectSaleProgress } from "./read-sale.server.ts";

/**
 * Reads a seller’s dashboard, without events or staff comments. About the buyer, it reads only the
 * dates, the price and the first names (AMB-F06, CU-9). Views by staff are recorded in the audit
 * log.
 * @throws NotFoundError (AMB-A10)
 */
export async function readSellerDashboard(
  db: Db,
  target: { id: string; reader: Reader | EmailRecipient },
) {
  const { id, reader } = target;
  requireTransactionId(id);
  const { checks, searches, dates, is_introduced, papers_returned_at, ...read } = await db
    .selectFrom("transactions")
    .modifyFront(preparedStatement)
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .where("transactions.id", "=", id)
    .$if(reader.type !== "admin", (query) =>
      query
        .where(isSellerSql(reader.id))
        // Co-sellers do not see a sale before it has been paid for.
        .where((eb) => eb.or([eb("transactions.seller_id", "=", reader.id), saleIsCompleteSql()])),
    )
    .select(["transactions.id", "transactions.seller_id", "transactions.property_id"])
    .select(["transactions.legals_started_at", "transactions.type", "properties.tenure"])
    .select(selectAssignedAt("seller").as("side_assigned_at"))
    .select(selectSaleProgress())
    .select((eb) => [
      selectAddress("properties.address_id").$notNull().as("address"),
      selectSellers().as("sellers"),
      jsonObjectFrom(
        eb
          .selectFrom("orders")
          .select(["orders.code", "orders.total_amount_pence", "orders.paid_at"])
          .select(selectOrderItems().as("items"))
          .select(selectRefund())
          .whereRef("orders.transaction_id", "=", "transactions.id"),
      ).as("order"),
      selectSolicitor("transactions.seller_lawyer_group_id").as("solicitor"),
      selectChecks("seller", reader).as("checks"),
      selectIsIntroduced("seller").as("is_introduced"),
      selectDocumentsReturned("seller", reader).as("papers_returned_at"),
      selectSearchCounts().as("searches"),
      selectOpenRequests().as("requests"),
      selectActiveDates().as("dates"),
      selectBuyer().as("buyer"),
      selectAgent().as("estate_agent"),
      selectStageRow().as("stage_row"),
      selectHasActivePurchase().as("has_active_purchase"),
      selectStageNotes("seller").as("stage_notes"),
    ])
    .executeTakeFirstOrThrow(transactionNotFound);
  const {
    stage_row,
    has_active_purchase,
    stage_notes,
    legals_started_at,
    side_assigned_at,
    buyer,
    estate_agent,
    ...sale
  } = read;
  const assigned_at = sale.solicitor ? (side_assigned_at ?? legals_started_at) : null;
  const ours = { assigned_at, is_introduced, papers_returned_at, searches, report_at: null };
  const progress: CustomerProgress = { checks, dates, ...ours };
  // Co-sellers do not see how much the seller paid.
  const sees_order = reader.type === "admin" || sale.seller_id === reader.id;
  // Co-sellers need `is_refunded` too, so that the page does not call a refunded fee
  // non-refundable.
  const is_refunded = (sale.order?.refunded_at ?? null) !== null;
  const facts = withoutInactivePurchase(toStageFacts(stage_row), has_active_purchase);
  const stages = { facts, notes: stage_notes, is_refunded };
  // The page does not show staff a sale that is still in onboarding, so no view is recorded.
  if (sale.complete) await reader.recordView({ record: { type: "transaction", id } });
  const people = {
    buyer: buyer && {
      first_names: firstNames(buyer.buyers),
      agreed_price_pounds: buyer.agreed_price_pounds,
    },
    estate_agent,
  };
  return { ...sale, ...people, order: sees_order ? sale.order : null, progress, stages };
}

function selectBuyer() {
  return jsonObjectFrom(
    expressionBuilder<DB, "transactions">()
      .selectFrom("purchase_intents")
      .select("purchase_intents.agreed_price_pounds")
      .select(selectBuyers().as("buyers"))
      .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
      .where("purchase_intents.is_active", "=", true)
      .where(hasComeSql("aborted"), "=", false),
  );
}

function selectAgent() {
  return jsonObjectFrom(
    expressionBuilder<DB, "transactions">()
      .selectFrom("estate_agents")
      .leftJoin("brands", "brands.id", "estate_agents.brand_id")
      .select(["estate_agents.office_name", "brands.brand_name"])
      .select("estate_agents.office_phone_number as phone_number")
      .whereRef("estate_agents.id", "=", "transactions.estate_agent_id"),
  );
}
