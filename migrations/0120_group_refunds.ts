import { sql, type Kysely } from "kysely";

/** Refunds of the payment of a group of new homes, which belongs to the order of no single sale. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table transaction_groups
      -- Amount that Stripe took. Null until staff first open the refund of the payment.
      add paid_pence integer check (paid_pence > 0),
      add check (paid_pence is null or stripe_transaction_id is not null)`.execute(db);
  await sql`
    alter table refunds
      alter order_id drop not null,
      -- Group whose payment is refunded.
      add group_id object_id references transaction_groups on delete cascade,
      add check (num_nonnulls(order_id, group_id) = 1)`.execute(db);
  await sql`
    create index refunds_group on refunds (group_id, created_at)
    where group_id is not null`.execute(db);
  await sql`
    alter table payment_reviews
      -- Group whose payment was refunded in Stripe or disputed.
      add group_id object_id references transaction_groups on delete cascade,
      add check (group_id is null or order_id is null)`.execute(db);
  await sql`
    create index payment_reviews_group on payment_reviews (group_id)
    where group_id is not null`.execute(db);
}
