import { describe, expect, test } from "vitest";
import type { MatterProgress } from "#app/domain/transactions/status-strip.ts";
import type { Db } from "#db/connection.ts";
import { seed } from "#db/demo/index.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { readDrift } from "#tests/support/listed-transactions.ts";
import { waitForLockWaiters } from "#tests/support/concurrency.ts";

const { db } = useTestDatabase();

type Sale = { id: string; property_id: string; seller: string };

type SearchStatus = "in progress" | "cancelled" | "complete";

type Check = {
  status: "pending" | "failed" | "aborted" | "complete";
  email: string;
  person_type?: "seller" | "buyer" | "giftor";
  first_name?: string;
  created_at?: Date;
};

const NOTHING: MatterProgress = {
  payment: "outstanding",
  estate_agent: "outstanding",
  solicitors: "outstanding",
  searches: "outstanding",
  id_checks: "outstanding",
};

describe("the progress of a matter (J-044, J-057, J-058, AMB-J06, AMB-J07)", () => {
  test.each<[string, Partial<MatterProgress>, (sale: Sale) => Promise<void>]>([
    ["nothing done yet", {}, async () => {}],
    ["a failed payment", {}, (sale) => addOrder(sale, "requires_payment_method")],
    ["an order without a payment", {}, (sale) => addOrder(sale, null)],
    ["payment", { payment: "complete" }, (sale) => addOrder(sale, "succeeded")],
    [
      "no estate agent (J-058)",
      { estate_agent: "complete" },
      (sale) => setTransaction(sale, { estate_agent_status: "no_agent" }),
    ],
    [
      "an estate agent not on the list (J-058)",
      { estate_agent: "complete" },
      (sale) => setTransaction(sale, { estate_agent_status: "not_listed" }),
    ],
    [
      "an assigned estate agent (J-058)",
      { estate_agent: "complete" },
      async (sale) => {
        const { id } = await insertOffice(db, "Northgate", { brand_name: crypto.randomUUID() });
        await setTransaction(sale, { estate_agent_status: "assigned", estate_agent_id: id });
      },
    ],
    [
      "a solicitor on one side",
      { solicitors: "in_progress" },
      async (sale) => setTransaction(sale, { seller_lawyer_group_id: await aLawyerGroup() }),
    ],
    [
      "solicitors on both sides",
      { solicitors: "complete" },
      async (sale) => {
        const id = await aLawyerGroup();
        await setTransaction(sale, { seller_lawyer_group_id: id, buyer_lawyer_group_id: id });
      },
    ],
    [
      "a search without its result",
      { searches: "in_progress" },
      (sale) => addSearches(sale, "complete", "in progress"),
    ],
    [
      "search results that are in, except for a cancelled one",
      { searches: "complete" },
      (sale) => addSearches(sale, "complete", "cancelled"),
    ],
    ["only cancelled searches", {}, (sale) => addSearches(sale, "cancelled", "cancelled")],
  ])("stores this progress of a matter with %s: %j", async (_name, expected, change) => {
    const sale = await aSale();
    await change(sale);
    expect(await readProgress(sale.id)).toEqual({ ...NOTHING, ...expected });
    expect(await readDrift(db)).toEqual([]);
  });

  test.each<[string, MatterProgress["id_checks"], Omit<Check, "email">[]]>([
    ["no check (N-023)", "outstanding", []],
    ["pending", "complete", [{ status: "pending" }]],
    ["complete", "complete", [{ status: "complete" }]],
    ["failed", "in_progress", [{ status: "failed" }]],
    ["aborted", "in_progress", [{ status: "aborted" }]],
    [
      "aborted and reordered",
      "complete",
      [
        { status: "pending", created_at: new Date("2026-02-01") },
        { status: "aborted", created_at: new Date("2026-01-01") },
      ],
    ],
    ["a name in a different case", "complete", [{ status: "complete", first_name: "ADA" }]],
    [
      "a different name with the same email",
      "outstanding",
      [{ status: "complete", first_name: "Eve" }],
    ],
    ["the seller as a buyer", "outstanding", [{ status: "complete", person_type: "buyer" }]],
  ])(
    "the progress of a sole seller's check (%s) is %s, from the stored checks %j",
    async (_name, expected, checks) => {
      const sale = await aSale();
      for (const check of checks) await addCheck(db, sale, { email: sale.seller, ...check });
      expect((await readProgress(sale.id)).id_checks).toBe(expected);
      expect(await readDrift(db)).toEqual([]);
    },
  );

  test("the progress of a matter depends on the checks of sellers and of the buyers and giftors that count (N-024, N-025)", async () => {
    const sale = await aSale();
    const state = async () => (await readProgress(sale.id)).id_checks;
    await addCheck(db, sale, { email: sale.seller.toUpperCase(), status: "complete" });
    expect(await state()).toBe("complete");

    await addOwner(sale, "second@example.test");
    expect(await state()).toBe("in_progress");
    await addCheck(db, sale, { email: "second@example.test", status: "pending" });
    expect(await state()).toBe("complete");

    const buyer = await insertPerson(db, `buyer.${sale.seller}`);
    const purchase = await insertPurchase(db, sale, buyer.id, true);
    expect(await state()).toBe("in_progress");
    const check = {
      email: `buyer.${sale.seller}`,
      status: "complete",
      person_type: "buyer",
    } as const;
    await addCheck(db, sale, check);
    expect(await state()).toBe("complete");

    await db
      .insertInto("parties")
      .values({
        kind: "giftor",
        purchase_intent_id: purchase.id,
        first_name: "Alan",
        last_name: "Byron",
        email: "alan@example.test",
        phone_number: "+447400123456",
        amount_pounds: 5_000,
        relationship: "Parent",
      })
      .execute();
    expect(await state()).toBe("in_progress");
    await db.deleteFrom("parties").where("purchase_intent_id", "=", purchase.id).execute();
    expect(await state()).toBe("complete");

    // The active purchase counts, or the newest if none is active.
    const other = await insertPerson(db, `other.${sale.seller}`);
    await insertPurchase(db, sale, other.id, false);
    expect(await state()).toBe("complete");
    await db
      .updateTable("purchase_intents")
      .set({ is_active: false })
      .where("id", "=", purchase.id)
      .execute();
    expect(await state()).toBe("in_progress");

    await db
      .updateTable("users")
      .set({ email: check.email + "x" })
      .where("id", "=", buyer.id)
      .execute();
    expect(await readDrift(db)).toEqual([]);
  });
});

