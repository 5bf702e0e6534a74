import { sql, type Kysely } from "kysely";

/**
 * A home is sold once: whoever would pay for one that is with us already is put before staff with the other sale, with
 * or without money. Money that went back has its day. An order remembers that its payment failed after it was under way.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table payment_reviews
      drop constraint payment_reviews_reason_check,
      drop constraint payment_reviews_order_check,
      drop constraint payment_reviews_closed_check,
      alter column stripe_transaction_id drop not null,
      add column other_transaction_id object_id references transactions,
      add column happened_at timestamptz,
      add constraint payment_reviews_reason_check check (reason in (
        'amount_mismatch', 'paid_and_referred', 'paid_twice', 'home_paid_twice', 'home_with_us',
        'unknown_order', 'paid_there_only', 'paid_here_only', 'sum_differs',
        'refunded', 'disputed', 'still_processing', 'still_open')),
      add constraint payment_reviews_order_check check (order_id is not null or reason not in
        ('amount_mismatch', 'paid_and_referred', 'paid_twice', 'home_paid_twice', 'home_with_us')),
      add constraint payment_reviews_closed_check check (closed_at is null or reason not in
        ('amount_mismatch', 'paid_and_referred', 'paid_twice', 'home_paid_twice')),
      add constraint payment_reviews_stripe_check
        check ((stripe_transaction_id is null) = (reason = 'home_with_us')),
      add constraint payment_reviews_home_check
        check ((other_transaction_id is not null) = (reason in ('home_paid_twice', 'home_with_us')))`.execute(
    db,
  );
  await sql`drop index payment_reviews_once`.execute(db);
  await sql`
    create unique index payment_reviews_once on payment_reviews (stripe_transaction_id)
      where reason in ('amount_mismatch', 'paid_and_referred', 'paid_twice', 'home_paid_twice')`.execute(
    db,
  );
  // However often its seller opens the payment page.
  await sql`
    create unique index payment_reviews_home on payment_reviews (order_id)
      where reason = 'home_with_us' and closed_at is null`.execute(db);
  await sql`
    create index payment_reviews_other on payment_reviews (other_transaction_id)
      where other_transaction_id is not null`.execute(db);
  await sql`create index addresses_uprn on addresses (uprn) where uprn is not null`.execute(db);

  // The bank's words are for the customer; some failures have none.
  await sql`
    alter table orders
      add column payment_failed_at timestamptz,
      add column payment_failure text,
      add constraint orders_payment_failure_check
        check (payment_failure is null or payment_failed_at is not null),
      add constraint orders_payment_failed_check
        check (payment_failed_at is null or paid_at is null)`.execute(db);
}
