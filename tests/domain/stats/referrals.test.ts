import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { refreshStages } from "#app/domain/stages/duration-stats.server.ts";
import type { ReferralKind } from "#app/domain/stats/referral-kinds.ts";
import { countReferrals, listReferrals } from "#app/domain/stats/statistics.server.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { readDrift } from "#tests/support/listed-transactions.ts";
import { staffReader } from "#tests/support/readers.ts";
import { withReplicationRole } from "#tests/support/replica.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

let people = 0;
async function aPerson(first_name: string, last_name = "Byron") {
  const { id } = await insertPerson(db, `person${people++}@example.test`);
  await db.updateTable("users").set({ first_name, last_name }).where("id", "=", id).execute();
  return id;
}

type Answers = Partial<
  Record<"is_using_foreign_currency" | "requires_mortgage_referral", "yes" | "no" | "not_sure">
>;
const bothYes = { is_using_foreign_currency: "yes", requires_mortgage_referral: "yes" } as const;

const answer = (table: "transactions" | "purchase_intents", id: string, answers: Answers) =>
  db.updateTable(table).set(answers).where("id", "=", id).execute();

async function aSale(seller_id: string, answers: Answers = {}) {
  const sale = await insertSale(db, seller_id);
  await answer("transactions", sale.id, { requires_mortgage_referral: "no", ...answers });
  return sale;
}

async function names(kind: ReferralKind) {
  const { items } = await listReferrals(db, staffReader(), kind, { limit: 100 });
  expect(await countReferrals(db, kind)).toBe(items.length);
  return items.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim());
}

describe("the list of referrals (S-025)", () => {
  test.each([
    ["yes", "no", ["Ann Byron"], []],
    ["no", "yes", [], ["Ann Byron"]],
    ["yes", "yes", ["Ann Byron"], ["Ann Byron"]],
    ["not_sure", "not_sure", [], []],
    ["no", "no", [], []],
  ] as const)(
    "the list of referrals includes only people who answered yes (currency: %s, mortgage: %s) (AMB-S02)",
    async (is_using_foreign_currency, requires_mortgage_referral, currency, mortgage) => {
      await aSale(await aPerson("Ann"), { is_using_foreign_currency, requires_mortgage_referral });
      expect([await names("foreign_currency"), await names("mortgage")]).toEqual([
        currency,
        mortgage,
      ]);
      expect(await readDrift(db)).toEqual([]);
    },
  );

  test("the list of referrals shows the asking price of a seller and the agreed price of a buyer (S-010, S-011, S-012)", async () => {
    const sale = await aSale(await aPerson("Ann"), { is_using_foreign_currency: "yes" });
    const started = new Date("2026-11-03T09:00:00Z");
    await db.updateTable("transactions").set({ legals_started_at: started }).execute();
    const purchase = await insertPurchase(db, sale, await aPerson("Bob"), true);
    await answer("purchase_intents", purchase.id, { is_using_foreign_currency: "yes" });
    const { items } = await listReferrals(db, staffReader(), "foreign_currency", { limit: 10 });
    expect(items).toMatchObject([
      { id: sale.id, first_name: "Ann", purchase_intent_id: null, price_pounds: 300_000 },
      { id: purchase.id, first_name: "Bob", transaction_id: sale.id, price_pounds: 290_000 },
    ]);
    for (const item of items) {
      expect(item).toMatchObject({ line_1: "1 Arch Street", legals_started_at: started });
    }
  });

  test("the list of referrals is sorted by name, ignoring case and accents, with an empty name sorted as “Unknown” (S-013)", async () => {
    const called = [
      ["zoe", "Ash"],
      ["Émile", "Zola"],
      ["Ann", "Byron"],
      ["Victor", "Hugo"],
      ["", ""],
    ] as const;
    for (const [first, last] of called) await aSale(await aPerson(first, last), bothYes);
    expect(await names("mortgage")).toEqual([
      "Ann Byron",
      "Émile Zola",
      "",
      "Victor Hugo",
      "zoe Ash",
    ]);
  });

  test("the list of referrals is paged without gaps, also for equal names, and starts from the top after an unknown id", async () => {
    for (const name of ["Dan", "Ann", "Ann", "Cat", "Ann"])
      await aSale(await aPerson(name), bothYes);
    const seen: string[] = [];
    for (let after: string | undefined; ;) {
      const { items, next } = await listReferrals(db, staffReader(), "mortgage", {
        limit: 2,
        after,
      });
      seen.push(...items.map(({ first_name }) => first_name ?? ""));
      if (!next) break;
      after = next;
    }
    expect(seen).toEqual(["Ann", "Ann", "Ann", "Cat", "Dan"]);
    const lost = await listReferrals(db, staffReader(), "mortgage", {
      limit: 1,
      after: "f".repeat(24),
    });
    expect(lost.items).toHaveLength(1);
  });
});

describe("updates of the list of referrals", () => {
  test("the list of referrals follows deletions and changes to answers, names, sellers and buyers", async () => {
    const [ann, bob] = [await aPerson("Ann"), await aPerson("Bob")];
    const sale = await aSale(ann);
    const purchase = await insertPurchase(db, sale, bob, false);
    expect(await names("mortgage")).toEqual([]);
    await answer("transactions", sale.id, bothYes);
    await answer("purchase_intents", purchase.id, { requires_mortgage_referral: "yes" });
    expect(await names("mortgage")).toEqual(["Ann Byron", "Bob Byron"]);
    await db.updateTable("users").set({ first_name: "Xan" }).where("id", "=", ann).execute();
    expect(await names("mortgage")).toEqual(["Bob Byron", "Xan Byron"]);
    const cat = await aPerson("Cat");
    await db.updateTable("purchase_intents").set({ buyer_id: cat }).execute();
    await db.updateTable("transactions").set({ seller_id: bob }).execute();
    expect(await names("mortgage")).toEqual(["Bob Byron", "Cat Byron"]);
    const other = await aSale(await aPerson("Dan"));
    await db.updateTable("purchase_intents").set({ transaction_id: other.id }).execute();
    expect(await names("mortgage")).toEqual(["Bob Byron", "Cat Byron"]);
    await answer("purchase_intents", purchase.id, { requires_mortgage_referral: "not_sure" });
    expect(await names("mortgage")).toEqual(["Bob Byron"]);
    await db.deleteFrom("purchase_intents").execute();
    await db.deleteFrom("transactions").execute();
    expect([await names("mortgage"), await names("foreign_currency")]).toEqual([[], []]);
    expect(await readDrift(db)).toEqual([]);
  });

  test("the nightly comparison corrects the list of referrals if the triggers were bypassed", async () => {
    await withReplicationRole(db, async (trx) => {
      const { id } = await insertPerson(trx, "late@example.test");
      await insertSale(trx, id);
      await trx.updateTable("transactions").set(bothYes).execute();
    });
    const stale = await aSale(await aPerson("Ann"), bothYes);
    await sql`update adviser_referrals set sort_name = 'zzz' where transaction_id = ${stale.id}`.execute(
      db,
    );
    await refreshStages(db, "2026-11-20");
    expect(await names("mortgage")).toEqual(["Ada Byron", "Ann Byron"]);
    expect(await readDrift(db)).toEqual([]);
  });
});
