import { beforeEach, describe, expect, test } from "vitest";
import { refreshStages } from "#app/domain/stages/duration-stats.server.ts";
import { replaceParties } from "#app/domain/people/parties.server.ts";
import {
  countTransactions,
  listTransactions,
  type TransactionFilter,
} from "#app/domain/transactions/list-transactions.server.ts";
import { STAGE_DATES } from "#app/domain/transactions/significant-dates.ts";
import { readTransaction } from "#app/domain/transactions/read-transaction.server.ts";
import { seed } from "#db/demo/index.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { readDrift } from "#tests/support/listed-transactions.ts";
import { withReplicationRole } from "#tests/support/replica.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import { staffReader } from "#tests/support/readers.ts";

const { db } = useTestDatabase();

/** A sale by Ada and Bea to Carl and Dora with a gift from Eve, and a sale by someone else. */
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

describe("the row of a matter in lists (J-007 to J-021)", () => {
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
      "the creation date",
      () => change({ created_at: new Date("2020-05-01") }),
      { created_at: new Date("2020-05-01") },
    ],
    [
      "the solicitors",
      async () => change({ buyer_lawyer_group_id: await insertLawyerGroup(db) }),
      { seller_solicitor: null, buyer_solicitor: { name: "Ashby York" } },
    ],
    [
      "a new name of the solicitors",
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
      "a new name of a co-seller",
      () => changeParty("Bea", { first_name: "Bee", last_name: "Keane" }),
      { sellers: [{}, { first_name: "Bee", middle_name: null, last_name: "Keane" }] },
    ],
    [
      "removed co-sellers",
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
      "a buyer who becomes a giftor",
      () => changeParty("Dora", { kind: "giftor", amount_pounds: 5_000, relationship: "Parent" }),
      { purchase: { buyers: named("Carl") } },
    ],
    [
      "a giftor who becomes a buyer",
      () => changeParty("Eve", { kind: "buyer", amount_pounds: null, relationship: null }),
      { purchase: { buyers: named("Carl", "Dora", "Eve") } },
    ],
    [
      "a seller moved to another matter",
      () => changeParty("Bea", { transaction_id: other.id }),
      { sellers: named("Ada") },
    ],
    [
      "a buyer who becomes a seller",
      () =>
        changeParty("Dora", { kind: "seller", purchase_intent_id: null, transaction_id: sale.id }),
      { sellers: named("Ada", "Bea", "Dora"), purchase: { buyers: named("Carl") } },
    ],
    [
      "a line of the address",
      () =>
        db
          .updateTable("addresses")
          .set({ line_2: "The Yard", postcode: "BA1 1AA" })
          .where("id", "=", address_id)
          .execute(),
      { address: { line_1: "1 Arch Street", line_2: "The Yard", postcode: "BA1 1AA" } },
    ],
    [
      "a new address",
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
      "a different property",
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
      "the dates of the purchase",
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
      "a newer purchase next to the active one",
      async () => {
        await changePurchase({ is_active: true });
        await insertPurchase(db, sale, (await insertPerson(db, "new@example.test")).id, false);
      },
      { purchase: { buyers: named("Carl", "Dora") } },
    ],
    ["a deleted purchase", () => db.deleteFrom("purchase_intents").execute(), { purchase: null }],
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
      "a different payment type",
      async () => {
        await order({});
        await db.updateTable("orders").set({ payment_type: "invoice" }).execute();
      },
      { order: { payment_type: "invoice" } },
    ],
    [
      "searches in progress",
      () => search({ status: "in progress" }),
      {
        stage_facts: { waits: { searches_since: LONG_AGO, check: null } },
        progress: { searches: "in_progress" },
      },
    ],
    [
      "search results that are in",
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
      "an open check",
      () => check({}),
      {
        stage_facts: {
          waits: { check: { person_type: "seller", created_at: LONG_AGO, is_unconfirmed: false } },
        },
      },
    ],
    [
      "an older open check of a buyer",
      async () => {
        await check({ created_at: new Date("2026-03-01") });
        await check({ ...CARL, purchase_intent_id: purchase.id });
      },
      { stage_facts: { waits: { check: { person_type: "buyer", created_at: LONG_AGO } } } },
    ],
    [
      "a check without confirmation by the provider",
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
      "a check of a removed person",
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
      "a check of a person in a different role",
      () => check({ ...CARL, person_type: "giftor" }),
      { stage_facts: { waits: { check: null } } },
    ],
    [
      "a complete check",
      async () => {
        await check({});
        await db.updateTable("identity_checks").set({ status: "complete" }).execute();
      },
      { stage_facts: { waits: { check: null } } },
    ],
    [
      "assigned solicitors",
      () => insertEvent("seller_solicitors_assigned"),
      { stage_facts: { days: { instructed_on: "2026-02-01" } } },
    ],
    [
      "a clear check",
      () => insertEvent("thirdfort_check_completed"),
      { stage_facts: { days: { identity_on: "2026-02-01" } } },
    ],
    [
      "the date of the search results",
      async () => {
        await search({ status: "in progress" });
        await db.updateTable("searches").set({ status: "complete" }).execute();
        await db.updateTable("searches").set({ completion_date: "2026-02-20" }).execute();
      },
      { stage_facts: { days: { searches_ordered_on: "2026-02-01", searches_on: "2026-02-20" } } },
    ],
    ...STAGE_DATES.map((name): [string, () => Promise<unknown>, object] => [
      `the contract date ${name}`,
      () => changePurchase({ [name]: "2026-03-03" }),
      { stage_facts: { days: { [name]: "2026-03-03" } } },
    ]),
    [
      "the day on which the contract pack was ready",
      () => change({ contract_pack_ready_on: "2026-03-03" }),
      { stage_facts: { days: { contract_pack_ready_on: "2026-03-03" } } },
    ],
    [
      "a contract pack that was sent to an earlier buyer",
      async () => {
        await change({ contract_pack_ready_on: "2026-03-05" });
        await changePurchase({ contract_pack_sent_on: "2026-03-04" });
        await insertPurchase(db, sale, (await insertPerson(db, "new@example.test")).id, true);
      },
      {
        stage_facts: {
          days: { contract_pack_ready_on: "2026-03-04", contract_pack_sent_on: null },
        },
      },
    ],
    ["a seller who has not chosen", async () => {}, { stage_facts: { waits: { choice: true } } }],
    [
      "a seller's choice of solicitor",
      () => change({ solicitor_preference: "no_preference" }),
      { stage_facts: { waits: { choice: false } } },
    ],
    [
      "a seller's first choice, the date from which solicitors can be assigned",
      async () => {
        await change({ solicitor_preference: "no_preference" });
        await change({ created_at: LONG_AGO });
        await insertEvent("seller_solicitor_preferred", "2026-02-03T00:30:00Z");
        await insertEvent("seller_solicitor_preferred", "2026-02-05T10:00:00Z");
      },
      { stage_facts: { waits: { to_assign_since: "2026-02-03" } } },
    ],
    [
      "a buyer without a solicitor, and since when",
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
      "solicitors on both sides, with nothing to assign",
      async () =>
        change({
          seller_lawyer_group_id: await insertLawyerGroup(db),
          buyer_lawyer_group_id: await insertLawyerGroup(db),
        }),
      { stage_facts: { waits: { to_assign_since: null } } },
    ],
    [
      "a solicitor of a seller who was not asked",
      async () => change({ seller_lawyer_group_id: await insertLawyerGroup(db) }),
      { stage_facts: { waits: { choice: false } } },
    ],
    [
      "a company, which is not asked for a choice",
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
  ])("the list row of a matter follows a change: %s", async (_name, makeChange, expected) => {
    await makeChange();
    expect(await readDrift(db)).toEqual([]);
    expect(await readListed()).toMatchObject(expected);
  });

  test.each([
    ["stage", "instructed"],
    ["holder", "us"],
  ] as const)(
    "the list of matters can be filtered by %s, and the count matches",
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
      // Counts for one filter, or for a stage with a holder, are stored. Other counts are queried.
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
  ] as const)("the list of matters finds a matter by %s once it is set", async (name, make) => {
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

  test("a party who is moved to another matter appears in the list row of that matter", async () => {
    await changeParty("Bea", { transaction_id: other.id });
    expect(await readListed(other.id)).toMatchObject({ sellers: named("Ada", "Bea") });
  });

  test("the list row of a matter is deleted with its matter", async () => {
    await db.deleteFrom("transactions").where("id", "=", other.id).execute();
    expect(
      (await listTransactions(db, staffReader(), {}, { limit: 9 })).items.map(({ id }) => id),
    ).toEqual([sale.id]);
    expect(await readDrift(db)).toEqual([]);
  });
});

test("the nightly comparison corrects a list row that was changed without triggers", async () => {
  await withReplicationRole(db, async (trx) => {
    await trx
      .updateTable("transactions")
      .set({ tags: ["Lost"] })
      .execute();
  });
  expect(await readListed()).toMatchObject({ tags: [] });
  expect((await refreshStages(db, "2026-11-20")).different).toHaveLength(2);
  expect(await readListed()).toMatchObject({ tags: ["Lost"] });
  expect((await refreshStages(db, "2026-11-20")).different).toEqual([]);
});

const OF_LIST = { benchmark_in_days: undefined, has_unread: undefined, handler: undefined };

test("each matter of the demonstration data is the same in the list and on its page", async () => {
  await emptyTables(db);
  await seed(db, { today: new Date("2026-11-20T12:00:00Z") });
  expect(await readDrift(db)).toEqual([]);
  const { items } = await listTransactions(db, staffReader(), {}, { limit: 500 });
  expect(items.length).toBeGreaterThan(20);
  for (const item of items) {
    // The two are compared as JSON, because their dates can differ in precision.
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

function insertEvent(event_name: string, date_time: Date | string = LONG_AGO) {
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
    .insertInto("identity_checks")
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
