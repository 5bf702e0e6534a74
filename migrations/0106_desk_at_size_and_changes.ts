import { sql, type Kysely } from "kysely";

/** Rows that keep pages of the desk small, and the old and new values of corrections. */
export async function up(db: Kysely<unknown>) {
  await countWork(db);
  await createChanges(db);
  // A firm's answer is at the desk as the task that follows from it.
  await sql`delete from desk_items where kind = 'chase_answer'`.execute(db);
}

/**
 * Numbers of the workload page, which a job counts, so that the page reads one row per person. An
 * index for emails without a matter has the order in which they wait, so that snoozed ones are not
 * read. Four indexes that no list has used since 0102 go.
 */
async function countWork(db: Kysely<unknown>) {
  await sql`
    create table workloads (
      -- Null for the matters and conversations without a handler.
      handler_id object_id references users on delete cascade,
      open_matters integer not null,
      late_matters integer not null,
      unanswered integer not null,
      -- Unanswered conversations whose time to answer had passed.
      overdue integer not null,
      counted_at timestamptz not null default now(),
      unique nulls not distinct (handler_id)
    )`.execute(db);
  for (const name of ["open", "unanswered", "handler", "state", "unmatched", "unmatched_handler"]) {
    await sql`drop index ${sql.id(`conversations_${name}`)}`.execute(db);
  }
  // Lists of colleagues read the staff, not the customers.
  await sql`
    create index users_staff on users (first_name, last_name, id) where type = 'admin'`.execute(db);
  await sql`
    create index conversations_handler on conversations (handler_id) where handler_id is not null`.execute(
    db,
  );
  await sql`
    create index conversations_unmatched on conversations (waits_from, id)
    where state = 'open' and transaction_id is null`.execute(db);
  await sql`
    create index conversations_unmatched_answerer on conversations (answerer_key, waits_from, id)
    where state = 'open' and transaction_id is null`.execute(db);
}

const PERSON = "first_name middle_name last_name email phone_number correspondence_address_id";

/** Columns whose old and new values are stored. */
const CHANGES: Record<string, string> = {
  transactions:
    "asking_price_pounds tags handler_id estate_agent_id seller_lawyer_group_id buyer_lawyer_group_id contract_pack_ready_on",
  properties: "tenure tenure_details description title_number",
  purchase_intents:
    "agreed_price_pounds sale_agreed contract_pack_sent_on enquiries_raised_on enquiries_answered_on exchanged priority_search_on completed aborted",
  users: PERSON,
  parties: `${PERSON} amount_pounds relationship`,
};

/**
 * Old and new values of corrections. Triggers write them, so that no form can forget it. The audit
 * log, which has no values, has the person who made the change, at the same time and about the same
 * record.
 */
async function createChanges(db: Kysely<unknown>) {
  await sql`
    create table changes (
      id bigint generated always as identity primary key,
      transaction_id object_id not null references transactions on delete cascade,
      -- Purchase that the change is about; null for the seller’s side.
      purchase_intent_id object_id references purchase_intents on delete cascade,
      -- Account or participant whose details have changed.
      person_id object_id,
      field text not null check (field ~ '^[a-z0-9_]+$'),
      old_value text,
      new_value text,
      -- Start of the transaction, as in the audit log.
      changed_at timestamptz not null default now(),
      check (old_value is distinct from new_value)
    )`.execute(db);
  await sql`create index changes_matter on changes (transaction_id, changed_at, id)`.execute(db);
  await sql`create index changes_purchase on changes (purchase_intent_id)`.execute(db);
  await sql`create index changes_person on changes (person_id)`.execute(db);
  await createTexts(db);
  await createTriggers(db);
}

