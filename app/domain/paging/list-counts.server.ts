import { sql, type RawBuilder } from "kysely";
import { inTransaction, type Db } from "#db/connection.ts";

/**
 * How many rows a list has under filters of which triggers keep the number (migrations/0011): exact, in the time of one
 * look at an index. Each change adds a row to `list_counts`; the number is their sum.
 */

/**
 * Reads how many rows a list has (J-026).
 *
 * @param filters whose rows are counted, as the database spells them; no row may be under two of them
 */
export async function readListCount(
  db: Db,
  list: "transactions" | "feed" | "stages" | "users" | "referrals",
  filters: readonly RawBuilder<string>[],
): Promise<number> {
  const { total } = await db
    .selectFrom("list_counts")
    .select(sql<number>`coalesce(sum(rows), 0)`.as("total"))
    .where("list", "=", list)
    .where(sql<boolean>`filter in (${sql.join(filters)})`)
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Reads what triggers count by months (migrations/0018): a month, what of it is counted, and how many, nothing of what
 * there are none of.
 *
 * @param months of London's calendar, one after the other, the newest first; each its year in four digits and its month
 *   in two: "2026-11"
 */
export async function readMonthlyCounts(
  db: Db,
  list: "new_transactions" | "new_leads" | "assignments",
  months: readonly string[],
): Promise<{ month: string; of: string; count: number }[]> {
  const { rows } = await sql<{ month: string; of: string; count: number }>`
    select left(filter, 7) as month, substr(filter, 9) as of, sum(rows) as count
    from list_counts where ${isInMonths(list, months)}
    group by filter having sum(rows) <> 0`.execute(db);
  return rows;
}

/** One walk along the index: months that follow one another do so there. */
export function isInMonths(list: string, months: readonly string[]): RawBuilder<boolean> {
  return sql`list = ${list} and filter >= ${months.at(-1)} and filter < ${`${months[0]}~`}`;
}

/**
 * Puts the rows of each number together to one. Whoever counts or changes meanwhile need not wait, and misses nothing.
 *
 * @returns how many rows were put away
 */
export async function foldListCounts(db: Db): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with several as (
      select list, filter from list_counts group by list, filter having count(*) > 1 or sum(rows) = 0
    ), gone as (
      delete from list_counts using several
      where list_counts.list = several.list and list_counts.filter = several.filter
      returning list_counts.list, list_counts.filter, list_counts.rows
    ), put as (
      insert into list_counts (list, filter, rows)
      select list, filter, sum(rows) from gone group by list, filter having sum(rows) <> 0
      returning list
    )
    select (select count(*) from gone) - (select count(*) from put) as folded`.execute(db);
  return rows[0]?.folded ?? 0;
}

/** A number that was not what the rows say. */
export type CountDifference = { list: string; filter: string; kept: number; found: number };

/**
 * How much was not what the rows say: matters about being paid or in what lists show of them, referrals
 * or their places, each number.
 */
export type Mended = {
  paid: number;
  listed: number;
  referrals: number;
  counts: CountDifference[];
};

/** What lists show of a million matters is seven minutes' work, and a statement has ten. */
const BATCH = 10_000;

/**
 * Compares every number, what is paid, what lists show of each matter and whom to refer with the rows themselves, and mends
 * what differs. What changes meanwhile changes both alike, so no one waits for it. It reads whole tables: for a
 * connection that may take minutes.
 *
 * @param batch of how many matters what lists show is compared at once
 * @returns what was wrong
 */
export async function mendListCounts(db: Db, batch = BATCH): Promise<Mended> {
  const listed = await mendListed(db, batch);
  return inTransaction(db, async (trx) => {
    // Two of these at once would both add what is missing.
    await sql`lock table list_counts in share update exclusive mode`.execute(trx);
    const paid = await mendPaid(trx);
    const referrals = await mendReferrals(trx);
    const { rows: counts } = await sql<CountDifference>`
      with kept as (
        select list, filter, sum(rows) as rows from list_counts group by list, filter
      ), found as (
        select * from counted_lists union all select * from counted_statistics
      ), different as (
        select list, filter, coalesce(kept.rows, 0)::integer as kept,
          coalesce(found.rows, 0) as found
        from kept full join found using (list, filter)
        where coalesce(kept.rows, 0) <> coalesce(found.rows, 0)
      ), mended as (
        insert into list_counts (list, filter, rows)
        select list, filter, found - kept from different
      )
      select * from different order by list, filter`.execute(trx);
    return { paid, listed, referrals, counts };
  });
}

/** Triggers keep whether a matter is paid on its own row: by the status of its order (AMB-E07). */
async function mendPaid(trx: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update transactions set paid = not paid
    where paid <> exists (select from orders where orders.transaction_id = transactions.id
      and orders.stripe_transaction_status = 'succeeded')`.execute(trx);
  return Number(numAffectedRows);
}

/**
 * Triggers keep what lists show of each matter (migrations/0053): what is not so is worked out as they do, under its own
 * lock, batch by batch.
 */
async function mendListed(db: Db, size: number): Promise<number> {
  let listed = 0;
  for (let after = ""; ;) {
    const { last } = await db
      .selectFrom((batch) =>
        batch
          .selectFrom("transactions")
          .select("id")
          .where("id", ">", after)
          .orderBy("id")
          .limit(size)
          .as("batch"),
      )
      .select(sql<string | null>`max(id)`.as("last"))
      .executeTakeFirstOrThrow();
    if (last === null) return listed;
    const { rows } = await sql`
      select refresh_listed_transaction(rules.id)
      from listed_transaction_rules as rules left join listed_transactions as kept using (id)
      where rules.id > ${after} and rules.id <= ${last}
        and row(kept.*) is distinct from row(rules.*)`.execute(db);
    listed += rows.length;
    after = last;
  }
}

/** Triggers keep whom to refer, in the order of their names; their numbers follow by triggers of their own. */
async function mendReferrals(trx: Db): Promise<number> {
  const { numAffectedRows: gone = 0n } = await sql`
    delete from referrals where not exists (
      select from referral_rules as rules
      where rules.kind = referrals.kind and rules.transaction_id = referrals.transaction_id
        and rules.purchase_intent_id is not distinct from referrals.purchase_intent_id)`.execute(
    trx,
  );
  const { numAffectedRows: put = 0n } = await sql`
    insert into referrals (kind, transaction_id, purchase_intent_id, sort_name)
    select kind, transaction_id, purchase_intent_id, sort_name from referral_rules
    on conflict (kind, id) do update set sort_name = excluded.sort_name
    where referrals.sort_name <> excluded.sort_name`.execute(trx);
  return Number(gone + put);
}
