import { describe, expect, test } from "vitest";
import { ConflictError } from "#app/domain/errors.ts";
import { readSale } from "#app/domain/sales/read-sale.server.ts";
import { updateSale } from "#app/domain/sales/save-sale.server.ts";
import { inTransaction } from "#db/connection.ts";
import { insertPurchase } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertUniquePerson } from "#tests/support/purchases.ts";
import { homeAddress, newSale } from "#tests/support/sales.ts";
import { waitForLockWaiters } from "#tests/support/concurrency.ts";
import { createSale } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();

describe("the address of a sale with a buyer", () => {
  const { property } = newSale();
  const address = { ...homeAddress, line_1: "12 Arch Street", uprn: "100050535435" };

  test.each([
    ["first line", { ...address, line_1: "14 Arch Street" }],
    ["postcode", { ...address, postcode: "YO1 7HH" }],
    ["UPRN", { ...address, uprn: null }],
  ])("a seller cannot change the %s of a sale that has a buyer", async (_, moved) => {
    const [seller, buyer] = [await insertUniquePerson(db), await insertUniquePerson(db)];
    const sale = await createSale(db, seller.id, newSale());
    const target = { id: sale.id, seller_id: seller.id };
    const change = newSale({
      asking_price_pounds: 460_000,
      property: { ...property, address: moved },
    });
    await updateSale(db, target, change);
    await updateSale(db, target, newSale());
    await insertPurchase(db, sale, buyer.id, false);
    await expect(updateSale(db, target, change)).rejects.toEqual(
      new ConflictError(
        "Someone has already started buying this property. To change its address, contact support",
      ),
    );
    const { asking_price_pounds, property: kept } = await readSale(db, target);
    expect({ asking_price_pounds, address: kept.address }).toMatchObject({
      asking_price_pounds: 450_000,
      address,
    });
  });

  test("a seller can change everything except the first line, postcode and UPRN of a sale that has a buyer", async () => {
    const [seller, buyer] = [await insertUniquePerson(db), await insertUniquePerson(db)];
    const sale = await createSale(db, seller.id, newSale());
    const target = { id: sale.id, seller_id: seller.id };
    await insertPurchase(db, sale, buyer.id, false);
    await updateSale(
      db,
      target,
      newSale({
        asking_price_pounds: 460_000,
        property: {
          ...property,
          tenure: "Leasehold",
          address: { ...address, county: "North Yorkshire" },
        },
      }),
    );
    expect(await readSale(db, target)).toMatchObject({
      asking_price_pounds: 460_000,
      property: { tenure: "Leasehold", address: { county: "North Yorkshire" } },
    });
  });

  test("the address of a sale cannot change while a buyer is being saved", async () => {
    const [seller, buyer] = [await insertUniquePerson(db), await insertUniquePerson(db)];
    const sale = await createSale(db, seller.id, newSale());
    const target = { id: sale.id, seller_id: seller.id };
    const moved = newSale({ property: { ...property, address: homeAddress } });
    const meanwhile: Promise<unknown>[] = [];
    await inTransaction(db, async (trx) => {
      await insertPurchase(trx, sale, buyer.id, false);
      meanwhile.push(expect(updateSale(db, target, moved)).rejects.toThrow(ConflictError));
      await waitForLockWaiters(db);
    });
    await Promise.all(meanwhile);
  });
});
