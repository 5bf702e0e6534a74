import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { countEndings, RETENTION_RULES } from "#app/domain/privacy/endings.server.ts";
import { listTransactions } from "#app/domain/transactions/list-transactions.server.ts";
import { loadOffice } from "#tests/bench/scale/load.ts";
import { type Question, questions } from "#tests/bench/scale/questions.ts";
import { readSamples, type Sample } from "#tests/bench/scale/samples.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { staffReader } from "#tests/support/readers.ts";
import { readTableScans, type TableScan } from "#tests/support/query-plan.ts";

/**
 * No question of staff reads a table that grows with the matters from end to end. `npm run bench:scale` says how long
 * each takes; this says that none of them will take longer the more there are.
 */

const { db, url } = useTestDatabase();
const MATTERS = 5_000;
/** The beginning of a word is looked up a thousand times at most, and each found row in a few tables. */
const MAX_ROWS = 2_500;

/** What stays small beside the matters: partners, settings, what seldom happens. Every other table is large. */
const small = new Set([
  "admin_config",
  "brands",
  "companies",
  "estate_agents",
  "law_firms",
  "lawyer_group_members",
  "lawyer_groups",
  "negotiators",
  "office_coordinators",
  "payment_reviews",
  "privacy_requests",
  "transaction_groups",
  "valuers",
]);

let samples: Sample[];

beforeAll(async () => {
  await loadOffice(url, { matters: MATTERS, seed: 1 });
  samples = await readSamples(db, 3);
});

const isWhole = ({ table, index, rows }: TableScan) =>
  !small.has(table) && (index === null || rows > MAX_ROWS);

/** A count reads all entries of an index. */
const isCounted = ({ name }: Question) => name.endsWith("count") || REFERRALS.test(name);
/** The list comes with its number. */
const REFERRALS = /^Statistics: (foreign currency|mortgage referrals)$/;
/** Most users are active and half of the referrals are of one kind, so that to read them whole is as cheap. */
const SHARED = new Set(["users", "referrals"]);

describe("at any size, no table that grows is read from end to end", () => {
  test.each(questions.filter((question) => !isCounted(question)))("$name", async ({ ask }) => {
    for (const sample of samples) {
      const scans = await readTableScans((watched) => ask(watched, sample));
      expect(scans.filter(isWhole)).toEqual([]);
    }
  });

  test.each(questions.filter(isCounted))("$name: from an index", async ({ ask }) => {
    for (const sample of samples) {
      const scans = await readTableScans((watched) => ask(watched, sample));
      const whole = scans.filter(({ table, index }) => !small.has(table) && index === null);
      expect(whole.filter(({ table }) => !SHARED.has(table))).toEqual([]);
    }
  });
});

test("a page of the transactions is found in one table that grows, and of others only what it shows is read", async () => {
  for (const filter of [
    {},
    { estate_agent_id: samples[0]!.agent },
    { group_id: samples[0]!.group },
  ]) {
    const scans = await readTableScans((watched) =>
      listTransactions(watched, staffReader(), filter, { limit: 20, after: samples[0]!.oldMatter }),
    );
    const names = ["users", "parties", "properties", "addresses", "inbound_emails"];
    const tables = new Set(scans.map(({ table }) => table).filter((table) => !small.has(table)));
    expect(tables).toEqual(new Set(["listed_transactions", ...names]));
    // Each row is looked up once, and each side of a matter has few people.
    expect(scans.filter(({ table, rows }) => names.includes(table) && rows > 200)).toEqual([]);
  }
});

test.each(["transactions", "checks", "users"] as const)(
  "23 what is past its time among %s is looked for by an index each night",
  async (table) => {
    const ending = RETENTION_RULES.find((one) => one.table === table)!;
    const scans = await readTableScans((watched) => countEndings(watched, ending));
    expect(scans.filter(isWhole)).toEqual([]);
  },
);

test("a list whose index is gone is noticed", async () => {
  await db.transaction().execute(async (trx) => {
    await sql`drop index listed_transactions_newest`.execute(trx);
  });
  const scans = await readTableScans((watched) =>
    listTransactions(watched, staffReader(), {}, { limit: 20 }),
  );
  expect(scans.filter(isWhole)).toMatchObject([{ table: "listed_transactions", index: null }]);
});

test("of an agent and lawyers no matter of the one without the other is looked at", async () => {
  const { rows } = await sql<{ agent: string; lawyers: string }>`
    with largest as (
      select estate_agent_id as agent from transactions where estate_agent_id is not null
      group by 1 order by count(*) desc limit 1
    ) select agent, id as lawyers from largest, lawyer_groups`.execute(db);
  expect(rows).not.toHaveLength(0);
  for (const { agent, lawyers } of rows) {
    const filter = { estate_agent_id: agent, lawyer_group_id: lawyers };
    const scans = await readTableScans((watched) =>
      listTransactions(watched, staffReader(), filter, { limit: 5 }),
    );
    const looked = scans.filter(({ table }) => table === "listed_transactions");
    expect(looked).toHaveLength(2);
    // Of each side as many as are shown, and the one that says that the list goes on.
    for (const { rows } of looked) expect(rows).toBeLessThanOrEqual(6);
  }
});
