/** The sales that a payment covers: one, or all sales of a group of new homes (AMB-E14). */

import { ADDRESS_LINES } from "#app/domain/shared/address.server.ts";
import type { Db } from "#db/connection.ts";

/** A payment’s order or group. The other is null. */
export type PaidFor = { order_id: string | null; group_id: string | null };

/**
 * Selects the sales that a payment covers, oldest first, with their sellers. The seller of the
 * first sale is the payer: all sales of a group start with the same seller.
 */
export function paidSales(db: Db, { order_id, group_id }: PaidFor) {
  return db
    .selectFrom("orders")
    .innerJoin("transactions as t", "t.id", "orders.transaction_id")
    .innerJoin("users as u", "u.id", "t.seller_id")
    .innerJoin("properties as p", "p.id", "t.property_id")
    .innerJoin("addresses as a", "a.id", "p.address_id")
    .leftJoin("transaction_groups as g", (join) =>
      join.onRef("g.id", "=", "t.group_id").on("g.id", "=", group_id),
    )
    .select(["t.id as transaction_id", "t.seller_id", "u.first_name", "u.email"])
    .select("g.name as group_name")
    .select(ADDRESS_LINES)
    .where((eb) => (group_id ? eb("g.id", "=", group_id) : eb("orders.id", "=", order_id)))
    .orderBy("t.created_at")
    .orderBy("t.id");
}
