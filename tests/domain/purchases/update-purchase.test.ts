import { describe, expect, test } from "vitest";
import { StaleAnswersError, ConflictError } from "#app/domain/errors.ts";
import { acceptBuyerTerms, pendingBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import {
  confirmPurchase,
  findPurchaseForProperty,
  listPurchases,
  readPurchase,
} from "#app/domain/purchases/purchases.server.ts";
import { updatePurchase } from "#app/domain/purchases/save-purchase.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import {
  createUnfinishedPurchase,
  fullPurchasePeople,
  createHomeForSale,
  gail,
  jo,
  newPurchase,
  insertUniquePerson,
} from "#tests/support/purchases.ts";
import { eventNames } from "#tests/support/sales.ts";
import { waitForLockWaiters } from "#tests/support/concurrency.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();

const countAddresses = async () => {
  const { rows } = await db
    .selectFrom("addresses")
    .select((eb) => eb.fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  return rows;
};

describe("an update of a purchase (D-057)", () => {
  test("an update of a purchase changes the stored purchase and its people", async () => {
    const { id, buyer_id, property_id, transaction_id } = await createUnfinishedPurchase(
      db,
      fullPurchasePeople,
    );
    const addresses = await countAddresses();
    const saved = await updatePurchase(
      db,
      { id, buyer_id },
      newPurchase(property_id, {
        ...fullPurchasePeople,
        agreed_price_pounds: 430_000,
        inheritance: true,
        additional_buyers: [{ ...jo, first_name: "Joan" }],
        giftors: [{ ...gail, amount_pounds: 30_000 }],
      }),
    );
    expect(saved).toEqual({ id, property_id, transaction_id });
    const after = await readPurchase(db, { id, buyer_id });
    expect(after).toMatchObject({ version: 2, agreed_price_pounds: 430_000, inheritance: true });
    expect(after.additional_buyers.map(({ first_name }) => first_name)).toEqual(["Joan"]);
    expect(after.giftors.map(({ amount_pounds }) => amount_pounds)).toEqual([30_000]);
    expect(await countAddresses()).toBe(addresses - 1);
    expect(await eventNames(db, transaction_id)).toEqual([
      "transaction_created",
      "purchase_intent_created",
    ]);
  });

  test("an update of a purchase is rejected if the answers were entered for an older version", async () => {
    const { id, buyer_id, property_id } = await createUnfinishedPurchase(db);
    const dearer = newPurchase(property_id, { agreed_price_pounds: 450_000 });
    await updatePurchase(db, { id, buyer_id, version: 1 }, dearer);
    await expect(
      updatePurchase(db, { id, buyer_id, version: 1 }, newPurchase(property_id)),
    ).rejects.toEqual(new StaleAnswersError());
    expect(await readPurchase(db, { id, buyer_id })).toMatchObject(dearer);
    await updatePurchase(db, { id, buyer_id, version: 2 }, newPurchase(property_id));
    expect((await readPurchase(db, { id, buyer_id })).agreed_price_pounds).toBe(440_000);
  });

  test("an update of a purchase keeps accepted terms for the same property, also while acceptance is pending", async () => {
    const { id, buyer_id, property_id } = await createUnfinishedPurchase(db);
    const waiting = { purchase_intent_id: id, buyer_id };
    await pendingBuyerTerms.keep(db, waiting);
    await updatePurchase(db, { id, buyer_id }, newPurchase(property_id));
    expect(await pendingBuyerTerms.isWaiting(db, waiting)).toBe(true);
    await acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id });
    await updatePurchase(db, { id, buyer_id }, newPurchase(property_id));
    expect((await readPurchase(db, { id, buyer_id })).terms_accepted).toBe(true);
  });

  test("an update of a purchase keeps data that staff entered and the form does not contain (AMB-D04)", async () => {
    const { id, buyer_id, property_id } = await createUnfinishedPurchase(db);
    await db
      .updateTable("purchase_intents")
      .set({ remortgage: true })
      .where("id", "=", id)
      .execute();
    await updatePurchase(db, { id, buyer_id }, newPurchase(property_id));
    expect((await readPurchase(db, { id, buyer_id })).remortgage).toBe(true);
  });

  test("an update with a new property moves the purchase and its events to the sale of that property and clears the terms", async () => {
    const other = await createHomeForSale(db);
    const { id, buyer_id, property_id, transaction_id } = await createUnfinishedPurchase(db);
    const terms = { purchase_intent_id: id, buyer_id };
    await acceptBuyerTerms(db, terms);
    await updatePurchase(db, { id, buyer_id }, newPurchase(property_id));
    expect(await readPurchase(db, { id, buyer_id })).toMatchObject({ terms_accepted: true });
    await pendingBuyerTerms.keep(db, terms);
    const saved = await updatePurchase(db, { id, buyer_id }, newPurchase(other.property_id));
    expect(saved).toEqual({ id, ...other });
    expect(await readPurchase(db, { id, buyer_id })).toMatchObject({
      ...other,
      terms_accepted: false,
      terms_accepted_at: null,
      terms_accepted_by: null,
      terms_version: null,
    });
    expect(await pendingBuyerTerms.isWaiting(db, terms)).toBe(false);
    expect(await eventNames(db, transaction_id)).toEqual(["transaction_created"]);
    expect(await eventNames(db, other.transaction_id)).toEqual([
      "transaction_created",
      "purchase_intent_created",
      "buyer_terms_accepted",
    ]);
  });

  test("an update that leaves the property unchanged is accepted while its sale is closed to other buyers", async () => {
    const { id, buyer_id, property_id, transaction_id } = await createUnfinishedPurchase(db);
    const other = await insertUniquePerson(db);
    const { id: sold } = await createPurchase(db, other.id, newPurchase(property_id));
    await db
      .updateTable("purchase_intents")
      .set({ completed: "2026-03-20" })
      .where("id", "=", sold)
      .execute();
    const saved = await updatePurchase(db, { id, buyer_id }, newPurchase(property_id));
    expect(saved.transaction_id).toBe(transaction_id);
  });

  test.each([
    ["finished", {}],
    ["made active", { is_active: true }],
  ])(
    "an update of a purchase is rejected once the purchase is %s (AMB-C15)",
    async (how, change) => {
      const { id, buyer_id, property_id } = await createUnfinishedPurchase(db);
      await acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id });
      if (how === "finished") await confirmPurchase(db, { id, buyer_id });
      else await db.updateTable("purchase_intents").set(change).where("id", "=", id).execute();
      await expect(
        updatePurchase(db, { id, buyer_id }, newPurchase(property_id, fullPurchasePeople)),
      ).rejects.toEqual(
        new ConflictError(
          "You’ve already finished onboarding for this purchase. To change your answers, contact support",
        ),
      );
      expect(await readPurchase(db, { id, buyer_id })).toMatchObject({ ownership_type: "Sole" });
    },
  );
});