/** Names and addresses are stored as text, because their rows may be changed or deleted later. */
async function createTexts(db: Kysely<unknown>) {
  await sql`
    create function address_text(address addresses) returns text language sql immutable as $$
      select concat_ws(', ', address.line_1, address.line_2, address.line_3, address.post_town,
        address.county, address.postcode, nullif(address.country, 'United Kingdom'))
    $$`.execute(db);
  await sql`
    create function value_text(field text, value jsonb) returns text language sql stable as $$
      select left(case
        when field = 'tags' then (
          select string_agg(tag, ', ') from jsonb_array_elements_text(value) as tag)
        when field = 'handler_id' then (
          select first_name || ' ' || last_name from users where id = value #>> '{}')
        when field = 'estate_agent_id' then (
          select concat_ws(', ', brand_name::text, nullif(office_name, ''))
          from estate_agents left join brands on brands.id = brand_id
          where estate_agents.id = value #>> '{}')
        when field in ('seller_lawyer_group_id', 'buyer_lawyer_group_id') then (
          select law_firms.name || ', ' || lawyer_groups.name
          from lawyer_groups join law_firms on law_firms.id = law_firm_id
          where lawyer_groups.id = value #>> '{}')
        when field = 'correspondence_address_id' then (
          select address_text(addresses) from addresses where id = value #>> '{}')
        else value #>> '{}'
      end, 2000)
    $$`.execute(db);
}

async function createTriggers(db: Kysely<unknown>) {
  await sql`
    -- The matters that a row is about, with its purchase and its person.
    create function places_of(of_table text, changed jsonb)
    returns table (transaction_id text, purchase_intent_id text, person_id text)
    language sql stable as $$
      select changed ->> 'id', null, null where of_table = 'transactions'
      union all
      select id, null, null from transactions
        where of_table = 'properties' and property_id = changed ->> 'id'
      union all
      select changed ->> 'transaction_id', changed ->> 'id', null
        where of_table = 'purchase_intents'
      union all
      select id, null, seller_id from transactions
        where of_table = 'users' and seller_id = changed ->> 'id'
      union all
      select purchase.transaction_id, purchase.id, buyer_id from purchase_intents as purchase
        where of_table = 'users' and buyer_id = changed ->> 'id'
      union all
      select coalesce(changed ->> 'transaction_id', (
          select purchase.transaction_id from purchase_intents as purchase
          where purchase.id = changed ->> 'purchase_intent_id')),
        changed ->> 'purchase_intent_id', changed ->> 'id'
        where of_table = 'parties'
    $$`.execute(db);
  await sql`
    create function record_changes() returns trigger language plpgsql as $$
    declare
      before jsonb := to_jsonb(old);
      after jsonb := to_jsonb(new);
      name text;
      was text;
      becomes text;
    begin
      foreach name in array tg_argv loop
        continue when before -> name is not distinct from after -> name;
        was := value_text(name, before -> name);
        becomes := value_text(name, after -> name);
        continue when was is not distinct from becomes;
        insert into changes
          (transaction_id, purchase_intent_id, person_id, field, old_value, new_value)
        select place.*, name, was, becomes from places_of(tg_table_name, after) as place;
      end loop;
      return null;
    end $$`.execute(db);
  for (const [table, names] of Object.entries(CHANGES)) {
    const columns = names.split(" ");
    await sql`
      create trigger ${sql.id(`${table}_changes`)} after update of ${sql.join(columns.map((name) => sql.id(name)))}
      on ${sql.table(table)} for each row
      execute function record_changes(${sql.join(columns.map((name) => sql.lit(name)))})`.execute(
      db,
    );
  }
  // An address is replaced in its row.
  await sql`
    create function record_address_changes() returns trigger language plpgsql as $$
    begin
      insert into changes (transaction_id, purchase_intent_id, person_id, field, old_value, new_value)
      select place.*, owner.field, address_text(old), address_text(new)
      from (
        select 'properties' as of_table, to_jsonb(properties) as changed, 'address' as field
          from properties where address_id = new.id
        union all
        select 'users', to_jsonb(users), 'correspondence_address_id'
          from users where correspondence_address_id = new.id
        union all
        select 'parties', to_jsonb(parties), 'correspondence_address_id'
          from parties where correspondence_address_id = new.id
      ) as owner
      cross join lateral places_of(owner.of_table, owner.changed) as place;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger addresses_changes after update on addresses for each row
    when (address_text(old) is distinct from address_text(new))
    execute function record_address_changes()`.execute(db);
  // A participant who is removed leaves no old details behind.
  await sql`
    create function delete_changes_of_person() returns trigger language plpgsql as $$
    begin
      delete from changes where person_id = old.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger parties_changes_deleted after delete on parties for each row
    execute function delete_changes_of_person()`.execute(db);
}
