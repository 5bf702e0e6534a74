import { sql, type Kysely } from "kysely";

/** Money that came and does not fit its order: a row a payment, so that none is lost sight of. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table payment_reviews (
      id object_id primary key default new_id(),
      order_id object_id not null references orders,
      stripe_transaction_id text not null unique,
      reason text not null check (reason in ('amount_mismatch', 'paid_and_referred', 'paid_twice')),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index payment_reviews_order on payment_reviews (order_id)`.execute(db);
}
