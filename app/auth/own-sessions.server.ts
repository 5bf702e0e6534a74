import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

export type OwnSession = Awaited<ReturnType<typeof listSessions>>[number];

/** Lists a user's open sessions, most recently used first. */
export function listSessions(db: Db, user_id: string) {
  return db
    .selectFrom("sessions")
    .select(["id_hash as id", "device", "ip_address", "signed_in_at", "last_seen_at"])
    .where("user_id", "=", user_id)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("last_seen_at", "desc")
    .orderBy("id_hash")
    .execute();
}

/** Ends one session of a user, all of them, or all except one. Returns how many ended. */
export async function endSessions(
  db: Db,
  user_id: string,
  which: { only: string } | { except: string } | "all",
): Promise<number> {
  const ofPerson = db.deleteFrom("sessions").where("user_id", "=", user_id);
  const query =
    which === "all"
      ? ofPerson
      : "only" in which
        ? ofPerson.where("id_hash", "=", which.only)
        : ofPerson.where("id_hash", "<>", which.except);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}
