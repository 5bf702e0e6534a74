import { sql, type Kysely } from "kysely";

/**
 * The row that lists read is derived by TypeScript (app/domain/stages/matter-row.ts) before the commit of each
 * transaction that has changed a matter. One trigger function notes which matters these are; views and triggers that
 * derived the same in SQL go, and so do the numbers of lists and statistics, which are counted from indexes.
 *
 * Rows from before have no next step and are due at once: the job after the migrations derives all of them.
 */
export async function up(db: Kysely<unknown>) {
  await dropTriggers(db);
  await dropRules(db);
  await changeRows(db);
  await createNotes(db);
  await createIndexes(db);
}

const TRIGGERS = {
  addresses: ["listed"],
  users: ["counts", "listed", "referral"],
  properties: ["listed"],
  transactions: ["chosen", "counts", "listed", "new_referral", "referral", "statistics", "touch"],
  purchase_intents: ["listed", "new_referral", "referral", "staged"],
  parties: ["listed"],
  orders: ["is_paid", "listed"],
  events: ["chosen", "staged"],
  checks: ["listed"],
  searches: ["listed", "staged"],
  leads: ["statistics"],
  referrals: ["counts"],
  solicitor_letter_matters: ["listed"],
  listed_transactions: ["counts", "stage_counts"],
  email_outcomes: ["listed"],
};

async function dropTriggers(db: Kysely<unknown>) {
  for (const [table, names] of Object.entries(TRIGGERS)) {
    for (const name of names) {
      await sql`drop trigger ${sql.id(`${table}_${name}`)} on ${sql.table(table)}`.execute(db);
    }
  }
}

async function dropRules(db: Kysely<unknown>) {
  for (const view of [
    ...["counted_lists", "counted_statistics"],
    ...["listed_transaction_rules", "transaction_progress_rules", "transaction_progress"],
  ]) {
    await sql`drop view ${sql.id(view)}`.execute(db);
  }
  await sql`drop table list_counts`.execute(db);
  for (const changed of [
    ...["listed_by_addresses", "listed_by_outcomes", "listed_by_parties", "listed_by_parts"],
    ...["listed_by_properties", "listed_by_transactions", "listed_by_users"],
    ...["feed_counts_changed", "stage_counts_changed", "transactions_counts_changed"],
    ...["users_counts_changed", "referrals_counts_changed", "orders_paid_changed"],
    ...["matter_statistics_changed", "lead_statistics_changed"],
    ...["referral_of_matter_changed", "referral_of_person_changed"],
    "referral_of_purchase_changed",
  ]) {
    await sql`drop function ${sql.id(changed)}()`.execute(db);
  }
  for (const rule of [
    "refresh_listed_transaction(object_id)",
    ...[
      "transaction_filters(boolean, text, text, text)",
      "transaction_filter(boolean, text, text)",
    ],
    ...["feed_filters(text, text, text, text, text)", "stage_filters(text, text)"],
    "stage_filter(text, text)",
    "matter_statistics(timestamptz, text, timestamptz, text, text)",
    "lead_statistics(timestamptz, text)",
    "london_month(timestamptz)",
  ]) {
    await sql`drop function ${sql.raw(rule)}`.execute(db);
  }
}

