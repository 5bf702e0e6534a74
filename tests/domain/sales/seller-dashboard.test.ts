import { describe, expect, test } from "vitest";
import { NotFoundError } from "#app/domain/errors.ts";
import { getOrCreateOrder } from "#app/domain/payments/orders.server.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import { listSales, readSale } from "#app/domain/sales/read-sale.server.ts";
import { insertPurchase } from "#tests/db/people.ts";
import { assignSolicitor } from "#tests/routes/account/matters.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { sellerAtPayment } from "#tests/support/payments.ts";
import { insertUniquePerson } from "#tests/support/purchases.ts";
import { addSearch, insertReport } from "#tests/support/searched-matter.ts";
import { customerReader } from "#tests/support/readers.ts";
import { insertSearchOrder } from "#tests/support/searches.ts";

const { db } = useTestDatabase();

type SellersSale = { transaction_id: string; seller_id: string };

function read({ transaction_id: id, seller_id }: SellersSale) {
  return readSellerDashboard(db, { id, reader: customerReader(seller_id) });
}

const progressOf = async (sale: SellersSale) => (await read(sale)).progress;

async function home({ transaction_id }: SellersSale) {
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  return { transaction_id, property_id };
}

const missing = new NotFoundError("Transaction not found");

describe("the seller's dashboard (AMB-F06)", () => {
  test("the seller's dashboard shows the property, the sellers and the order", async () => {
    const { sale } = await sellerAtPayment(db);
    const { transaction_id: id, seller_id } = sale;
    await getOrCreateOrder(db, sale);
    expect(await read(sale)).toEqual({
      id,
      seller_id,
      requests: [],
      property_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      tenure: "Freehold",
      type: "resale",
      terms_accepted: true,
      complete: false,
      address: expect.objectContaining({ line_1: "12 Arch Street", postcode: "YO1 7HZ" }),
      sellers: [expect.objectContaining({ first_name: "Sam", last_name: "Seller" })],
      order: {
        code: null,
        total_amount_pence: 24_000,
        paid_at: null,
        refunded_at: null,
        refunded_pence: null,
        items: [{ product_name: "Service fee", product_price_pence: 24_000 }],
      },
      solicitor: null,
      buyer: null,
      estate_agent: null,
      progress: {
        checks: [
          {
            id: null,
            first_name: "Sam",
            person_type: "seller",
            status: null,
            result: null,
            is_repeated: false,
          },
        ],
        is_introduced: false,
        papers_returned_at: null,
        assigned_at: null,
        searches: { ordered: 0, back: 0, ordered_at: null },
        report_at: null,
        dates: null,
      },
      stages: {
        facts: expect.objectContaining({ paid_at: null, purchase: null }),
        notes: [],
        is_refunded: false,
      },
    });
  });

  test("the seller's dashboard shows only the seller's own ID check (F-034)", async () => {
    const { sale } = await sellerAtPayment(db);
    const { transaction_id, seller_id } = sale;
    const seller = await db
      .selectFrom("users")
      .select(["email", "first_name", "last_name"])
      .where("id", "=", seller_id)
      .executeTakeFirstOrThrow();
    const own = { ...seller, transaction_id, person_type: "seller" } as const;
    const other = (await sellerAtPayment(db)).sale.transaction_id;
    for (const [check, told] of [
      [{ ...own, email: "joint@example.test", status: "complete" }, null],
      [{ ...own, first_name: "Joint", status: "complete" }, null],
      [{ ...own, person_type: "buyer", status: "failed" }, null],
      [{ ...own, person_type: "giftor", status: "failed" }, null],
      [{ ...own, transaction_id: other, status: "complete" }, null],
      [{ ...own, status: "failed" }, "failed"],
      [{ ...own, first_name: seller.first_name.toUpperCase(), status: "pending" }, "pending"],
    ] as const) {
      await db
        .insertInto("identity_checks")
        .values({ ...check, phone_number: "+447400123456" })
        .execute();
      expect((await progressOf(sale)).checks).toMatchObject([
        { status: told, is_repeated: told === "pending" },
      ]);
    }
  });

  test("the seller's dashboard counts each search of the property once, without cancelled ones", async () => {
    const { sale } = await sellerAtPayment(db);
    const { transaction_id } = sale;
    const other = (await sellerAtPayment(db)).sale.transaction_id;
    await addSearch(db, other, { pages: null });
    await insertSearchOrder(db, transaction_id);
    expect((await progressOf(sale)).searches).toEqual({
      ordered: 4,
      back: 0,
      ordered_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
    });
    await addSearch(db, transaction_id, { product_id: "LLC1CON29", pages: null });
    await addSearch(db, transaction_id, {
      product_id: "LLC1CON29",
      status: "cancelled",
      pages: null,
    });
    expect((await progressOf(sale)).searches).toMatchObject({ ordered: 4, back: 1 });
    // The other environmental search arrived instead of the ordered one.
    await addSearch(db, transaction_id, { product_id: "HOMECHECKPRO", pages: null });
    expect((await progressOf(sale)).searches).toMatchObject({ ordered: 4, back: 2 });
    // After it was reordered, the search has no result yet.
    await addSearch(db, transaction_id, { status: "in progress", pages: null });
    expect((await progressOf(sale)).searches).toMatchObject({ ordered: 4, back: 1 });
  });

  test("the seller's dashboard shows the dates, price and buyer's first name of the active purchase, but no surname or report (CU-9)", async () => {
    const { sale } = await sellerAtPayment(db);
    const { transaction_id: id, property_id } = await home(sale);
    const [rival, buyer] = [await insertUniquePerson(db), await insertUniquePerson(db)];
    const dates = { sale_agreed: "2026-11-01", exchanged: "2026-11-12" };
    for (const { id: buyer_id } of [buyer, rival]) {
      const purchase = await insertPurchase(db, { id, property_id }, buyer_id, false);
      await db
        .updateTable("purchase_intents")
        .set(buyer_id === buyer.id ? dates : { completed: "2026-11-20" })
        .where("id", "=", purchase.id)
        .execute();
    }
    expect((await progressOf(sale)).dates).toBeNull();
    expect((await read(sale)).buyer).toBeNull();
    await db
      .updateTable("purchase_intents")
      .set({ is_active: true })
      .where("buyer_id", "=", buyer.id)
      .execute();
    await insertReport(db, id);
    expect(await progressOf(sale)).toMatchObject({
      dates: { ...dates, completed: null, aborted: null },
      report_at: null,
    });
    const { buyer: shownBuyer, ...rest } = await read(sale);
    expect(shownBuyer).toEqual({ first_names: "Ada", agreed_price_pounds: 290_000 });
    const shown = JSON.stringify(rest);
    for (const hidden of [buyer.id, rival.id, "Byron"]) expect(shown).not.toContain(hidden);
    await db
      .updateTable("purchase_intents")
      .set({ exchanged: null, aborted: "2026-11-13" })
      .where("buyer_id", "=", buyer.id)
      .execute();
    expect((await read(sale)).buyer).toBeNull();
  });

  test("the seller's dashboard shows when a solicitor was assigned to the seller's side", async () => {
    const { sale } = await sellerAtPayment(db);
    const { transaction_id: id } = sale;
    await assignSolicitor(db, id);
    const at = new Date("2026-11-02T09:05:00.000Z");
    const matter = db.updateTable("transactions").where("id", "=", id);
    await matter.set({ legals_started_at: at }).execute();
    expect(await progressOf(sale)).toMatchObject({ is_introduced: false, assigned_at: at });
    await matter.set({ seller_lawyer_group_id: null }).execute();
    expect(await progressOf(sale)).toMatchObject({ is_introduced: false, assigned_at: null });
  });

  test("the seller's dashboard is not found for another seller's sale or an invalid id (AMB-A10)", async () => {
    const { sale } = await sellerAtPayment(db);
    const other = await sellerAtPayment(db);
    const reader = customerReader(other.sale.seller_id);
    for (const id of [sale.transaction_id, "0".repeat(24), "nonsense", "\0"]) {
      await expect(readSellerDashboard(db, { id, reader })).rejects.toEqual(missing);
    }
  });
});

test.each([
  ["processing", "in progress", { stripe_transaction_status: "processing" }, true],
  ["under review by staff", "in progress", { review: "amount_mismatch" }, true],
  ["declined", "not in progress", { stripe_transaction_status: "requires_payment_method" }, false],
  [
    "successful",
    "not in progress",
    { stripe_transaction_status: "succeeded", paid_at: new Date() },
    false,
  ],
] as const)(
  "a payment that is %s counts as %s (C-093)",
  async (_what, _state, change, isUnderWay) => {
    const { sale } = await sellerAtPayment(db);
    const { id } = await getOrCreateOrder(db, sale);
    await db.updateTable("orders").set(change).where("id", "=", id).execute();
    const [listed] = await listSales(db, sale.seller_id);
    expect(listed?.payment_under_way).toBe(isUnderWay);
  },
);

test("a sale shows that its terms have been accepted (AMB-C11)", async () => {
  const { sale } = await sellerAtPayment(db);
  const target = { id: sale.transaction_id, seller_id: sale.seller_id };
  expect((await readSale(db, target)).terms_accepted).toBe(true);
});
