import { sql, type Kysely } from "kysely";

/** Law firms and lawyer groups that nobody is to choose any more: they stay on record for the matters that they act in. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table law_firms add column retired_at timestamptz`.execute(db);
  await sql`alter table lawyer_groups add column retired_at timestamptz`.execute(db);
}
