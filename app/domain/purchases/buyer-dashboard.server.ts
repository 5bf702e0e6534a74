import { selectAddress } from "#app/domain/properties/addresses.server.ts";
import { selectSearchCounts } from "#app/domain/searches/search-counts.server.ts";
import {
  selectOwnCheck,
  selectReportMoment,
} from "#app/domain/transactions/customer-parts.server.ts";
import type { CustomerProgress } from "#app/domain/transactions/customer-progress.ts";
import { selectBuyers, selectSolicitor } from "#app/domain/transactions/matter-parts.server.ts";
import { requireTransactionId, transactionNotFound } from "#app/domain/transactions/not-found.ts";
import { activeElseNewest } from "#app/domain/transactions/purchase-order.server.ts";
import { SIGNIFICANT_DATES } from "#app/domain/transactions/significant-dates.ts";
import type { Db } from "#db/connection.ts";
import { purchaseIsCompleteSql, selectPurchaseProgress } from "./completeness.server.ts";

export type BuyerDashboard = Awaited<ReturnType<typeof readBuyerDashboard>>;

/**
 * What a buyer's dashboard shows (F-031): never events or comments of staff, and of the legal work on the home only what is
 * done for them (AMB-F06). Of several purchases in a matter it is the buyer's newest complete one, else the newest
 * (AMB-D11); for staff the active one, else the newest (AMB-J01).
 *
 * @param target.id the transaction's.
 * @param target.reader a buyer of that matter, or staff.
 * @throws NotFoundError "Transaction not found", also for somebody else's and for what is no id (AMB-A10).
 */
export async function readBuyerDashboard(
  db: Db,
  target: { id: string; reader: { id: string; type: "admin" | "customer" } },
) {
  const { id, reader } = target;
  requireTransactionId(id);
  const row = await db
    .selectFrom("purchase_intents")
    .innerJoin("transactions", "transactions.id", "purchase_intents.transaction_id")
    .innerJoin("properties", "properties.id", "purchase_intents.property_id")
    .where("purchase_intents.transaction_id", "=", id)
    .$if(reader.type !== "admin", (query) =>
      query
        .where("purchase_intents.buyer_id", "=", reader.id)
        .orderBy(purchaseIsCompleteSql(), "desc")
        .orderBy("purchase_intents.created_at", "desc")
        .orderBy("purchase_intents.id", "desc"),
    )
    .$if(reader.type === "admin", (query) => activeElseNewest(query))
    .limit(1)
    .select([
      "transactions.id",
      "purchase_intents.id as purchase_intent_id",
      "purchase_intents.buyer_id",
      "purchase_intents.property_id",
      "purchase_intents.agreed_price_pounds",
      "purchase_intents.is_active",
      "transactions.legals_started_at",
    ])
    .select(SIGNIFICANT_DATES)
    .select(selectPurchaseProgress())
    .select([
      selectAddress("properties.address_id").$notNull().as("address"),
      selectBuyers().as("buyers"),
      selectSolicitor("transactions.buyer_lawyer_group_id").as("solicitor"),
      selectOwnCheck("buyer").as("check"),
      selectSearchCounts().as("searches"),
      selectReportMoment().as("report_at"),
    ])
    .executeTakeFirstOrThrow(transactionNotFound);
  const { is_active, legals_started_at, solicitor, check, searches, report_at, ...rest } = row;
  const { sale_agreed, exchanged, completed, aborted, ...purchase } = rest;
  const own = { check, dates: { sale_agreed, exchanged, completed, aborted } };
  // Solicitors, searches and the report are for the active buyer: they are nobody else's business.
  const is_introduced = is_active && solicitor !== null;
  const introduced_at = is_introduced ? legals_started_at : null;
  const ours = is_active ? { searches, report_at } : NOT_FOR_THEM;
  const progress: CustomerProgress = { ...own, is_introduced, introduced_at, ...ours };
  return { ...purchase, solicitor: is_active ? solicitor : null, progress };
}

/** What whoever is not the active buyer is told of it: as if there were none. */
const NOT_FOR_THEM = {
  searches: { ordered: 0, back: 0, ordered_at: null },
  report_at: null,
} as const;
