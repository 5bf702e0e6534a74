import { sql } from "kysely";
import { env } from "#app/env.server.ts";
import { currentRequest } from "#app/http/request-context.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";

/**
 * Takes one of `limit` turns in any stretch of `seconds`. Turns are rows of the database, so that a restart or a
 * second process forgets none; a refusal costs nothing.
 *
 * @param db not an open transaction: the turn must stay taken when the work fails, and others with the same key wait
 * @returns when refused, after how many seconds the next turn is free
 */
export async function takeToken(
  db: Db,
  { key, limit, seconds }: { key: string; limit: number; seconds: number },
): Promise<{ ok: true } | { ok: false; retryAfterSeconds: number }> {
  return inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
    await trx
      .deleteFrom("rate_limits")
      .where("key", "=", key)
      .where("window_start", "<=", sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`)
      .execute();
    const nextFree = sql<number>`
      ceil(extract(epoch from window_start - clock_timestamp()) + ${seconds})::int`;
    const full = await trx
      .selectFrom("rate_limits")
      .select(nextFree.as("seconds"))
      .where("key", "=", key)
      .orderBy("window_start", "desc")
      .offset(limit - 1)
      .limit(1)
      .executeTakeFirst();
    if (full) return { ok: false, retryAfterSeconds: Math.max(1, full.seconds) };
    await trx
      .insertInto("rate_limits")
      .values({ key, window_start: sql<Date>`clock_timestamp()`, count: 1 })
      .execute();
    return { ok: true };
  });
}

/** Gives back every turn of a key: what it was taken for did not happen. */
export async function returnTokens(db: Db, key: string): Promise<void> {
  await db.deleteFrom("rate_limits").where("key", "=", key).execute();
}

/**
 * The network address of the visitor: that of the socket, or, behind as many proxies as TRUST_PROXY_HOPS says,
 * what the outermost of them wrote into X-Forwarded-For. What stands before it there anybody may have written.
 */
export function clientIp(request: Request): string {
  const socketAddress = currentRequest()?.socketAddress ?? "unknown";
  if (env.TRUST_PROXY_HOPS === 0) return socketAddress;
  const forwarded = request.headers.get("X-Forwarded-For")?.split(",") ?? [];
  return forwarded.at(-env.TRUST_PROXY_HOPS)?.trim() || socketAddress;
}
