import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

/** Where the rows that triggers keep for lists differ from what their rules say. */
export async function readDrift(db: Db) {
  const { rows } = await sql`
    (table listed_transactions except table listed_transaction_rules)
    union all (table listed_transaction_rules except table listed_transactions)`.execute(db);
  return rows;
}
