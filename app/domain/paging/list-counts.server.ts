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
  list: "transactions" | "users",
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
 * Compares every number, and what is paid, with the rows themselves, and mends what differs. What changes meanwhile
 * changes both alike, so nobody waits for it. It reads whole tables: for a connection that may take minutes.
 *
 * @returns how many matters were wrong about being paid, and the numbers that were wrong
 */
export async function mendListCounts(db: Db): Promise<{ paid: number; counts: CountDifference[] }> {
  return inTransaction(db, async (trx) => {
    // Two of these at once would both add what is missing.
    await sql`lock table list_counts in share update exclusive mode`.execute(trx);
    const paid = await mendPaid(trx);
    const { rows: counts } = await sql<CountDifference>`
      with kept as (
        select list, filter, sum(rows) as rows from list_counts group by list, filter
      ), different as (
        select list, filter, coalesce(kept.rows, 0)::integer as kept,
          coalesce(counted_lists.rows, 0) as found
        from kept full join counted_lists using (list, filter)
        where coalesce(kept.rows, 0) <> coalesce(counted_lists.rows, 0)
      ), mended as (
        insert into list_counts (list, filter, rows)
        select list, filter, found - kept from different
      )
      select * from different order by list, filter`.execute(trx);
    return { paid, counts };
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
