import { sql, type Kysely } from "kysely";

const KINDS = ["exchange", "completion", "searches", "priority", "tax_return"];

/** Calendars know plans and the days for money; an event of staff knows the request in which its audit row was written. */
export async function up(db: Kysely<unknown>) {
  await allowKinds(db, [...KINDS, "deposit", "balance"]);
  await sql`alter table calendar_dates add column is_tentative boolean not null default false`.execute(
    db,
  );
  await sql`alter table events add column request_id text`.execute(db);
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table events drop column request_id`.execute(db);
  await sql`alter table calendar_dates drop column is_tentative`.execute(db);
  await sql`delete from calendar_dates where kind in ('deposit', 'balance')`.execute(db);
  await allowKinds(db, KINDS);
}

function allowKinds(db: Kysely<unknown>, kinds: readonly string[]) {
  const list = sql.join(kinds.map((kind) => sql.lit(kind)));
  return sql`
    alter table calendar_dates
      drop constraint calendar_dates_kind_check,
      add constraint calendar_dates_kind_check check (kind in (${list}))`.execute(db);
}
