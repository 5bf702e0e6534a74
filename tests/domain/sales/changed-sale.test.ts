import { describe, expect, test } from "vitest";
import { StaleAnswersError, ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { findOpenSaleForAddress, readSale } from "#app/domain/sales/read-sale.server.ts";
import { updateSale } from "#app/domain/sales/save-sale.server.ts";
import { insertPurchase } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertUniquePerson } from "#tests/support/purchases.ts";
import { homeAddress, newSale } from "#tests/support/sales.ts";
import { waitForLockWaiters } from "#tests/support/concurrency.ts";
import { createSale } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();

async function aSale() {
  const { id: seller_id } = await insertUniquePerson(db);
  const { id, property_id } = await createSale(db, seller_id, newSale());
  return { id, property_id, seller_id };
}

const dearer = newSale({ asking_price_pounds: 500_000 });
const readPrice = async (target: { id: string; seller_id: ReaderId }) =>
  (await readSale(db, target)).asking_price_pounds;

describe("a change to a sale", () => {
  test.each(["payment_successful", "referral_code_applied"] as const)(
    "a change to a sale is rejected after the event %s (AMB-C15)",
    async (event_name) => {
      const sale = await aSale();
      await recordEvent(db, { transaction_id: sale.id, event_name, author: "system" });
      const changing = updateSale(db, sale, dearer);
      await expect(changing).rejects.toThrow(ConflictError);
      await expect(changing).rejects.toThrow(
        "You’ve already finished onboarding for this sale. To change your answers, contact support",
      );
      expect(await readPrice(sale)).toBe(450_000);
    },
  );

  test("a change to a sale is rejected if a concurrent payment arrives first", async () => {
    const sale = await aSale();
    let changing: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await recordEvent(trx, {
        transaction_id: sale.id,
        event_name: "payment_successful",
        author: "system",
      });
      changing = updateSale(db, sale, dearer).catch((error: unknown) => error);
      await waitForLockWaiters(db);
    });
    expect(await changing).toBeInstanceOf(ConflictError);
    expect(await readPrice(sale)).toBe(450_000);
  });

  test("a change to a sale is rejected if the answers were entered for an older version", async () => {
    const sale = await aSale();
    await updateSale(db, { ...sale, version: 1 }, dearer);
    const refused = updateSale(db, { ...sale, version: 1 }, newSale());
    await expect(refused).rejects.toThrow(StaleAnswersError);
    await expect(refused).rejects.toThrow(
      "Your answers were changed in another tab or on another device. To replace them with what’s on this page, select Continue again",
    );
    expect(await readPrice(sale)).toBe(500_000);
    await updateSale(db, { ...sale, version: 2 }, newSale());
    expect(await readPrice(sale)).toBe(450_000);
  });
});

describe("a seller's earlier sale of the same property", () => {
  const { address } = newSale().property;
  const find = (seller_id: ReaderId, change: object = {}) =>
    db
      .transaction()
      .execute((trx) =>
        findOpenSaleForAddress(trx, { seller_id, address: { ...address, ...change } }),
      );

  test("the seller's earlier sale of a property is found by UPRN, or by address if the property has no UPRN", async () => {
    const { id, property_id, seller_id } = await aSale();
    const found = { id, property_id, complete: false };
    expect(await find(seller_id)).toEqual(found);
    expect(await find(seller_id, { line_1: "12, Arch Street" })).toEqual(found);
    expect(await find(seller_id, { line_1: "12 ARCH STREET", uprn: null })).toEqual(found);
    expect(await find(seller_id, { uprn: "100050535499" })).toBeNull();
    expect(await find(seller_id, { line_1: "14 Arch Street", uprn: null })).toBeNull();
    expect(await find(seller_id, { line_2: "Flat 2", uprn: null })).toBeNull();
    expect(await find((await insertUniquePerson(db)).id)).toBeNull();
  });

  test("the seller's earlier sale of a property shows whether it is paid for, and is not found once it has ended", async () => {
    const { id, property_id, seller_id } = await aSale();
    await recordEvent(db, {
      transaction_id: id,
      event_name: "payment_successful",
      author: "system",
    });
    expect(await find(seller_id)).toMatchObject({ id, complete: true });
    const buyer = await insertUniquePerson(db);
    const purchase = await insertPurchase(db, { id, property_id }, buyer.id, true);
    await db
      .updateTable("purchase_intents")
      .set({ aborted: "2026-03-18" })
      .where("id", "=", purchase.id)
      .execute();
    expect(await find(seller_id)).toBeNull();
  });

  test("the seller's newest earlier sale of a property is found, and never another seller's", async () => {
    const { seller_id } = await aSale();
    const { id } = await createSale(db, seller_id, newSale());
    await aSale();
    expect(await find(seller_id)).toMatchObject({ id });
  });

  test("the seller’s earlier sale of the same property is found, not a sale of another property", async () => {
    const { seller_id } = await aSale();
    const { id } = await createSale(
      db,
      seller_id,
      newSale({ property: { ...newSale().property, address: homeAddress } }),
    );
    expect(await find(seller_id, { ...homeAddress, uprn: null })).toMatchObject({ id });
  });
});
