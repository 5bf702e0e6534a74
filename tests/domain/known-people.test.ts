import { expect, test } from "vitest";
import { knownPeople } from "#app/domain/people/known-people.server.ts";
import { createPurchase } from "#app/domain/purchases/save-purchase.server.ts";
import { createSale } from "#app/domain/sales/save-sale.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import {
  begunPurchase,
  forSale,
  gail,
  jo,
  newPurchase,
  someone,
} from "#tests/support/purchases.ts";
import { bea, homeAddress, newSale } from "#tests/support/sales.ts";

const { db } = useTestDatabase();

const names = async (user_id: string) =>
  (await knownPeople(db, user_id)).map(({ first_name }) => first_name);

test("C-043 D-048 AMB-F09 whom somebody named in a sale or a purchase, once, the last first", async () => {
  const user = await someone(db);
  expect(await knownPeople(db, user.id)).toEqual([]);
  await createSale(db, user.id, newSale({ additional_sellers: [bea, jo] }));
  const { property_id } = await forSale(db);
  const moved = { ...homeAddress, line_1: "5 New Street" };
  await createPurchase(
    db,
    user.id,
    newPurchase(property_id, {
      ownership_type: "Joint",
      additional_buyers: [{ ...jo, email: "JO@example.test", correspondence_address: moved }],
      gifts: "yes",
      giftors: [gail],
    }),
  );

  const people = await knownPeople(db, user.id);
  expect(people.map(({ first_name }) => first_name).toSorted()).toEqual(["Bea", "Gail", "Jo"]);
  expect(people.at(-1)).toMatchObject({ first_name: "Bea" });
  expect(people.find(({ first_name }) => first_name === "Jo")).toMatchObject({
    person_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    last_name: "Joint",
    phone_number: "+447400123458",
    correspondence_address: { line_1: "5 New Street", postcode: "YO1 7HZ" },
  });
});

test("AMB-C08 people who share an email are two", async () => {
  const user = await someone(db);
  const shared = [bea, { ...bea, first_name: "Ben" }];
  await createSale(db, user.id, newSale({ additional_sellers: shared }));
  expect((await names(user.id)).toSorted()).toEqual(["Bea", "Ben"]);
});

test("AMB-A10 nobody whom another named", async () => {
  const user = await someone(db);
  const other = await begunPurchase(db, { gifts: "yes", giftors: [gail] });
  await createSale(db, other.buyer_id, newSale({ additional_sellers: [bea] }));
  // Nor those on the other side of a matter of theirs.
  await createPurchase(db, user.id, newPurchase(other.property_id));
  expect(await names(user.id)).toEqual([]);
});

test("ten at most", async () => {
  const user = await someone(db);
  const many = Array.from({ length: 9 }, (_, n) => ({ ...bea, email: `bea-${n}@example.test` }));
  await createSale(db, user.id, newSale({ additional_sellers: many }));
  await createSale(
    db,
    user.id,
    newSale({ additional_sellers: many.map((one) => ({ ...one, last_name: "Other" })) }),
  );
  const people = await knownPeople(db, user.id);
  expect(people).toHaveLength(10);
  expect(people.slice(0, 9).every(({ last_name }) => last_name === "Other")).toBe(true);
});
