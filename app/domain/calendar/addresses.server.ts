import { recordByCustomer } from "#app/domain/audit/audit.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { randomId, sha256 } from "#app/platform/secrets.server.ts";
import type { Db } from "#db/connection.ts";

/** A person's private calendar address: whoever knows it reads their dates, until they renew or end it. */

/** Since when a person has one; null while they have none. */
export async function readCalendarAddress(db: Db, user_id: ReaderId): Promise<Date | null> {
  const row = await db
    .selectFrom("calendar_addresses")
    .select("created_at")
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/**
 * Makes a person's calendar address; the one they had opens nothing any more.
 *
 * @returns its token; it is not stored and cannot be read again.
 */
export async function makeCalendarAddress(trx: Db, user_id: string): Promise<string> {
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

/** @returns whether there was one to end */
export async function endCalendarAddress(trx: Db, user_id: string): Promise<boolean> {
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
  return recordByCustomer(trx, { customer_id: user_id, action, subject });
}

/** Whose calendar an address opens; null where it opens none (any more). */
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
