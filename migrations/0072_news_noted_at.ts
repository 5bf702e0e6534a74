import { sql, type Kysely } from "kysely";

/** Since when a customer is to be told of something: news that a worker comes to in the evening only wait for the morning. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table pending_news add column noted_at timestamptz not null default now()`.execute(
    db,
  );
}
