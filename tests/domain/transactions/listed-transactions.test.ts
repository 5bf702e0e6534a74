import { beforeEach, describe, expect, test } from "vitest";
import { keepStages } from "#app/domain/stages/history.server.ts";
import { replaceParties } from "#app/domain/people/parties.server.ts";
import {
  countTransactions,
  listTransactions,
  type TransactionFilter,
} from "#app/domain/transactions/list-transactions.server.ts";
import { STAGE_DATES } from "#app/domain/transactions/significant-dates.ts";
import { readTransaction } from "#app/domain/transactions/read-transaction.server.ts";
import { seed } from "#db/demonstration/index.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { readDrift } from "#tests/support/listed-transactions.ts";
import { asReplica } from "#tests/support/replica.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import { staffReader } from "#tests/support/readers.ts";

const { db } = useTestDatabase();

/** A sale of Ada with Bea, with a purchase of Carl with Dora and a gift of Eve, and another sale of somebody else. */
let sale: Awaited<ReturnType<typeof insertSale>>;
let other: Awaited<ReturnType<typeof insertSale>>;
let purchase: Awaited<ReturnType<typeof insertPurchase>>;
let seller_id: string;
let address_id: string;

beforeEach(async () => {
  await emptyTables(db);
  seller_id = (await insertPerson(db, "ada@example.test")).id;
  other = await insertSale(db, (await insertPerson(db, "other@example.test")).id);
  sale = await insertSale(db, seller_id);
  const home = await db
    .selectFrom("properties")
    .select("address_id")
    .where("id", "=", sale.property_id)
    .executeTakeFirstOrThrow();
  address_id = home.address_id;
  await addParty("seller", "Bea");
  const carl = await insertPerson(db, "carl@example.test");
  await db.updateTable("users").set({ first_name: "Carl" }).where("id", "=", carl.id).execute();
  purchase = await insertPurchase(db, sale, carl.id, false);
  await addParty("buyer", "Dora");
  await addParty("giftor", "Eve");
});

const CARL = { person_type: "buyer", first_name: "Carl", email: "carl@example.test" };

const named = (...names: string[]) => names.map((first_name) => ({ first_name }));

