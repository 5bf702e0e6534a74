import { randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/connection.ts";

/**
 * Makes writing some rows fail, as a full disk would.
 *
 * @param rows condition on `new` that selects these rows. A trigger’s condition cannot have
 * parameters.
 * @returns a function that lets the writes succeed again
 */
export async function failWrites(
  db: Db,
  table: string,
  rows: RawBuilder<unknown>,
): Promise<() => Promise<void>> {
  const trigger = sql.id(`fails_${randomBytes(4).toString("hex")}`);
  await sql`
    create function ${trigger}() returns trigger language plpgsql as
      $$ begin raise exception 'no room'; end $$`.execute(db);
  await sql`
    create trigger ${trigger} before insert or update on ${sql.id(table)} for each row
      when (${rows}) execute function ${trigger}()`.execute(db);
  return async () => {
    await sql`drop function ${trigger}() cascade`.execute(db);
  };
}
