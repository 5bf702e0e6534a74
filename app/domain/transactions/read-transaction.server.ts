import { expressionBuilder, sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { readLawyerGroupWithFirm } from "#app/domain/solicitors/lawyer-groups.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import type { Db } from "#db/connection.ts";
import { preparedStatement } from "#db/prepared-statements.ts";
import type { DB } from "#db/types.d.ts";
import { selectStageRow } from "./listed-transactions.server.ts";
import { toStageFacts } from "./stage-facts.ts";
import { assignedSides } from "./sides.ts";
import {
  countPurchases,
  latestPurchase,
  selectCheckAlert,
  selectEstateAgent,
  selectLawyerGroup,
  selectOpenCheckParts,
  selectOrder,
  selectProgress,
  selectSearchAlert,
  selectSellers,
} from "./matter-parts.server.ts";
import { requireTransactionId, transactionNotFound } from "./matter.server.ts";

export type Transaction = Awaited<ReturnType<typeof readTransaction>>;

/**
 * Parts of the query. They are built only once, because building them is more than half of Kysely’s
 * work for the query.
 */
const parts = [
  selectAddress("properties.address_id").$notNull().as("address"),
  selectSellers().as("sellers"),
  selectOrder().as("order"),
  selectLawyerGroup("transactions.seller_lawyer_group_id").as("seller_solicitor"),
  selectLawyerGroup("transactions.buyer_lawyer_group_id").as("buyer_solicitor"),
  selectEstateAgent().as("estate_agent"),
  latestPurchase().as("purchase"),
  countPurchases().as("purchases"),
  selectCheckAlert().as("check_alert"),
  selectOpenCheckParts().as("open_check_parts"),
  selectSearchAlert().as("search_alert"),
  selectProgress().as("progress"),
  selectStageRow().as("stage_row"),
  jsonObjectFrom(
    expressionBuilder<DB, "transactions">()
      .selectFrom("orders")
      .select(selectRefund())
      .whereRef("orders.transaction_id", "=", "transactions.id"),
  ).as("refund"),
] as const;

/** Reads a matter for staff (K-019, X-022 to X-030). @throws NotFoundError (K-020) */
export async function readTransaction(db: Db, reader: StaffReader | ServiceReader, id: string) {
  requireTransactionId(id);
  const { stage_row, ...transaction } = await db
    .selectFrom("transactions")
    .modifyFront(preparedStatement)
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .leftJoin("transaction_groups", "transaction_groups.id", "transactions.group_id")
    .leftJoin("users as handler", "handler.id", "transactions.handler_id")
    .where("transactions.id", "=", id)
    .select([
      "transactions.id",
      "transactions.number",
      "transactions.handler_id",
      fullNameSql("handler").as("handler_name"),
      "transactions.type",
      "transactions.created_at",
      "transactions.asking_price_pounds",
      "transactions.is_using_foreign_currency",
      "transactions.requires_mortgage_referral",
      "transactions.has_mortgage",
      "transactions.seller_lender",
      "transactions.referral_fee_paid",
      "transactions.referral_fee",
      "transactions.estate_agent_status",
      "transactions.seller_lawyer_group_id",
      "transactions.buyer_lawyer_group_id",
      "transactions.legals_started_at",
      "transactions.contract_pack_ready_on",
      "transactions.tags",
      "transactions.end_reason",
      "transactions.end_note",
      "transactions.pause_note",
      "transactions.group_id",
      "transaction_groups.name as group_name",
      "properties.tenure",
      "properties.tenure_details",
      "properties.description",
      "properties.title_number",
    ])
    .select(parts)
    .executeTakeFirstOrThrow(transactionNotFound);
  await reader.recordView({ record: { type: "transaction", id } });
  return {
    ...transaction,
    stage_facts: toStageFacts(stage_row),
    assigned_sides: assignedSides(transaction),
    /**
     * Agreed price of the active purchase, or the asking price if no purchase is active (AMB-K11).
     */
    value_pounds: transaction.purchase?.is_active
      ? transaction.purchase.agreed_price_pounds
      : transaction.asking_price_pounds,
  };
}

/**
 * Reads the address of a matter’s property. The caller must record the view.
 * @throws NotFoundError
 */
export async function readTransactionAddress(
  db: Db,
  _reader: StaffReader | ServiceReader,
  id: string,
): Promise<string> {
  requireTransactionId(id);
  const { address } = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .where("transactions.id", "=", id)
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .executeTakeFirstOrThrow(transactionNotFound);
  return addressLine(address);
}

/** Selects the items of an order, in a query of `orders`. */
export function selectOrderItems() {
  return jsonArrayFrom(
    expressionBuilder<DB, "orders">()
      .selectFrom("order_items")
      .select(["order_items.product_name", "order_items.product_price_pence"])
      .whereRef("order_items.order_id", "=", "orders.id")
      .orderBy("order_items.position")
      .orderBy("order_items.id"),
  );
}

/**
 * Selects the total of an order’s refunds in pence and the time of the last one, in a query of
 * `orders`: refunds by staff, and those made in Stripe. Both are null if there was none. A refund
 * of a second payment does not count, because it is not about the service fee. A refund of the
 * payment of a group counts only for the time, because its amount is for several sales.
 */
export function selectRefund() {
  const isOfOrder = sql<boolean>`order_id = orders.id and (stripe_payment_id is null
    or orders.stripe_transaction_id is null or stripe_payment_id = orders.stripe_transaction_id)`;
  const made = sql`(
    select amount_pence, coalesce(happened_at, created_at) as at from payment_reviews
    where ${isOfOrder} and reason = 'refunded' and closed_at is null
    union all
    select amount_pence, answered_at from refunds
    where ${isOfOrder} and status in ('pending', 'succeeded'))`;
  const isOfGroup = sql<boolean>`group_id = (
    select group_id from transactions where transactions.id = orders.transaction_id)`;
  const madeForGroup = sql`(
    select coalesce(happened_at, created_at) as at from payment_reviews
    where ${isOfGroup} and reason = 'refunded' and closed_at is null
    union all
    select answered_at from refunds
    where ${isOfGroup} and status in ('pending', 'succeeded'))`;
  return [
    sql<number | null>`(select sum(amount_pence)::integer from ${made} as made)`.as(
      "refunded_pence",
    ),
    sql<Date | null>`greatest((select max(at) from ${made} as made),
      (select max(at) from ${madeForGroup} as made))`.as("refunded_at"),
  ] as const;
}

/**
 * Reads the lawyer groups of both sides with their law firms (L-032 to L-037). A side that has none
 * is null.
 */
export async function readAssignedSolicitors(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
) {
  const { seller_lawyer_group_id, buyer_lawyer_group_id } = await db
    .selectFrom("transactions")
    .select(["seller_lawyer_group_id", "buyer_lawyer_group_id"])
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const read = (id: string | null) => (id === null ? null : readLawyerGroupWithFirm(db, id));
  const part = {
    seller: await read(seller_lawyer_group_id),
    buyer: await read(buyer_lawyer_group_id),
  };
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return part;
}
