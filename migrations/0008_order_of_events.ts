import { sql, type Kysely } from "kysely";

/** Events of one database transaction come one after another, and are shown so: now() is the same for all of them. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table events alter column date_time set default clock_timestamp()`.execute(db);
}
