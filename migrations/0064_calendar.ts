import { sql, type Kysely } from "kysely";

/** Private calendar addresses, what each person's calendar was told of each date, and searches with priority. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table purchase_intents add column priority_search_on date`.execute(db);
  await sql`
    create table calendar_addresses (
      user_id object_id primary key references users on delete cascade,
      token_hash text not null unique,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table calendar_dates (
      user_id object_id not null references users on delete cascade,
      transaction_id object_id not null references transactions on delete cascade,
      side text not null check (side in ('seller', 'buyer')),
      kind text not null check (
        kind in ('exchange', 'completion', 'searches', 'priority', 'tax_return')),
      day date not null,
      sequence integer not null default 0,
      is_cancelled boolean not null default false,
      changed_at timestamptz not null default now(),
      primary key (user_id, transaction_id, side, kind)
    )`.execute(db);
  await sql`create index calendar_dates_transaction_id on calendar_dates (transaction_id)`.execute(
    db,
  );
}
