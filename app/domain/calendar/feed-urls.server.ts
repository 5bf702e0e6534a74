import { recordCustomerAudit } from "#app/domain/audit/audit.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { randomId, sha256 } from "#app/platform/secrets.server.ts";
import type { Db } from "#db/connection.ts";

/**
 * Private URLs of people's calendar feeds. Anyone who has a person's URL can read their dates,
 * until the URL is replaced or deleted.
 */

/** Returns when a person's calendar URL was created; null if they have none. */
export async function readCalendarAddress(db: Db, user_id: ReaderId): Promise<Date | null> {
  const row = await db
    .selectFrom("calendar_addresses")
    .select("created_at")
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/**
 * Creates a calendar URL for a person and invalidates their old one.
 * @returns the token, of which only the hash is stored
 */
export async function createCalendarAddress(trx: Db, user_id: string): Promise<string> {
  const token = randomId();
  const token_hash = sha256(token);
  await trx
    .insertInto("calendar_addresses")
    .values({ user_id, token_hash })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({ token_hash, created_at: new Date() }),
    )
    .execute();
  await record(trx, user_id, "calendar_address_made");
  return token;
}

/** Deletes a person's calendar URL. @returns true if there was one */
export async function deleteCalendarAddress(trx: Db, user_id: string): Promise<boolean> {
  const ended = await trx
    .deleteFrom("calendar_addresses")
    .where("user_id", "=", user_id)
    .returning("user_id")
    .executeTakeFirst();
  if (ended) await record(trx, user_id, "calendar_address_ended");
  return ended !== undefined;
}

function record(trx: Db, user_id: string, action: string) {
  const subject = { type: "user", id: user_id };
  return recordCustomerAudit(trx, { customer_id: user_id, action, subject });
}

/**
 * Returns the id of the person whose calendar URL has this token; null if the token is invalid or
 * the account is not active.
 */
export async function findCalendarOwner(db: Db, token: string): Promise<string | null> {
  const row = await db
    .selectFrom("calendar_addresses")
    .innerJoin("users", "users.id", "calendar_addresses.user_id")
    .select("users.id")
    .where("calendar_addresses.token_hash", "=", sha256(token))
    .where("users.active", "=", true)
    .executeTakeFirst();
  return row?.id ?? null;
}
