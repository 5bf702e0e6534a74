import { sql, type Kysely } from "kysely";

/**
 * Triggers fire in the order of their names. Whether a matter is paid is written to its own row, and that before its row in
 * the list is locked: whoever changes the matter locks the two in this order, and would deadlock with a payment otherwise.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter trigger orders_paid on orders rename to orders_is_paid`.execute(db);
}
