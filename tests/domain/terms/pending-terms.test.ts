import { expect, test } from "vitest";
import { pendingBuyerTerms, pendingSellerTerms } from "#app/domain/terms/acceptance.server.ts";
import { insertPerson, insertPurchase } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { sellerAtPayment } from "#tests/support/payments.ts";

const { db } = useTestDatabase();

const ticked = new Date("2026-03-02T09:30:00.000Z");

function tickedThen(user_id: string) {
  return db
    .updateTable("drafts")
    .set({ data: JSON.stringify({ accepted_at: ticked.toISOString() }) })
    .where("user_id", "=", user_id)
    .execute();
}

test("a seller's terms saved late are accepted from the time the box was ticked (AMB-C10)", async () => {
  const { sale } = await sellerAtPayment(db, { terms: false });
  await pendingSellerTerms.keep(db, sale);
  await tickedThen(sale.seller_id);
  await pendingSellerTerms.record(db, sale);
  const { terms_accepted_at } = await db
    .selectFrom("transactions")
    .select("terms_accepted_at")
    .where("id", "=", sale.transaction_id)
    .executeTakeFirstOrThrow();
  expect(terms_accepted_at).toEqual(ticked);
  expect(await pendingSellerTerms.isWaiting(db, sale)).toBe(false);
});

test("a buyer's terms saved late are accepted from the time the box was ticked (AMB-C10)", async () => {
  const { sale } = await sellerAtPayment(db);
  const buyer = await insertPerson(db, "late-buyer@example.test");
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", sale.transaction_id)
    .executeTakeFirstOrThrow();
  const home = { id: sale.transaction_id, property_id };
  const { id } = await insertPurchase(db, home, buyer.id, false);
  await db
    .updateTable("purchase_intents")
    .set({ terms_accepted_at: null, terms_version: null, terms_accepted_by: null })
    .where("id", "=", id)
    .execute();
  const target = { purchase_intent_id: id, buyer_id: buyer.id };
  await pendingBuyerTerms.keep(db, target);
  await tickedThen(buyer.id);
  await pendingBuyerTerms.record(db, target);
  const { terms_accepted_at } = await db
    .selectFrom("purchase_intents")
    .select("terms_accepted_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(terms_accepted_at).toEqual(ticked);
});

test("only pending terms with a valid time are recorded, and terms that were discarded are no longer pending (AMB-C10)", async () => {
  const { sale } = await sellerAtPayment(db, { terms: false });
  expect(await pendingSellerTerms.isWaiting(db, sale)).toBe(false);
  await pendingSellerTerms.record(db, sale);
  await pendingSellerTerms.keep(db, sale);
  expect(await pendingSellerTerms.isWaiting(db, sale)).toBe(true);
  const another = { ...sale, transaction_id: "0".repeat(24) };
  expect(await pendingSellerTerms.isWaiting(db, another)).toBe(false);
  await pendingSellerTerms.forget(db, sale);
  expect(await pendingSellerTerms.isWaiting(db, sale)).toBe(false);

  await pendingSellerTerms.keep(db, sale);
  await db
    .updateTable("drafts")
    .set({ data: JSON.stringify({ accepted_at: "yesterday" }) })
    .where("user_id", "=", sale.seller_id)
    .execute();
  expect(await pendingSellerTerms.isWaiting(db, sale)).toBe(false);
  const { terms_accepted_at } = await db
    .selectFrom("transactions")
    .select("terms_accepted_at")
    .where("id", "=", sale.transaction_id)
    .executeTakeFirstOrThrow();
  expect(terms_accepted_at).toBeNull();
});
