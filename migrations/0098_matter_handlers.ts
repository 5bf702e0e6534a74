import { sql, type Kysely } from "kysely";

/**
 * Handler of each matter, absences of staff with their stand-ins, and the number of a matter that
 * people can say, such as F-10482. All rows of lists are due: the job after the migrations derives them
 * again (app/domain/stages/matter-row.ts).
 */
export async function up(db: Kysely<unknown>) {
  await createNumbers(db);
  await sql`
    alter table transactions
      add handler_id object_id references users,
      add number integer not null default new_matter_number() unique`.execute(db);
  await sql`
    create index transactions_handler on transactions (handler_id) where handler_id is not null`.execute(
    db,
  );
  await sql`drop trigger transactions_noted on transactions`.execute(db);
  await sql`
    create trigger transactions_noted after insert or update of created_at, type, property_id, seller_id,
      asking_price_pounds, legals_started_at, tags, estate_agent_status, estate_agent_id,
      seller_lawyer_group_id, buyer_lawyer_group_id, group_id, solicitor_preference,
      is_using_foreign_currency, requires_mortgage_referral, contract_pack_ready_on, handler_id
    on transactions for each row execute function note_matters()`.execute(db);
  await sql`alter table listed_transactions add handler_id object_id`.execute(db);
  await sql`
    create index listed_transactions_handler
    on listed_transactions (handler_id, created_at desc, id desc)`.execute(db);
  // The page of everyone's workload counts late and open matters from this index alone.
  await sql`
    create index listed_transactions_workload
    on listed_transactions (handler_id, holder, next_step, since)
    where stage not in ('completed', 'aborted')`.execute(db);
  await sql`update listed_transactions set changes_on = '-infinity'`.execute(db);
  await sql`
    create table handlers (
      user_id object_id primary key references users on delete cascade,
      takes_new_matters boolean not null default false,
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table staff_absences (
      id object_id primary key default new_id(),
      user_id object_id not null references users on delete cascade,
      stand_in_id object_id not null references users,
      starts_on date not null,
      ends_on date not null,
      created_by object_id references users,
      created_at timestamptz not null default now(),
      check (starts_on <= ends_on),
      check (stand_in_id <> user_id)
    )`.execute(db);
  await sql`create index staff_absences_user on staff_absences (user_id, ends_on)`.execute(db);
  await sql`create index staff_absences_stand_in on staff_absences (stand_in_id, ends_on)`.execute(
    db,
  );
  await sql`create index staff_absences_created_by on staff_absences (created_by)`.execute(db);
}

/**
 * Numbers are random, so that they don't say how many matters there are. A number gets one more
 * digit as soon as a tenth of the shorter ones is given, so that a typing error seldom finds
 * another matter. The primary key decides between two matters that draw the same number.
 */
async function createNumbers(db: Kysely<unknown>) {
  await sql`create table matter_numbers (number integer primary key)`.execute(db);
  await sql`create sequence matter_numbers_given`.execute(db);
  await sql`
    create function new_matter_number() returns integer language plpgsql volatile as $$
    declare
      given bigint := nextval('matter_numbers_given');
      least integer := case when given <= 9000 then 10000 when given <= 99000 then 100000 else 1000000 end;
      drawn integer;
    begin
      loop
        insert into matter_numbers values (least + floor(random() * 9 * least)::integer)
          on conflict do nothing returning number into drawn;
        if drawn is not null then return drawn; end if;
      end loop;
    end $$`.execute(db);
}