describe("J-007 to J-021 the row that lists read follows each change", () => {
  test.each<[string, () => Promise<unknown>, object]>([
    ["nothing", async () => {}, { sellers: named("Ada", "Bea"), order: null }],
    ["the asking price", () => change({ asking_price_pounds: 5 }), { asking_price_pounds: 5 }],
    ["the tags", () => change({ tags: ["Probate"] }), { tags: ["Probate"] }],
    ["the type", () => change({ type: "development" }), { type: "development" }],
    [
      "the start of legals",
      () => change({ legals_started_at: new Date("2026-05-01") }),
      { legals_started_at: new Date("2026-05-01") },
    ],
    [
      "the day it was made",
      () => change({ created_at: new Date("2020-05-01") }),
      { created_at: new Date("2020-05-01") },
    ],
    [
      "its solicitors",
      async () => change({ buyer_lawyer_group_id: await insertLawyerGroup(db) }),
      { seller_solicitor: null, buyer_solicitor: { name: "Ashby York" } },
    ],
    [
      "a new name of its solicitors",
      async () => {
        await change({ seller_lawyer_group_id: await insertLawyerGroup(db) });
        await db.updateTable("lawyer_groups").set({ name: "Ashby Leeds" }).execute();
      },
      { seller_solicitor: { name: "Ashby Leeds" } },
    ],
    [
      "another seller",
      async () => {
        await rename("other@example.test", "Grace");
        const { id } = await db
          .selectFrom("users")
          .select("id")
          .where("first_name", "=", "Grace")
          .executeTakeFirstOrThrow();
        await change({ seller_id: id });
      },
      { sellers: named("Grace", "Bea") },
    ],
    [
      "a new name of the seller",
      () => rename("ada@example.test", "Grace"),
      { sellers: [{ first_name: "Grace", middle_name: "M", last_name: "Byron" }, {}] },
    ],
    [
      "a new name of the buyer",
      () => rename("carl@example.test", "Grace"),
      { purchase: { buyers: named("Grace", "Dora") } },
    ],
    [
      "a new name of another seller",
      () => changeParty("Bea", { first_name: "Bee", last_name: "Keane" }),
      { sellers: [{}, { first_name: "Bee", middle_name: null, last_name: "Keane" }] },
    ],
    [
      "other sellers",
      () => replaceParties(db, { kind: "seller", owner: sale.id, people: [] }),
      { sellers: named("Ada") },
    ],
    [
      "the order of sellers",
      async () => {
        await addParty("seller", "Flo");
        await changeParty("Bea", { position: 9 });
      },
      { sellers: named("Ada", "Flo", "Bea") },
    ],
    [
      "a buyer who turns out to give only",
      () => changeParty("Dora", { kind: "giftor", amount_pounds: 5_000, relationship: "Parent" }),
      { purchase: { buyers: named("Carl") } },
    ],
    [
      "a giver who turns out to buy",
      () => changeParty("Eve", { kind: "buyer", amount_pounds: null, relationship: null }),
      { purchase: { buyers: named("Carl", "Dora", "Eve") } },
    ],
    [
      "a seller who belongs to another matter",
      () => changeParty("Bea", { transaction_id: other.id }),
      { sellers: named("Ada") },
    ],
    [
      "a buyer who turns out to sell",
      () =>
        changeParty("Dora", { kind: "seller", purchase_intent_id: null, transaction_id: sale.id }),
      { sellers: named("Ada", "Bea", "Dora"), purchase: { buyers: named("Carl") } },
    ],
    [
      "a line of its address",
      () =>
        db
          .updateTable("addresses")
          .set({ line_2: "The Yard", postcode: "BA1 1AA" })
          .where("id", "=", address_id)
          .execute(),
      { address: { line_1: "1 Arch Street", line_2: "The Yard", postcode: "BA1 1AA" } },
    ],
    [
      "another address",
      async () => {
        const { id } = await db
          .insertInto("addresses")
          .values({ line_1: "2 Low Road", post_town: "Leeds", country: "England" })
          .returning("id")
          .executeTakeFirstOrThrow();
        await db
          .updateTable("properties")
          .set({ address_id: id })
          .where("id", "=", sale.property_id)
          .execute();
      },
      { address: { line_1: "2 Low Road", post_town: "Leeds" } },
    ],
    [
      "another home",
      async () => {
        await db.updateTable("addresses").set({ line_2: "The Yard" }).execute();
        await db
          .updateTable("addresses")
          .set({ line_2: null })
          .where("id", "=", address_id)
          .execute();
        await change({ property_id: other.property_id });
      },
      { address: { line_2: "The Yard" } },
    ],
    [
      "the dates of its purchase",
      () =>
        changePurchase({ exchanged: "2026-04-01", completed: "2026-05-01", aborted: "2026-06-01" }),
      {
        purchase: {
          sale_agreed: "2026-03-29",
          exchanged: "2026-04-01",
          completed: "2026-05-01",
          aborted: "2026-06-01",
        },
      },
    ],
    [
      "a newer purchase",
      async () => insertPurchase(db, sale, (await insertPerson(db, "new@example.test")).id, false),
      { purchase: { buyers: named("Ada") } },
    ],
    [
      "a newer purchase beside the active one",
      async () => {
        await changePurchase({ is_active: true });
        await insertPurchase(db, sale, (await insertPerson(db, "new@example.test")).id, false);
      },
      { purchase: { buyers: named("Carl", "Dora") } },
    ],
    [
      "the end of its purchase",
      () => db.deleteFrom("purchase_intents").execute(),
      { purchase: null },
    ],
    ["an order", () => order({}), { order: { payment_type: "stripe_direct", paid_at: null } }],
    [
      "a payment",
      () => order({ stripe_transaction_status: "succeeded", paid_at: new Date("2026-05-01") }),
      {
        order: { stripe_transaction_status: "succeeded", paid_at: new Date("2026-05-01") },
        progress: { payment: "complete" },
      },
    ],
    [
      "another way to pay",
      async () => {
        await order({});
        await db.updateTable("orders").set({ payment_type: "invoice" }).execute();
      },
      { order: { payment_type: "invoice" } },
    ],
    [
      "searches that are under way",
      () => search({ status: "in progress" }),
      {
        stage_facts: { waits: { searches_since: LONG_AGO, check: null } },
        progress: { searches: "in_progress" },
      },
    ],
    [
      "searches that are back",
      async () => {
        await search({ status: "in progress" });
        await db.updateTable("searches").set({ status: "complete" }).execute();
      },
      {
        stage_facts: { waits: { searches_since: null } },
        progress: { searches: "complete" },
      },
    ],
    [
      "a check that is under way",
      () => check({}),
      {
        stage_facts: {
          waits: { check: { person_type: "seller", created_at: LONG_AGO, is_unconfirmed: false } },
        },
      },
    ],
    [
      "an older one of a buyer",
      async () => {
        await check({ created_at: new Date("2026-03-01") });
        await check({ ...CARL, purchase_intent_id: purchase.id });
      },
      { stage_facts: { waits: { check: { person_type: "buyer", created_at: LONG_AGO } } } },
    ],
    [
      "a check that the provider has not confirmed",
      async () => {
        await check({});
        await check({
          person_type: "giftor",
          first_name: "EVE",
          email: "Eve@example.test",
          created_at: new Date("2026-03-01"),
          order_key: "key",
          order_sent_at: new Date(),
          requested_by: seller_id,
        });
      },
      { stage_facts: { waits: { check: { person_type: "giftor", is_unconfirmed: true } } } },
    ],
    [
      "a check of somebody who is named no more",
      async () => {
        await check({ first_name: "Bea", email: "bea@example.test" });
        expect(await readListed()).toMatchObject({
          stage_facts: { waits: { check: { person_type: "seller" } } },
        });
        await replaceParties(db, { kind: "seller", owner: sale.id, people: [] });
      },
      { stage_facts: { waits: { check: null } } },
    ],
    [
      "a check of somebody who is named as something else",
      () => check({ ...CARL, person_type: "giftor" }),
      { stage_facts: { waits: { check: null } } },
    ],
    [
      "a check that is complete",
      async () => {
        await check({});
        await db.updateTable("checks").set({ status: "complete" }).execute();
      },
      { stage_facts: { waits: { check: null } } },
    ],
    [
      "solicitors who are assigned",
      () => happened("seller_solicitors_assigned"),
      { stage_facts: { days: { instructed_on: "2026-02-01" } } },
    ],
    [
      "a check that was clear",
      () => happened("thirdfort_check_completed"),
      { stage_facts: { days: { identity_on: "2026-02-01" } } },
    ],
    [
      "the day on which searches were back",
      async () => {
        await search({ status: "in progress" });
        await db.updateTable("searches").set({ status: "complete" }).execute();
        await db.updateTable("searches").set({ completion_date: "2026-02-20" }).execute();
      },
      { stage_facts: { days: { searches_ordered_on: "2026-02-01", searches_on: "2026-02-20" } } },
    ],
    ...STAGE_DATES.map((name): [string, () => Promise<unknown>, object] => [
      `a date of the contract: ${name}`,
      () => changePurchase({ [name]: "2026-03-03" }),
      { stage_facts: { days: { [name]: "2026-03-03" } } },
    ]),
    ["a seller who has not chosen", async () => {}, { stage_facts: { waits: { choice: true } } }],
    [
      "whom the seller would like",
      () => change({ solicitor_preference: "no_preference" }),
      { stage_facts: { waits: { choice: false } } },
    ],
    [
      "whom the seller would like, said first, since when we could assign them",
      async () => {
        await change({ solicitor_preference: "no_preference" });
        await change({ created_at: LONG_AGO });
        await happened("seller_solicitor_preferred", "2026-02-03T00:30:00Z");
        await happened("seller_solicitor_preferred", "2026-02-05T10:00:00Z");
      },
      { stage_facts: { waits: { to_assign_since: "2026-02-03" } } },
    ],
    [
      "a buyer whose solicitor is missing, since when there is one",
      async () => {
        await change({ created_at: LONG_AGO, seller_lawyer_group_id: await insertLawyerGroup(db) });
        await db
          .updateTable("purchase_intents")
          .set({ created_at: new Date("2026-03-04T10:00:00Z") })
          .execute();
      },
      { stage_facts: { waits: { to_assign_since: "2026-03-04" } } },
    ],
    [
      "both solicitors, whom nobody has to assign any more",
      async () =>
        change({
          seller_lawyer_group_id: await insertLawyerGroup(db),
          buyer_lawyer_group_id: await insertLawyerGroup(db),
        }),
      { stage_facts: { waits: { to_assign_since: null } } },
    ],
    [
      "the solicitor of a seller who was not asked",
      async () => change({ seller_lawyer_group_id: await insertLawyerGroup(db) }),
      { stage_facts: { waits: { choice: false } } },
    ],
    [
      "a seller whom nobody asks: a company",
      () => change({ type: "development" }),
      { stage_facts: { waits: { choice: false } } },
    ],
    [
      "a check of a purchase that does not count",
      async () => {
        await check({ ...CARL, purchase_intent_id: purchase.id });
        await insertPurchase(db, sale, (await insertPerson(db, "new@example.test")).id, true);
      },
      { stage_facts: { waits: { check: null } } },
    ],
  ])("%s", async (_name, makeChange, expected) => {
    await makeChange();
    expect(await readDrift(db)).toEqual([]);
    expect(await readListed()).toMatchObject(expected);
  });

  test.each([
    ["stage", "instructed"],
    ["holder", "us"],
  ] as const)(
    "issue 24 where it is, and who has it, is what the list is narrowed by: %s",
    async (name, now) => {
      const found = async (value: string) =>
        (await listTransactions(db, staffReader(), { [name]: value }, { limit: 9 })).items.map(
          ({ id }) => id,
        );
      const total = async (filter: TransactionFilter) => {
        const { total, more } = await countTransactions(db, filter);
        expect(more).toBe(false);
        return total;
      };
      const before = { stage: "not_instructed", holder: "seller" };
      const others = (await total(before)) - 1;
      expect(await found(now)).toEqual([]);
      await change({ solicitor_preference: "no_preference" });
      await order({ stripe_transaction_status: "succeeded", paid_at: new Date("2026-05-01") });
      expect(await found(now)).toEqual([sale.id]);
      const both = { stage: "instructed", holder: "us" };
      // One by itself and the two together are kept, and so are those where the matter was; with others they are counted.
      expect(await total({ [name]: now })).toBe(1);
      expect(await total(both)).toBe(1);
      expect(await total({ ...both, holder: "buyer" })).toBe(0);
      expect(await total(before)).toBe(others);
      expect(await total({ stage: before.stage })).toBe(others);
      expect(await total({ ...both, paid: true })).toBe(1);
      expect(await total({ ...both, paid: false })).toBe(0);
    },
  );

  test.each([
    ["group_id", async () => newGroup()],
    ["estate_agent_id", async () => (await insertOffice(db, "Northgate")).id],
    ["lawyer_group_id", async () => insertLawyerGroup(db)],
  ] as const)("what the list is narrowed by: %s", async (name, make) => {
    const id = await make();
    const found = async () =>
      (await listTransactions(db, staffReader(), { [name]: id }, { limit: 9 })).items.map(
        (item) => item.id,
      );
    expect(await found()).toEqual([]);
    if (name === "lawyer_group_id") await change({ seller_lawyer_group_id: id });
    else if (name === "group_id") await change({ group_id: id });
    else await change({ estate_agent_id: id, estate_agent_status: "assigned" });
    expect(await found()).toEqual([sale.id]);
    expect(await readDrift(db)).toEqual([]);
  });

  test("a party who moves leaves the row of the one matter and comes to that of the other", async () => {
    await changeParty("Bea", { transaction_id: other.id });
    expect(await readListed(other.id)).toMatchObject({ sellers: named("Ada", "Bea") });
  });

  test("the row goes with its matter", async () => {
    await db.deleteFrom("transactions").where("id", "=", other.id).execute();
    expect(
      (await listTransactions(db, staffReader(), {}, { limit: 9 })).items.map(({ id }) => id),
    ).toEqual([sale.id]);
    expect(await readDrift(db)).toEqual([]);
  });
});

