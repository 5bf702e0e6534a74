import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

/** Makes every write to a table fail. Returns a function that lets writes succeed again. */
export async function breakWrites(db: Db, table: string): Promise<() => Promise<void>> {
  await sql`
    create or replace function test_broken() returns trigger language plpgsql as $$
    begin
      raise exception 'the table is broken';
    end $$`.execute(db);
  const name = sql.id(table);
  await sql`create trigger test_broken before insert or update on ${name} for each statement execute function test_broken()`.execute(
    db,
  );
  return async () => {
    await sql`drop trigger test_broken on ${name}`.execute(db);
  };
}
