import { sql } from "kysely";
import { readSession, type Session } from "#app/auth/session.server.ts";
import type { Db } from "#db/connection.ts";

export const requestWith = (cookie: string) =>
  new Request("http://localhost:3000/", { headers: { Cookie: cookie } });

export const readSessionOf = (cookie: string): Promise<Session | null> =>
  readSession(requestWith(cookie));

/** Backdates a person’s sessions, as if the person had been away. */
export async function moveSessionsBack(
  db: Db,
  user_id: string,
  interval: string,
  columns = ["last_seen_at"],
) {
  for (const column of columns) {
    await sql`update sessions set ${sql.ref(column)} = ${sql.ref(column)} - ${interval}::interval
      where user_id = ${user_id}`.execute(db);
  }
}
