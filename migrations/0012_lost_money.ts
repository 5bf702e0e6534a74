import { sql, type Kysely } from "kysely";

/**
 * Money that a person has to look at, however it was noticed: a payment that came and does not fit its order, or what
 * the nightly comparison with Stripe finds. A member of staff deals with it; what only the comparison said is closed
 * once it is not so any more.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table payment_reviews
      alter column order_id drop not null,
      drop constraint payment_reviews_stripe_transaction_id_key,
      drop constraint payment_reviews_reason_check,
      add constraint payment_reviews_reason_check check (reason in (
        'amount_mismatch', 'paid_and_referred', 'paid_twice',
        'unknown_order', 'paid_there_only', 'paid_here_only', 'sum_differs',
        'refunded', 'disputed', 'still_processing', 'still_open')),
      add constraint payment_reviews_order_check check (order_id is not null or reason not in
        ('amount_mismatch', 'paid_and_referred', 'paid_twice')),
      add column amount_pence integer,
      add column currency text,
      add column stripe_status text,
      add column note text,
      add column dealt_with_at timestamptz,
      add column dealt_with_by object_id references users,
      add column closed_at timestamptz,
      add constraint payment_reviews_dealt_with_check
        check ((dealt_with_at is null) = (dealt_with_by is null) and (dealt_with_at is null or note is not null)),
      add constraint payment_reviews_closed_check check (closed_at is null or reason not in
        ('amount_mismatch', 'paid_and_referred', 'paid_twice'))`.execute(db);
  // A payment that does not fit is put before staff once, whatever it is said not to fit later.
  await sql`
    create unique index payment_reviews_once on payment_reviews (stripe_transaction_id)
      where reason in ('amount_mismatch', 'paid_and_referred', 'paid_twice')`.execute(db);
  // What the comparison says is kept once for as long as it is so, dealt with or not.
  await sql`
    create unique index payment_reviews_finding on payment_reviews (stripe_transaction_id, reason)
      where closed_at is null`.execute(db);
  await sql`create index payment_reviews_newest on payment_reviews (created_at desc, id desc)`.execute(
    db,
  );
  await sql`
    create index payment_reviews_open on payment_reviews (created_at desc, id desc)
      where dealt_with_at is null and closed_at is null`.execute(db);
  // The comparison asks for the orders that were paid by card lately, and for those whose money is on its way.
  await sql`
    create index orders_paid_by_card on orders (paid_at) where payment_type = 'stripe_direct'`.execute(
    db,
  );
  await sql`
    create index orders_processing on orders (id)
      where stripe_transaction_status = 'processing'`.execute(db);
}
