import type pg from "pg";
import { type State, stateOn } from "./state.ts";

const LIST_AT_MOST = 500;

/**
 * SQL that creates the doubles' table. It takes a lock, because "if not exists" alone fails if two
 * processes start at the same time.
 */
const create = `
  begin;
  select pg_advisory_xact_lock(hashtext('doubles'));
  create schema if not exists doubles;
  create table if not exists doubles.records (
    vendor text not null,
    kind text not null,
    id text not null,
    value jsonb not null,
    position bigint generated always as identity,
    primary key (vendor, kind, id)
  );
  create index if not exists records_newest on doubles.records (vendor, kind, position desc);
  commit`;

/**
 * Returns a state that is stored in the database, so that all processes share it. Creates its
 * schema when it is first used.
 */
export function postgresState(pool: pg.Pool): State {
  let created: Promise<unknown> | undefined;

  async function query(text: string, values: unknown[]) {
    created ??= pool.query(create);
    await created.catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    return pool.query<{ value: unknown }>(text, values);
  }

  return stateOn({
    async read(...key) {
      const { rows } = await query(
        "select value from doubles.records where vendor = $1 and kind = $2 and id = $3",
        key,
      );
      return rows[0]?.value;
    },
    async readAll(vendor, kind) {
      const { rows } = await query(
        `select value from doubles.records where vendor = $1 and kind = $2
         order by position desc limit ${LIST_AT_MOST}`,
        [vendor, kind],
      );
      return rows.map(({ value }) => value);
    },
    async write(vendor, kind, id, value) {
      await query(
        `insert into doubles.records (vendor, kind, id, value) values ($1, $2, $3, $4)
         on conflict (vendor, kind, id) do update set value = excluded.value`,
        [vendor, kind, id, JSON.stringify(value)],
      );
    },
    async insert(vendor, kind, id, value) {
      const { rowCount } = await query(
        `insert into doubles.records (vendor, kind, id, value) values ($1, $2, $3, $4)
         on conflict do nothing`,
        [vendor, kind, id, JSON.stringify(value)],
      );
      return rowCount === 1;
    },
    async remove(...key) {
      await query("delete from doubles.records where vendor = $1 and kind = $2 and id = $3", key);
    },
  });
}