test("the nightly comparison corrects a row that no trigger has looked after", async () => {
  await asReplica(db, async (trx) => {
    await trx
      .updateTable("transactions")
      .set({ tags: ["Lost"] })
      .execute();
  });
  expect(await readListed()).toMatchObject({ tags: [] });
  expect((await keepStages(db, "2026-11-20")).different).toHaveLength(2);
  expect(await readListed()).toMatchObject({ tags: ["Lost"] });
  expect((await keepStages(db, "2026-11-20")).different).toEqual([]);
});

/** What the list says besides. */
const OF_LIST = { benchmark_in_days: undefined, has_unread: undefined };

test("in the demonstration data each matter is in the list what it is on its own page", async () => {
  await emptyTables(db);
  await seed(db, { today: new Date("2026-11-20T12:00:00Z") });
  expect(await readDrift(db)).toEqual([]);
  const { items } = await listTransactions(db, staffReader(), {}, { limit: 500 });
  expect(items.length).toBeGreaterThan(20);
  for (const item of items) {
    // As both are after they have been written as JSON, in which a moment is a text of either precision.
    const record = inJson(await readTransaction(db, staffReader(), item.id));
    expect(record).toMatchObject(inJson({ ...item, ...OF_LIST }));
  }
});

const LONG_AGO = new Date("2026-02-01T00:00:00Z");

