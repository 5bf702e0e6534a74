/** Parts of a matter that are still open, for staff who decide about it. */

import { expressionBuilder, sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { selectStageRow } from "#app/domain/transactions/listed-transactions.server.ts";
import {
  activeElseNewest,
  selectBuyers,
  selectSellers,
} from "#app/domain/transactions/matter-parts.server.ts";
import {
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { selectRefund } from "#app/domain/transactions/read-transaction.server.ts";
import { toStageFacts } from "#app/domain/transactions/stage-facts.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

const eb = expressionBuilder<DB, "transactions">();

export type StillOpen = Awaited<ReturnType<typeof readStillOpen>>;

/**
 * Reads a matter as it is now, and what is still open: identity checks that are pending or wait for
 * review, searches, the report, questions to firms, document requests and the payment.
 * @throws NotFoundError
 */
export async function readStillOpen(db: Db, reader: StaffReader, transaction_id: string) {
  requireTransactionId(transaction_id);
  const { stage_row, ...matter } = await db
    .selectFrom("transactions")
    .where("transactions.id", "=", transaction_id)
    .select([
      selectSellers().as("sellers"),
      selectPurchase().as("purchase"),
      selectStageRow().as("stage_row"),
      selectChecks().as("checks"),
      selectPayment().as("payment"),
      countOf("chases", sql`ended_at is null`).as("questions"),
      countOf("document_requests", sql`status in ('requested', 'sent_back')`).as("requests"),
      countOf("searches", sql`status = 'in progress'`).as("searches_open"),
      countOf("searches", sql`status = 'complete'`).as("searches_back"),
      selectHasSearchOrder().as("has_search_order"),
      selectReport().as("report"),
    ])
    .executeTakeFirstOrThrow(transactionNotFound);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return { ...matter, facts: toStageFacts(stage_row) };
}

function selectPurchase() {
  return jsonObjectFrom(
    eb
      .selectFrom("purchase_intents")
      .select(["agreed_price_pounds", "exchanged", "completed", "is_active"])
      .select(selectBuyers().as("buyers"))
      .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
      .$call(activeElseNewest)
      .limit(1),
  );
}

const MAX_CHECKS = 50;

/** Selects the newest check of each person, if it is pending or waits for review. */
function selectChecks() {
  return jsonArrayFrom(
    eb
      .selectFrom("identity_checks as shown")
      .select(["shown.first_name", "shown.last_name", "shown.status"])
      .select("shown.created_at")
      .whereRef("shown.transaction_id", "=", "transactions.id")
      .where("shown.order_called_off_at", "is", null)
      .where(
        sql<boolean>`(shown.status = 'pending'
          or shown.status = 'complete' and coalesce(shown.result, 'clear') <> 'clear')`,
      )
      .where(
        sql<boolean>`not exists (select from identity_checks as newer
          where newer.replaces_id = shown.id)`,
      )
      .orderBy("shown.created_at")
      .orderBy("shown.id")
      .limit(MAX_CHECKS),
  );
}

function selectPayment() {
  return jsonObjectFrom(
    eb
      .selectFrom("orders")
      .select(["orders.total_amount_pence", "orders.paid_at"])
      .select(selectRefund())
      .whereRef("orders.transaction_id", "=", "transactions.id")
      .where("orders.stripe_transaction_status", "=", "succeeded"),
  );
}

/** Also true for an order that OneSearch hasn’t confirmed, and for searches without an order. */
function selectHasSearchOrder() {
  return sql<boolean>`(
    exists (select from searches where searches.transaction_id = transactions.id
      and status <> 'cancelled')
    or exists (select from search_orders where search_orders.transaction_id = transactions.id
      and answer is distinct from 'refused' and called_off_at is null))`;
}

function selectReport() {
  return jsonObjectFrom(
    eb
      .selectFrom("reports")
      .select(["generated_at", "shared_at"])
      .whereRef("reports.transaction_id", "=", "transactions.id")
      .orderBy("generated_at", "desc")
      .orderBy("id", "desc")
      .limit(1),
  );
}

function countOf(
  table: "chases" | "document_requests" | "searches",
  condition: ReturnType<typeof sql>,
) {
  return sql<number>`(select count(*)::int from ${sql.table(table)} as counted
    where counted.transaction_id = transactions.id and ${condition})`;
}
