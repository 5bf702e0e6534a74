import { describe, expect, test } from "vitest";
import { NotFoundError } from "#app/domain/errors.ts";
import { getOrCreateOrder } from "#app/domain/payments/orders.server.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import { listSales, readSale } from "#app/domain/sales/read-sale.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { sellerAtPayment } from "#tests/support/payments.ts";

const { db } = useTestDatabase();

const missing = new NotFoundError("Transaction not found");

describe("AMB-F06 what a seller's dashboard shows", () => {
  test("the home, who sells it, and what was ordered", async () => {
    const { sale } = await sellerAtPayment(db);
    const { transaction_id: id, seller_id } = sale;
    await getOrCreateOrder(db, sale);
    expect(
      await readSellerDashboard(db, { id, reader: { id: seller_id, type: "customer" } }),
    ).toEqual({
      id,
      seller_id,
      is_checked: false,
      property_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      terms_accepted: true,
      complete: false,
      address: expect.objectContaining({ line_1: "12 Arch Street", postcode: "YO1 7HZ" }),
      sellers: [expect.objectContaining({ first_name: "Sam", last_name: "Seller" })],
      order: {
        code: null,
        total_amount_pence: 24_000,
        paid_at: null,
        items: [{ product_name: "Service fee", product_price_pence: 24_000 }],
      },
      solicitor: null,
    });
  });

  test("AMB-A10 nobody else's, and none under what is no id", async () => {
    const { sale } = await sellerAtPayment(db);
    const other = await sellerAtPayment(db);
    const reader = { id: other.sale.seller_id, type: "customer" } as const;
    for (const id of [sale.transaction_id, "0".repeat(24), "nonsense", "\0"]) {
      await expect(readSellerDashboard(db, { id, reader })).rejects.toEqual(missing);
    }
  });
});

test.each([
  ["processing", { stripe_transaction_status: "processing" }, true],
  ["looked at by staff", { review: "amount_mismatch" }, true],
  ["declined", { stripe_transaction_status: "requires_payment_method" }, false],
  ["paid", { stripe_transaction_status: "succeeded", paid_at: new Date() }, false],
] as const)("C-093 a payment that is %s is under way: %s", async (_what, change, isUnderWay) => {
  const { sale } = await sellerAtPayment(db);
  const { id } = await getOrCreateOrder(db, sale);
  await db.updateTable("orders").set(change).where("id", "=", id).execute();
  const [listed] = await listSales(db, sale.seller_id);
  expect(listed?.payment_under_way).toBe(isUnderWay);
});

test("AMB-C11 a sale says whether its terms are accepted", async () => {
  const { sale } = await sellerAtPayment(db);
  const target = { id: sale.transaction_id, seller_id: sale.seller_id };
  expect((await readSale(db, target)).terms_accepted).toBe(true);
});