async function readListed(id = sale.id) {
  const { items } = await listTransactions(db, staffReader(), {}, { limit: 9 });
  return items.find((item) => item.id === id)!;
}

function change(values: object) {
  return db.updateTable("transactions").set(values).where("id", "=", sale.id).execute();
}

function changePurchase(values: object) {
  return db.updateTable("purchase_intents").set(values).where("id", "=", purchase.id).execute();
}

function changeParty(first_name: string, values: object) {
  return db.updateTable("parties").set(values).where("first_name", "=", first_name).execute();
}

function rename(email: string, first_name: string) {
  return db
    .updateTable("users")
    .set({ first_name, middle_name: "M" })
    .where("email", "=", email)
    .execute();
}

async function addParty(kind: "seller" | "buyer" | "giftor", first_name: string) {
  const owner =
    kind === "seller" ? { transaction_id: sale.id } : { purchase_intent_id: purchase.id };
  const gift = { amount_pounds: 5_000, relationship: "Parent" } as const;
  await db
    .insertInto("parties")
    .values({
      kind,
      ...owner,
      first_name,
      last_name: "Byron",
      email: `${first_name}@example.test`,
      phone_number: "+447400123456",
      position: first_name.charCodeAt(0) - 64,
      ...(kind === "giftor" && gift),
    })
    .execute();
}

