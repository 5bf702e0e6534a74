import { sql } from "kysely";
import { expect, test } from "vitest";
import { knownPeople } from "#app/domain/people/parties.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import {
  createUnfinishedPurchase,
  createHomeForSale,
  gail,
  jo,
  newPurchase,
  insertUniquePerson,
} from "#tests/support/purchases.ts";
import { readPlan } from "#tests/support/query-plan.ts";
import { withReplicationRole } from "#tests/support/replica.ts";
import { bea, homeAddress, newSale } from "#tests/support/sales.ts";
import { createPurchase, createSale } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();

const names = async (user_id: ReaderId) =>
  (await knownPeople(db, user_id)).map(({ first_name }) => first_name);

test("the list of known people has each person added to a sale or purchase once, the latest first (C-043, D-048, AMB-F09)", async () => {
  const user = await insertUniquePerson(db);
  expect(await knownPeople(db, user.id)).toEqual([]);
  await createSale(db, user.id, newSale({ additional_sellers: [bea, jo] }));
  const { property_id } = await createHomeForSale(db);
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

test("known people who share an email are listed separately (AMB-C08)", async () => {
  const user = await insertUniquePerson(db);
  const shared = [bea, { ...bea, first_name: "Ben" }];
  await createSale(db, user.id, newSale({ additional_sellers: shared }));
  expect((await names(user.id)).toSorted()).toEqual(["Bea", "Ben"]);
});

test("the list of known people excludes people added by other customers (AMB-A10)", async () => {
  const user = await insertUniquePerson(db);
  const other = await createUnfinishedPurchase(db, { gifts: "yes", giftors: [gail] });
  await createSale(db, other.buyer_id, newSale({ additional_sellers: [bea] }));
  // People on the other side of the customer's matter are not listed either.
  await createPurchase(db, user.id, newPurchase(other.property_id));
  expect(await names(user.id)).toEqual([]);
});

test("the list of known people has at most 10 people", async () => {
  const user = await insertUniquePerson(db);
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

test("the query for known people uses indexes, even among many matters", async () => {
  const user = await insertUniquePerson(db);
  await createSale(db, user.id, newSale({ additional_sellers: [bea] }));
  const { property_id } = await createHomeForSale(db);
  const purchase = newPurchase(property_id, { gifts: "yes", giftors: [gail] });
  await createPurchase(db, user.id, purchase);
  // Triggers are disabled, because indexing so many texts exceeds the time limit of a test.
  await withReplicationRole(db, async (trx) => {
    await sql`
      with people as (
        insert into users (email, first_name, last_name)
        select n || '@many.example', 'Ada', 'Byron' from generate_series(1, 4000) n returning id),
      sales as (
        insert into transactions (property_id, seller_id, customer_type, asking_price_pounds,
          has_mortgage, onward_purchase, is_using_foreign_currency, requires_mortgage_referral)
        select ${property_id}, id, 'individual_owner', 300000, 'no', 'no', 'no', 'no'
        from people returning id, seller_id),
      purchases as (
        insert into purchase_intents (transaction_id, property_id, buyer_id, agreed_price_pounds,
          ownership_type, mortgage_required_for_purchase, purchase_dependent_on_sale, first_time_buyer,
          is_using_foreign_currency, requires_mortgage_referral, gifts)
        select id, ${property_id}, seller_id, 300000, 'Joint', 'no', 'no', 'no', 'no', 'no', 'no'
        from sales returning id)
      insert into parties (kind, transaction_id, purchase_intent_id, first_name, last_name, email, phone_number)
      select 'seller', id, null, 'Bea', 'Byron', 'bea@example.test', '+447400123457' from sales
      union all
      select 'buyer', null, id, 'Jo', 'Joint', 'jo@example.test', '+447400123458' from purchases`.execute(
      trx,
    );
  });
  await sql`analyze users, transactions, purchase_intents, parties`.execute(db);
  expect((await names(user.id)).toSorted()).toEqual(["Bea", "Gail"]);
  const plan = await readPlan((watched) => knownPeople(watched, user.id));
  expect(plan).toMatch(/transactions_seller/);
  expect(plan).toMatch(/purchase_intents_buyer/);
  expect(plan).not.toMatch(/Seq Scan on (transactions|purchase_intents|parties)\b/);
});