describe("a second purchase of the same property (AMB-D12)", () => {
  const refused = new ConflictError("You’ve already started buying this property");

  test("the buyer's purchase of a property is found once it exists", async () => {
    const buyer = await insertUniquePerson(db);
    const { property_id } = await createHomeForSale(db);
    const target = { property_id, buyer_id: buyer.id };
    expect(await findPurchaseForProperty(db, target)).toBeNull();
    const created = await createPurchase(db, buyer.id, newPurchase(property_id));
    expect(await findPurchaseForProperty(db, target)).toEqual({
      ...created,
      terms_accepted: false,
      complete: false,
    });
    await acceptBuyerTerms(db, { purchase_intent_id: created.id, buyer_id: buyer.id });
    await confirmPurchase(db, { id: created.id, buyer_id: buyer.id });
    expect(await findPurchaseForProperty(db, target)).toEqual({
      ...created,
      terms_accepted: true,
      complete: true,
    });
  });

  test("another buyer's purchase of a property is not found, nor is one for an invalid id (AMB-A10)", async () => {
    const { property_id, buyer_id } = await createUnfinishedPurchase(db);
    const other = await insertUniquePerson(db);
    expect(await findPurchaseForProperty(db, { property_id, buyer_id: other.id })).toBeNull();
    for (const wrong of ["", "property_not_listed", "undefined"]) {
      expect(await findPurchaseForProperty(db, { property_id: wrong, buyer_id })).toBeNull();
    }
  });

  test("a buyer's second purchase of a property is rejected, also while the first is being saved", async () => {
    const buyer = await insertUniquePerson(db);
    const { property_id } = await createHomeForSale(db);
    const create = (trx: Db) => createPurchase(trx, buyer.id, newPurchase(property_id));
    const meanwhile: Promise<unknown>[] = [];
    await inTransaction(db, async (trx) => {
      await create(trx);
      meanwhile.push(expect(create(db)).rejects.toEqual(refused));
      await waitForLockWaiters(db);
    });
    await Promise.all(meanwhile);
    await expect(create(db)).rejects.toEqual(refused);
    expect(await listPurchases(db, buyer.id)).toHaveLength(1);
  });

  test("an update of another purchase cannot create a second purchase of the same property", async () => {
    const { buyer_id, property_id } = await createUnfinishedPurchase(db);
    const { id } = await createPurchase(
      db,
      buyer_id,
      newPurchase((await createHomeForSale(db)).property_id),
    );
    await expect(updatePurchase(db, { id, buyer_id }, newPurchase(property_id))).rejects.toEqual(
      new ConflictError("You’ve already started buying this property"),
    );
  });

  test("a second purchase is allowed after staff have aborted the first, while the sale continues (AMB-K12)", async () => {
    const { id, buyer_id, property_id, transaction_id } = await createUnfinishedPurchase(db);
    await createPurchase(db, (await insertUniquePerson(db)).id, newPurchase(property_id));
    await db
      .updateTable("purchase_intents")
      .set({ aborted: "2026-03-20" })
      .where("id", "=", id)
      .execute();
    expect(await findPurchaseForProperty(db, { property_id, buyer_id })).toBeNull();
    const again = await createPurchase(db, buyer_id, newPurchase(property_id));
    expect(again).toEqual({ id: expect.not.stringMatching(id), property_id, transaction_id });
    expect(await findPurchaseForProperty(db, { property_id, buyer_id })).toMatchObject(again);
  });

  test("another buyer can start a purchase of the same property", async () => {
    const { property_id, transaction_id } = await createUnfinishedPurchase(db);
    const other = await insertUniquePerson(db);
    const second = await createPurchase(db, other.id, newPurchase(property_id));
    expect(second.transaction_id).toBe(transaction_id);
  });
});
