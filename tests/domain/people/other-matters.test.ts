import { expect, test } from "vitest";
import { listOtherMatters } from "#app/domain/people/other-matters.server.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { staffReader } from "#tests/support/readers.ts";

const { db } = useTestDatabase();

test("matters of the same person link to each other and to no others (ST-20)", async () => {
  const [ann, bea, cy] = [await aPerson(), await aPerson(), await aPerson()];
  const [sold, bought, strange] = [
    await insertSale(db, ann.id),
    await insertSale(db, bea.id),
    await insertSale(db, cy.id),
  ];
  await insertPurchase(db, bought, ann.id, true);
  expect(await listOtherMatters(db, staffReader(), sold.id)).toMatchObject([
    { id: bought.id, people: [expect.stringMatching(/, buyer$/)] },
  ]);
  expect(await listOtherMatters(db, staffReader(), bought.id)).toMatchObject([
    { id: sold.id, people: [expect.stringMatching(/, seller$/)] },
  ]);
  expect(await listOtherMatters(db, staffReader(), strange.id)).toEqual([]);
});

const aPerson = () => insertPerson(db, `${crypto.randomUUID()}@example.test`);
