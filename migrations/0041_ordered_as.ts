import { sql, type Kysely } from "kysely";

/**
 * A check is found by its person's names and email. When staff correct those, the check goes with the person, and this
 * says by what name and email Thirdfort was asked.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table checks add column ordered_as text`.execute(db);
}
