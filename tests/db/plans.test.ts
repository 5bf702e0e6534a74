import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { countEndings, RETENTION_RULES } from "#app/domain/privacy/retention-due.server.ts";
import { listTransactions } from "#app/domain/transactions/list-transactions.server.ts";
import { loadOffice } from "#tests/bench/scale/load.ts";
import { type StaffQuery, staffQueries } from "#tests/bench/scale/questions.ts";
import { readSamples, type Sample } from "#tests/bench/scale/samples.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { staffReader } from "#tests/support/readers.ts";
import { readTableScans, type TableScan } from "#tests/support/query-plan.ts";

/** Checks that no staff query scans a whole large table. `npm run bench:scale` measures times. */

const { db, url } = useTestDatabase();
const MATTERS = 5_000;
/**
 * Most rows that a query may read: a prefix search reads up to a thousand index entries, and their
 * rows in a few tables.
 */
const MAX_ROWS = 2_500;

/** Tables that stay small compared with the matters. Every other table is large. */
const small = new Set([
  "admin_config",
  "brands",
  "companies",
  "estate_agents",
  "invoices",
  "law_firms",
  "lawyer_group_members",
  "lawyer_groups",
  "negotiators",
  "office_coordinators",
  "payment_reviews",
  "referral_codes",
  "refunds",
  "privacy_requests",
  "transaction_groups",
  "valuers",
]);

let samples: Sample[];

beforeAll(async () => {
  await loadOffice(url, { matters: MATTERS, seed: 1 });
  await sql`
    insert into matter_actions (transaction_id, kind, before, after, sends_at)
    select id, 'correct_tenure', '{}', '{}', now() from transactions`.execute(db);
  await sql`analyze matter_actions`.execute(db);
  await invoiceSales();
  samples = await readSamples(db, 3);
});

const isWhole = ({ table, index, rows }: TableScan) =>
  !small.has(table) && (index === null || rows > MAX_ROWS);

/** Returns true for a count, which reads all entries of an index. */
const isCounted = ({ name }: StaffQuery) => name.endsWith("count") || REFERRALS.test(name);
const REFERRALS = /^Statistics: (foreign currency|mortgage referrals)$/;
/**
 * Tables for which a full scan is as cheap: most users are active, and half of the referrals are of
 * one kind.
 */
const SHARED = new Set(["users", "adviser_referrals"]);
/**
 * Count of the matters in which one lawyer group acts for both sides. The largest group of these
 * samples has every seventh matter on each side, so a full scan is as cheap.
 */
const BOTH_SIDES = /"seller_lawyer_group_id" = \$1 and "buyer_lawyer_group_id" = \$2/;
const isShared = ({ table, query }: TableScan) => SHARED.has(table) || BOTH_SIDES.test(query);

describe("staff queries of a database of any size", () => {
  test.each(staffQueries.filter((question) => !isCounted(question)))(
    "the query $name scans no large table",
    async ({ ask }) => {
      for (const sample of samples) {
        const scans = await readTableScans((watched) => ask(watched, sample));
        expect(scans.filter(isWhole)).toEqual([]);
      }
    },
  );

  test.each(staffQueries.filter(isCounted))(
    "the query $name reads large tables only through an index",
    async ({ ask }) => {
      for (const sample of samples) {
        const scans = await readTableScans((watched) => ask(watched, sample));
        const whole = scans.filter(({ table, index }) => !small.has(table) && index === null);
        expect(whole.filter((scan) => !isShared(scan))).toEqual([]);
      }
    },
  );
});

test("a page of the transaction list reads one large table and only the shown rows of others", async () => {
  for (const filter of [
    {},
    { estate_agent_id: samples[0]!.agent },
    { group_id: samples[0]!.group },
  ]) {
    const scans = await readTableScans((watched) =>
      listTransactions(watched, staffReader(), filter, { limit: 20, after: samples[0]!.oldMatter }),
    );
    const people = ["users", "parties"];
    const names = [...people, "transactions", "properties", "addresses", "inbound_emails"];
    const tables = new Set(scans.map(({ table }) => table).filter((table) => !small.has(table)));
    expect(tables).toEqual(new Set(["listed_transactions", ...names]));
    // Each row is looked up once, and each side of a matter has only a few people.
    expect(scans.filter(({ table, rows }) => names.includes(table) && rows > 200)).toEqual([]);
  }
});

test.each(["transactions", "identity_checks", "users"] as const)(
  "the nightly search for expired %s uses an index",
  async (table) => {
    const ending = RETENTION_RULES.find((one) => one.table === table)!;
    const scans = await readTableScans((watched) => countEndings(watched, ending));
    expect(scans.filter(isWhole)).toEqual([]);
  },
);

test("the check of query plans finds a list whose index is missing", async () => {
  await db.transaction().execute(async (trx) => {
    await sql`drop index listed_transactions_newest`.execute(trx);
  });
  const scans = await readTableScans((watched) =>
    listTransactions(watched, staffReader(), {}, { limit: 20 }),
  );
  expect(scans.filter(isWhole)).toMatchObject([{ table: "listed_transactions", index: null }]);
});

test("a filter by agent and lawyers reads only the matters that match both", async () => {
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
    // Both scans read the shown rows, and one more to know whether there is a next page.
    for (const { rows } of looked) expect(rows).toBeLessThanOrEqual(6);
  }
});

/**
 * Invoices every paid sale on the payment type “invoice” to its office, except the newest thirty,
 * of which staff have decided not to invoice five.
 */
async function invoiceSales() {
  const statements = [
    sql`insert into referral_codes (code, label, estate_agent_id)
      select 'CODE' || row_number() over (order by id), 'Office', id from estate_agents`,
    sql`update orders set code = codes.code
      from transactions join referral_codes as codes using (estate_agent_id)
      where payment_type = 'invoice' and paid_at is not null and transactions.id = transaction_id`,
    sql`update orders set payment_type = 'stripe_direct'
      where payment_type = 'invoice' and code is null`,
    sql`create temporary table billed as
      select orders.id as order_id, estate_agent_id,
        row_number() over (order by paid_at desc) as newest,
        date_trunc('month', paid_at at time zone 'Europe/London')::date as month
      from orders join referral_codes as codes on codes.code = orders.code`,
    sql`insert into invoices (number, estate_agent_id, month, total_pence, issued_on, due_on,
        received_on, created_by)
      select 'FL-' || row_number() over (), estate_agent_id, month, count(*) * 24000, month + 30,
        month + 44, case when month < (select max(month) from billed) - 60 then month + 44 end,
        (select id from users where type = 'admin' limit 1)
      from billed where newest > 30 group by estate_agent_id, month`,
    sql`insert into invoice_items (order_id, invoice_id, amount_pence)
      select order_id, invoices.id, 24000 from billed join invoices using (estate_agent_id, month)
      where newest > 30`,
    sql`insert into invoice_items (order_id, amount_pence, reason, decided_by, decided_at)
      select order_id, 24000, 'Goodwill', (select id from users where type = 'admin' limit 1), now()
      from billed where newest <= 5`,
    sql`drop table billed`,
  ];
  await db.connection().execute(async (one) => {
    for (const statement of statements) await statement.execute(one);
  });
  for (const table of ["orders", "invoices", "invoice_items", "referral_codes"]) {
    await sql`vacuum (full, analyze) ${sql.table(table)}`.execute(db);
  }
}
