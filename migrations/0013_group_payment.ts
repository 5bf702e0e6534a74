import { sql, type Kysely } from "kysely";

/** The payment at Stripe that a developer has made for a whole group: of its orders none can have it (AMB-E14). */
export async function up(db: Kysely<unknown>) {
  await sql`alter table transaction_groups add column stripe_transaction_id text unique`.execute(
    db,
  );
}
