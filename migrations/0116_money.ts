import { sql, type Kysely } from "kysely";

/** Money that staff handle: refunds, invoices to partners, and the agent’s fee on a matter. */
export async function up(db: Kysely<unknown>) {
  await addAgentFee(db);
  await createRefunds(db);
  await createInvoices(db);
}

/** The fee that the seller owes the estate agent on completion. All columns are null if unknown. */
async function addAgentFee(db: Kysely<unknown>) {
  await sql`
    alter table transactions
      add agent_fee_pence integer check (agent_fee_pence between 1 and 100000000),
      -- Hundredths of a percent of the price, such as 125 for 1.25%.
      add agent_fee_basis_points integer check (agent_fee_basis_points between 1 and 2000),
      add agent_fee_includes_vat boolean,
      add check (num_nonnulls(agent_fee_pence, agent_fee_basis_points)
        = case when agent_fee_includes_vat is null then 0 else 1 end)`.execute(db);
  // A fee was agreed with one agent, so it ends when the agent changes.
  await sql`
    create function end_agent_fee() returns trigger language plpgsql as $$
    begin
      new.agent_fee_pence := null;
      new.agent_fee_basis_points := null;
      new.agent_fee_includes_vat := null;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger transactions_agent_fee before update of estate_agent_id on transactions
    for each row when (old.estate_agent_id is distinct from new.estate_agent_id)
    execute function end_agent_fee()`.execute(db);
  await sql`
    create trigger transactions_agent_fee_changes
    after update of estate_agent_id, agent_fee_pence, agent_fee_basis_points, agent_fee_includes_vat
    on transactions for each row
    execute function record_changes('agent_fee_pence', 'agent_fee_basis_points', 'agent_fee_includes_vat')`.execute(
    db,
  );
}

/** Refunds that staff make. A row is committed before the refund is sent to Stripe. */
async function createRefunds(db: Kysely<unknown>) {
  await sql`
    create table refunds (
      id object_id primary key default new_id(),
      order_id object_id not null references orders on delete cascade,
      -- Payment at Stripe that is refunded.
      stripe_payment_id text not null,
      amount_pence integer not null check (amount_pence > 0),
      -- Reason for our records. Customers do not read it.
      reason text not null check (length(reason) between 1 and 2000),
      status text not null default 'sending'
        check (status in ('sending', 'pending', 'succeeded', 'refused', 'failed')),
      stripe_refund_id text unique,
      -- Stripe’s code for a refusal.
      refusal_code text,
      requested_by object_id not null references users,
      created_at timestamptz not null default now(),
      -- Time at which Stripe accepted or refused it.
      answered_at timestamptz,
      check ((status = 'sending') = (answered_at is null)),
      check ((stripe_refund_id is not null) = (status in ('pending', 'succeeded', 'failed'))),
      check (refusal_code is null or status = 'refused')
    )`.execute(db);
  await sql`create index refunds_order on refunds (order_id, created_at)`.execute(db);
  await sql`
    create index refunds_open on refunds (created_at) where status in ('sending', 'pending')`.execute(
    db,
  );
  await sql`
    alter table payment_reviews
      -- Payment that a refund or a dispute belongs to.
      add stripe_payment_id text,
      drop constraint payment_reviews_reason_check,
      add constraint payment_reviews_reason_check check (reason in (
        'amount_mismatch', 'paid_and_referred', 'paid_twice', 'home_paid_twice', 'home_with_us',
        'unknown_order', 'paid_there_only', 'paid_here_only', 'sum_differs',
        'refunded', 'refund_failed', 'disputed', 'still_processing', 'still_open'))`.execute(db);
}

/**
 * Invoices to owners of referral codes and to developers. What is to invoice is derived: every
 * order of the payment type "invoice" that is on no invoice.
 */
async function createInvoices(db: Kysely<unknown>) {
  await sql`
    create table invoices (
      id object_id primary key default new_id(),
      number citext not null unique check (length(number) between 1 and 40),
      -- Owner: an estate agent’s office, a developer, or a code that belongs to no office.
      estate_agent_id object_id references estate_agents,
      company_id object_id references companies,
      referral_code citext references referral_codes,
      -- First day of the month that it is about.
      month date not null check (extract(day from month) = 1),
      total_pence integer not null check (total_pence >= 0),
      issued_on date not null,
      due_on date not null check (due_on >= issued_on),
      received_on date,
      created_by object_id not null references users,
      created_at timestamptz not null default now(),
      check (num_nonnulls(estate_agent_id, company_id, referral_code) = 1)
    )`.execute(db);
  await sql`create index invoices_newest on invoices (issued_on desc, id desc)`.execute(db);
  await sql`create index invoices_open on invoices (due_on, id) where received_on is null`.execute(
    db,
  );
  await sql`create index invoices_month on invoices (month)`.execute(db);
  for (const owner of ["estate_agent_id", "company_id", "referral_code"]) {
    await sql`
      create index ${sql.id(`invoices_${owner}`)} on invoices (${sql.id(owner)})
      where ${sql.id(owner)} is not null`.execute(db);
  }
  await sql`
    create table invoice_items (
      order_id object_id primary key references orders on delete cascade,
      invoice_id object_id not null references invoices on delete cascade,
      amount_pence integer not null check (amount_pence >= 0)
    )`.execute(db);
  await sql`create index invoice_items_invoice on invoice_items (invoice_id)`.execute(db);
  await sql`
    create index orders_by_invoice on orders (coalesce(paid_at, created_at) desc, id desc)
    where payment_type = 'invoice'`.execute(db);
}
