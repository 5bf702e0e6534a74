import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { NotFoundError } from "#app/domain/errors.ts";
import {
  findOrderOfSeller,
  getOrCreateOrder,
  readOrder,
} from "#app/domain/payments/orders.server.ts";
import { readSale } from "#app/domain/sales/read-sale.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { orderRow, sellerAtPayment } from "#tests/support/payments.ts";

const { db } = useTestDatabase();

describe("the order of a sale (X-016, X-017)", () => {
  test("the order of a sale charges the catalogue's products at registration: £200 and VAT (W-021, AMB-E01)", async () => {
    const { sale } = await sellerAtPayment(db);
    const order = await getOrCreateOrder(db, sale);
    expect(order).toMatchObject({
      transaction_id: sale.transaction_id,
      payment_type: "stripe_direct",
      total_amount_pence: 24_000,
      items: [{ product_name: "Service fee", product_price_pence: 24_000 }],
      code: null,
      stripe_customer_id: null,
      stripe_transaction_id: null,
      stripe_transaction_status: null,
      paid_at: null,
    });
    const whole = await readSale(db, { id: sale.transaction_id, seller_id: sale.seller_id });
    expect(whole).toMatchObject({ complete: false, tags: [], order: { id: order.id, code: null } });
  });

  test("the order of a sale is created once, even if many tabs open the payment page (AMB-E12)", async () => {
    const { sale } = await sellerAtPayment(db);
    const orders = await Promise.all(Array.from({ length: 20 }, () => getOrCreateOrder(db, sale)));
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
    expect(orders.map(({ items }) => items.length)).toEqual(Array.from({ length: 20 }, () => 1));
  });

  test("the order of a sale is hidden from other customers (AMB-A10)", async () => {
    const { sale } = await sellerAtPayment(db);
    const other = await sellerAtPayment(db);
    const forged = { ...sale, seller_id: other.sale.seller_id };
    await expect(getOrCreateOrder(db, forged)).rejects.toEqual(
      new NotFoundError("Transaction not found"),
    );
    const { id } = await getOrCreateOrder(db, sale);
    await expect(readOrder(db, forged)).rejects.toThrow("Transaction not found");
    const target = { order_id: id, seller_id: other.sale.seller_id };
    expect(await findOrderOfSeller(db, target)).toBeNull();
  });

  test.each([
    ["a different type (E-018, X-019)", sql`payment_type = 'cash'`],
    ["a negative total (E-013)", sql`total_amount_pence = -1`],
    [
      "paid without the status succeeded (X-018)",
      sql`paid_at = now(), stripe_transaction_status = 'processing'`,
    ],
    ["an unknown referral code (X-018)", sql`payment_type = 'invoice', code = 'NOBODY'`],
  ])("the order of a sale has database constraints against %s", async (_what, change) => {
    const { sale } = await sellerAtPayment(db);
    const { id } = await getOrCreateOrder(db, sale);
    const update = sql`update orders set ${change} where id = ${id}`.execute(db);
    await expect(update).rejects.toThrow(/constraint/);
    expect(await orderRow(db, sale)).toMatchObject({
      payment_type: "stripe_direct",
      paid_at: null,
    });
  });
});