function order(values: object) {
  return db
    .insertInto("orders")
    .values({
      transaction_id: sale.id,
      payment_type: "stripe_direct",
      total_amount_pence: 24_000,
      ...values,
    })
    .execute();
}

function search(values: { status: "in progress" }) {
  return db
    .insertInto("searches")
    .values({
      transaction_id: sale.id,
      product_id: "P1",
      reference: "OS1",
      created_at: LONG_AGO,
      ...values,
    })
    .execute();
}

function happened(event_name: string, date_time: Date | string = LONG_AGO) {
  return db
    .insertInto("events")
    .values({
      transaction_id: sale.id,
      event_name,
      type: "seller",
      milestone: true,
      author: "system",
      date_time,
    })
    .execute();
}

function check(values: object) {
  return db
    .insertInto("checks")
    .values({
      transaction_id: sale.id,
      person_type: "seller",
      status: "pending",
      first_name: "Ada",
      last_name: "Byron",
      email: "ada@example.test",
      phone_number: "+447400123456",
      created_at: LONG_AGO,
      ...values,
    })
    .execute();
}

async function newGroup() {
  const { id } = await db
    .insertInto("transaction_groups")
    .values({ name: "Rare" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

function inJson(value: object): object {
  return JSON.parse(JSON.stringify(value, (_key, part) => asMoment(part))) as object;
}

function asMoment(part: unknown) {
  const isMoment = typeof part === "string" && /^\d{4}-\d\d-\d\dT/.test(part);
  return isMoment ? new Date(part).toISOString() : part;
}
