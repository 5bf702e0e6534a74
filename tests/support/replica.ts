import { sql, type Transaction } from "kysely";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";

/** Runs `work` without triggers, as a bulk load does, so that derived rows are missing. */
export async function withReplicationRole(
  db: Db,
  work: (trx: Transaction<DB>) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await work(trx);
  });
}

/**
 * Inserts matters that were created a minute apart, with the same seller and property, and asking
 * prices from £100,001.
 */
export async function insertManyMatters(db: Db, count: number): Promise<void> {
  const seller = await insertPerson(db, "many@example.test");
  const { id } = await insertSale(db, seller.id);
  await withReplicationRole(db, async (trx) => {
    await sql`
      insert into transactions (property_id, seller_id, customer_type, asking_price_pounds, has_mortgage,
        onward_purchase, is_using_foreign_currency, requires_mortgage_referral, created_at)
      select property_id, seller_id, customer_type, 100000 + n, has_mortgage,
        onward_purchase, is_using_foreign_currency, requires_mortgage_referral,
        timestamptz '2026-01-01' + n * interval '1 minute'
      from transactions, generate_series(1, ${sql.lit(count)}) n
      where id = ${id}`.execute(trx);
    await trx.deleteFrom("transactions").where("id", "=", id).execute();
  });
  await db.deleteFrom("listed_transactions").where("id", "=", id).execute();
}
