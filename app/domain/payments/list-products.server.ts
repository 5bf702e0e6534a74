import type { Db } from "#db/connection.ts";

/** What is ordered for a sale, in the order of an order's items, each with its normal price in pence. */
export function listProducts(
  db: Db,
): Promise<{ code: string; name: string; price_pence: number }[]> {
  return db
    .selectFrom("products")
    .select(["code", "name", "price_pence"])
    .orderBy("position")
    .execute();
}
