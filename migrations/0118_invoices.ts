import { sql, type Kysely } from "kysely";

/** Sales that won’t be invoiced, and units whose invoices have been paid. */
export async function up(db: Kysely<unknown>) {
  await allowItemsWithoutInvoice(db);
  await payReceivedUnits(db);
  await markInvoicedOrders(db);
}

/**
 * An item without an invoice is the decision not to invoice its sale. The primary key still allows
 * one item for each order. The version before shows such a sale as not invoiced yet.
 */
async function allowItemsWithoutInvoice(db: Kysely<unknown>) {
  await sql`
    alter table invoice_items
      alter invoice_id drop not null,
      -- Reason for our records.
      add reason text check (length(reason) between 1 and 200),
      add decided_by object_id references users,
      add decided_at timestamptz,
      add check (num_nonnulls(reason, decided_by, decided_at)
        = case when invoice_id is null then 3 else 0 end)`.execute(db);
  await sql`
    create index invoice_items_decided on invoice_items (decided_at desc, order_id desc)
    where invoice_id is null`.execute(db);
  await sql`
    create index invoice_items_decided_by on invoice_items (decided_by)
    where decided_by is not null`.execute(db);
}

/** The orders of units whose money came in are paid. A referral code has paid the other orders. */
async function payReceivedUnits(db: Kysely<unknown>) {
  await sql`
    update orders set stripe_transaction_status = 'succeeded',
      paid_at = invoices.received_on::timestamp at time zone 'Europe/London'
    from invoice_items join invoices on invoices.id = invoice_items.invoice_id
    where invoice_items.order_id = orders.id and received_on is not null
      and orders.code is null`.execute(db);
}

/** An index of what is to invoice needs a mark on the order, because most orders have an item. */
async function markInvoicedOrders(db: Kysely<unknown>) {
  await sql`
    alter table orders
      -- True for an order on an invoice, and for one that won’t be invoiced.
      add is_invoiced boolean not null default false`.execute(db);
  await sql`
    update orders set is_invoiced = true
    where id in (select order_id from invoice_items)`.execute(db);
  await sql`
    create function order_invoiced_changed() returns trigger language plpgsql as $$
    begin
      update orders set is_invoiced = (tg_op = 'INSERT')
      where id = coalesce(new.order_id, old.order_id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger invoice_items_invoiced after insert or delete on invoice_items
    for each row execute function order_invoiced_changed()`.execute(db);
  // The mark is not a change of the order.
  await sql`drop trigger orders_touch on orders`.execute(db);
  await sql`
    create trigger orders_touch before update on orders
    for each row when (old.is_invoiced = new.is_invoiced)
    execute function touch_updated_at()`.execute(db);
  await sql`drop index orders_by_invoice`.execute(db);
  await sql`
    create index orders_to_invoice on orders (coalesce(paid_at, created_at) desc, id desc)
    where payment_type = 'invoice' and not is_invoiced`.execute(db);
  // Most orders on the payment type “invoice” have an item, and no others do.
  await sql`
    create statistics orders_invoiced (mcv) on payment_type, is_invoiced from orders`.execute(db);
}
