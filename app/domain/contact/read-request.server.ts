import type { Db } from "#db/connection.ts";

/**
 * What somebody asked us, for the email to the team.
 *
 * @throws NoResultError when it is gone
 */
export function readContactRequest(db: Db, id: string) {
  return db
    .selectFrom("contact_requests")
    .select(["full_name", "email", "mobile_number", "message", "referrer"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
