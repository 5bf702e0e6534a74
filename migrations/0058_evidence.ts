import { sql, type Kysely } from "kysely";

/** The seals of the audit log, the digest of what was searched for, and events that nobody changes. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table audit_log add column typed_digest text`.execute(db);

  // A chain written by each transaction would make every writer wait for every other: rows wait here for a job to seal them.
  await sql`
    create table audit_unsealed (audit_id bigint primary key)`.execute(db);
  await sql`insert into audit_unsealed select id from audit_log`.execute(db);
  await sql`
    create function queue_for_sealing() returns trigger language plpgsql as $$
    begin
      insert into audit_unsealed (audit_id) select id from added;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger audit_log_added after insert on audit_log referencing new table as added
    for each statement execute function queue_for_sealing()`.execute(db);

  await sql`
    create table audit_seals (
      position bigint primary key check (position > 0),
      audit_id bigint not null unique,
      hash text not null check (hash ~ '^[0-9a-f]{64}$'),
      sealed_at timestamptz not null
    )`.execute(db);
  await sql`create trigger audit_seals_rows before update or delete on audit_seals for each row execute function refuse_change()`.execute(
    db,
  );
  await sql`create trigger audit_seals_all before truncate on audit_seals for each statement execute function refuse_change()`.execute(
    db,
  );

  await sql`
    create table audit_checks (
      id object_id primary key default new_id(),
      checked_at timestamptz not null default now(),
      sealed bigint not null,
      unsealed bigint not null,
      findings jsonb not null
    )`.execute(db);
  await sql`create index audit_checks_newest on audit_checks (checked_at desc)`.execute(db);

  // The events of a purchase are in the matter that it is in: all else of an event stays as it was written.
  await sql`
    create function keep_event() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE'
        and to_jsonb(new) - 'transaction_id' = to_jsonb(old) - 'transaction_id'
        and exists (select from purchase_intents
          where id = new.purchase_intent_id and transaction_id = new.transaction_id)
      then
        return new;
      end if;
      raise exception 'events is append-only';
    end $$`.execute(db);
  await sql`create trigger events_rows before update or delete on events for each row execute function keep_event()`.execute(
    db,
  );
  await sql`create trigger events_all before truncate on events for each statement execute function refuse_change()`.execute(
    db,
  );
}
