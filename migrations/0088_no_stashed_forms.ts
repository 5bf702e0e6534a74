import { sql, type Kysely } from "kysely";

/** Forms are no longer held for people whose session ended: a POST without a session is refused in place. */
export async function up(db: Kysely<unknown>) {
  await sql`drop table stashed_forms`.execute(db);
}
