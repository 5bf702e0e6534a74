import { sql, type Kysely } from "kysely";

/**
 * Corrections of addresses, ownership and lenders: which solicitors get the letter again after an
 * action, the events of an action, and the old and new values of the corrected columns.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table matter_actions
      -- Sides whose solicitor gets the letter again when the emails are sent.
      add letters_to text[] not null default '{}' check (letters_to <@ array['seller', 'buyer'])`.execute(
    db,
  );
  // The action that an event records, so that the timeline shows an undo at the event itself. There
  // is no foreign key, because events are append-only and an action may be deleted.
  await sql`alter table events add action_id object_id`.execute(db);
  await sql`
    create trigger transactions_corrected after update of customer_type on transactions
    for each row execute function record_changes('customer_type')`.execute(db);
  await sql`
    create trigger purchase_intents_corrected
    after update of mortgage_required_for_purchase, mortgage_provider on purchase_intents
    for each row execute function record_changes('mortgage_required_for_purchase', 'mortgage_provider')`.execute(
    db,
  );
  await recordUprns(db);
  await forgetRemovedPeople(db);
}

/** An address that is corrected keeps its row, so its number is compared there. */
async function recordUprns(db: Kysely<unknown>) {
  await sql`
    create function record_uprn_changes() returns trigger language plpgsql as $$
    begin
      insert into changes (transaction_id, field, old_value, new_value)
      select transactions.id, 'uprn', old.uprn, new.uprn
      from transactions join properties on properties.id = property_id
      where address_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger addresses_uprn_changes after update of uprn on addresses for each row
    when (old.uprn is distinct from new.uprn)
    execute function record_uprn_changes()`.execute(db);
}

/** A participant who is removed leaves no corrected address behind. */
async function forgetRemovedPeople(db: Kysely<unknown>) {
  await sql`
    create index matter_actions_person on matter_actions ((after ->> 'person_id'))
    where after ? 'person_id'`.execute(db);
  await sql`
    create or replace function delete_changes_of_person() returns trigger language plpgsql as $$
    begin
      delete from changes where person_id = old.id;
      delete from matter_actions where after ? 'person_id' and after ->> 'person_id' = old.id;
      return null;
    end $$`.execute(db);
}
