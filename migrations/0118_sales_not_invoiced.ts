import { sql, type Kysely } from "kysely";

/**
 * An item without an invoice is the decision not to invoice its sale. The primary key still allows
 * one item for each order. The version before shows such a sale as not invoiced yet.
 */
export async function up(db: Kysely<unknown>) {
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