describe("the stored progress of a matter", () => {
  test("the stored progress of a matter includes two search results that arrive concurrently", async () => {
    const sale = await aSale();
    await addSearches(sale, "in progress", "in progress");
    const complete = (trx: Db, product_id: string) =>
      trx
        .updateTable("searches")
        .set({ status: "complete" })
        .where("transaction_id", "=", sale.id)
        .where("product_id", "=", product_id)
        .execute();
    let second: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await complete(trx, "P0");
      // A change to the matter itself locks the matter immediately. Changes to other rows lock it
      // before the commit.
      await trx.updateTable("transactions").set({ tags: [] }).where("id", "=", sale.id).execute();
      second = complete(db, "P1");
      await waitForLockWaiters(db);
    });
    await second;
    expect((await readProgress(sale.id)).searches).toBe("complete");
    expect(await readDrift(db)).toEqual([]);
  });

  test("the stored progress of a matter is updated after deletions, also of the matter itself", async () => {
    const sale = await aSale();
    await addOrder(sale, "succeeded");
    await addSearches(sale, "complete");
    await db.deleteFrom("orders").where("transaction_id", "=", sale.id).execute();
    await db.deleteFrom("searches").where("transaction_id", "=", sale.id).execute();
    expect(await readProgress(sale.id)).toEqual(NOTHING);
    await setTransaction(sale, { created_at: new Date("2020-01-01") });
    expect(await readDrift(db)).toEqual([]);
    await db.deleteFrom("transactions").where("id", "=", sale.id).execute();
    expect(await readDrift(db)).toEqual([]);
  });

  test("the stored progress matches the demonstration data, which has every state of every step", async () => {
    await emptyTables(db);
    await seed(db, { today: new Date("2026-11-20T12:00:00Z") });
    expect(await readDrift(db)).toEqual([]);
    const rows = await db.selectFrom("listed_transactions").selectAll().execute();
    const states = (step: keyof MatterProgress) =>
      [...new Set(rows.map((row) => row[step]))].sort();
    expect(states("payment")).toEqual(["complete", "outstanding"]);
    expect(states("estate_agent")).toEqual(["complete", "outstanding"]);
    for (const step of ["solicitors", "searches", "id_checks"] as const) {
      expect(states(step)).toEqual(["complete", "in_progress", "outstanding"]);
    }
  });
});

async function aSale(): Promise<Sale> {
  const seller = `seller.${crypto.randomUUID()}@example.test`;
  const { id } = await insertPerson(db, seller);
  return { ...(await insertSale(db, id)), seller };
}

function readProgress(transaction_id: string): Promise<MatterProgress> {
  return db
    .selectFrom("listed_transactions")
    .select(["payment", "estate_agent", "solicitors", "searches", "id_checks"])
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
}

async function setTransaction({ id }: Sale, change: object) {
  await db.updateTable("transactions").set(change).where("id", "=", id).execute();
}

async function addOrder({ id }: Sale, stripe_transaction_status: string | null) {
  await db
    .insertInto("orders")
    .values({
      transaction_id: id,
      payment_type: "stripe_direct",
      total_amount_pence: 24_000,
      stripe_transaction_status,
    })
    .execute();
}

async function addSearches({ id }: Sale, ...statuses: SearchStatus[]) {
  await db
    .insertInto("searches")
    .values(
      statuses.map((status, index) => ({
        transaction_id: id,
        product_id: `P${index}`,
        reference: "OS1",
        status,
      })),
    )
    .execute();
}

async function addCheck(db: Db, { id }: Sale, check: Check) {
  await db
    .insertInto("identity_checks")
    .values({
      transaction_id: id,
      person_type: "seller",
      first_name: "Ada",
      last_name: "Byron",
      phone_number: "+447400123456",
      ...check,
    })
    .execute();
}

async function addOwner({ id }: Sale, email: string) {
  await db
    .insertInto("parties")
    .values({
      kind: "seller",
      transaction_id: id,
      first_name: "Ada",
      last_name: "Byron",
      email,
      phone_number: "+447400123456",
    })
    .execute();
}

async function aLawyerGroup() {
  const firm = await db
    .insertInto("law_firms")
    .values({ name: "Able Law" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("lawyer_groups")
    .values({ name: "Able", law_firm_id: firm.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