/** Names and addresses are joined: a row has the ids by which they are found. Whether a matter is paid is a step of it. */
async function changeRows(db: Kysely<unknown>) {
  await sql`
    alter table listed_transactions
      drop line_1, drop line_2, drop line_3, drop post_town, drop postcode, drop sellers, drop buyers,
      add property_id object_id,
      add seller_id object_id,
      add purchase_intent_id object_id,
      add buyer_id object_id,
      add next_step text,
      add changes_on date default '-infinity'`.execute(db);
  // Every row is written. Creating the indexes again takes a fraction of the time of maintaining them.
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = 'listed_transactions'::regclass and not indisprimary`.execute(
    db,
  );
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db);
  await sql`
    update listed_transactions as listed
    set property_id = transactions.property_id, seller_id = transactions.seller_id,
      purchase_intent_id = purchase.id, buyer_id = purchase.buyer_id
    from transactions
    left join lateral (
      select id, buyer_id from purchase_intents
      where purchase_intents.transaction_id = transactions.id
      order by is_active desc, purchase_intents.created_at desc, id desc
      limit 1
    ) as purchase on true
    where transactions.id = listed.id`.execute(db);
  for (const { definition } of indexes) await sql.raw(definition).execute(db);
  await sql`
    alter table listed_transactions
      alter property_id set not null,
      alter seller_id set not null`.execute(db);
  await sql`alter table transactions drop paid`.execute(db);
  await sql`
    create trigger transactions_touch before update on transactions
    for each row execute function touch_updated_at()`.execute(db);
}

/** Columns of each table from which the row of a matter is derived. */
const NOTED_BY: Record<string, string> = {
  transactions: `insert or update of created_at, type, property_id, seller_id, asking_price_pounds, legals_started_at,
    tags, estate_agent_status, estate_agent_id, seller_lawyer_group_id, buyer_lawyer_group_id, group_id,
    solicitor_preference, is_using_foreign_currency, requires_mortgage_referral`,
  orders:
    "insert or delete or update of transaction_id, payment_type, stripe_transaction_status, paid_at",
  searches: "insert or delete or update of transaction_id, status, created_at, completion_date",
  checks: `insert or delete or update of transaction_id, purchase_intent_id, status, result, order_sent_at,
    order_called_off_at, person_type, email, first_name, last_name, created_at`,
  purchase_intents: `insert or delete or update of transaction_id, buyer_id, is_active, created_at, sale_agreed,
    exchanged, completed, aborted, contract_pack_sent_on, enquiries_raised_on, enquiries_answered_on,
    is_using_foreign_currency, requires_mortgage_referral`,
  parties: `insert or delete or update of transaction_id, purchase_intent_id, kind, email, first_name, last_name,
    represented_because`,
  users: "update of email, first_name, middle_name, last_name",
  events: "insert",
  solicitor_letter_matters: "insert",
  email_outcomes: "insert or update of failed_at, delivered_at, failure, transaction_ids",
};

const WHEN: Record<string, string> = {
  users: `row(old.email, old.first_name, old.middle_name, old.last_name)
    is distinct from row(new.email, new.first_name, new.middle_name, new.last_name)`,
  events: `new.event_name in ('seller_solicitors_assigned', 'buyer_solicitors_assigned',
    'seller_solicitor_preferred', 'thirdfort_check_completed')`,
  email_outcomes: "new.failed_at is not null",
};

/**
 * The ids are in a setting that ends with the transaction, each between blanks. db/matter-driver.ts sets it to one blank
 * at the beginning and refreshes the matters before it commits. Without the setting the write is refused, since the rows
 * would not follow it. With 'all' nothing is noted, and the writer refreshes all matters at the end.
 */
async function createNotes(db: Kysely<unknown>) {
  await sql`
    create function note_matters() returns trigger language plpgsql as $$
    declare
      noted text := current_setting('fanlight.noted_matters', true);
      matters text[];
      matter text;
    begin
      if noted = 'all' then return null; end if;
      if coalesce(noted, '') = '' then
        raise exception 'A matter is changed outside a transaction of db/connection.ts'
          using errcode = 'FL001', hint = 'Set fanlight.noted_matters to all, and run the job keep-stages after it.';
      end if;
      if tg_table_name = 'transactions' then
        matters := array[new.id];
      elsif tg_table_name = 'parties' then
        matters := array[old.transaction_id, new.transaction_id] || array(
          select transaction_id from purchase_intents where id in (old.purchase_intent_id, new.purchase_intent_id));
      elsif tg_table_name = 'users' then
        matters := array(
          select id from transactions where seller_id = new.id
          union select transaction_id from purchase_intents where buyer_id = new.id);
      elsif tg_table_name = 'email_outcomes' then
        matters := new.transaction_ids;
      else
        matters := array[old.transaction_id, new.transaction_id];
      end if;
      foreach matter in array matters loop
        if position(' ' || matter || ' ' in noted) = 0 then noted := noted || matter || ' '; end if;
      end loop;
      perform set_config('fanlight.noted_matters', noted, true);
      return null;
    end $$`.execute(db);
  for (const [table, changes] of Object.entries(NOTED_BY)) {
    const when = WHEN[table];
    await sql`
      create trigger ${sql.id(`${table}_noted`)} after ${sql.raw(changes)} on ${sql.table(table)}
      for each row ${sql.raw(when ? `when (${when})` : "")} execute function note_matters()`.execute(
      db,
    );
  }
}

/** Counts of the statistics read these indexes alone. */
async function createIndexes(db: Kysely<unknown>) {
  await sql`
    create index listed_transactions_changes on listed_transactions (changes_on) where changes_on is not null`.execute(
    db,
  );
  await sql`create index transactions_made on transactions (created_at, type)`.execute(db);
  await sql`
    create index transactions_legals_started
    on transactions (legals_started_at, seller_lawyer_group_id, buyer_lawyer_group_id)
    where legals_started_at is not null`.execute(db);
  await sql`drop index leads_created`.execute(db);
  await sql`create index leads_created on leads (created_at, estate_agent_id)`.execute(db);
}
