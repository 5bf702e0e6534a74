import { isIPv6 } from "node:net";
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
    await waitForOthers(trx, key);
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
    if (full) return refuse(full.seconds);
    await trx
      .insertInto("rate_limits")
      .values({ key, window_start: sql<Date>`clock_timestamp()`, count: 1 })
      .execute();
    return { ok: true };
  });
}

/** Also tells the response when to come back, however it is made. */
function refuse(seconds: number) {
  const retryAfterSeconds = Math.max(1, seconds);
  const request = currentRequest();
  if (request) request.retryAfterSeconds = retryAfterSeconds;
  return { ok: false as const, retryAfterSeconds };
}

/** Lets through one at a time of those with the same key, until the transaction ends. */
async function waitForOthers(trx: Db, key: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

/** Gives back the turn of a key that was taken last: what came of it is not what is limited. */
export async function returnToken(db: Db, key: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await waitForOthers(trx, key);
    const last = trx
      .selectFrom("rate_limits")
      .select(({ fn }) => fn.max("window_start").as("last"))
      .where("key", "=", key);
    await trx
      .deleteFrom("rate_limits")
      .where("key", "=", key)
      .where("window_start", "=", last)
      .execute();
  });
}

/** Gives back every turn of a key: what it was taken for did not happen. */
export async function returnTokens(db: Db, key: string): Promise<void> {
  await db.deleteFrom("rate_limits").where("key", "=", key).execute();
}

/**
 * The network address of the visitor, or what a subscriber has of IPv6: that of the socket, or, behind as many proxies
 * as TRUST_PROXY_HOPS says, what the outermost of them wrote into X-Forwarded-For. What stands before it there anybody
 * may have written.
 */
export function clientIp(request: Request): string {
  const socketAddress = currentRequest()?.socketAddress ?? "unknown";
  const forwarded = request.headers.get("X-Forwarded-For")?.split(",") ?? [];
  const hops = env.TRUST_PROXY_HOPS;
  const seen = hops > 0 ? forwarded.at(-hops)?.trim() : "";
  return subscriberOf(seen || socketAddress);
}

/** The first four groups of an IPv6 address, which a network gives out; the other four are the subscriber's to choose. */
function subscriberOf(address: string) {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (ipv4) return ipv4;
  if (!isIPv6(address)) return address;
  const [before = [], after = []] = address
    .toLowerCase()
    .replace(/%.*/, "")
    .split("::")
    .map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  const network = [...before, ...zeros, ...after].slice(0, 4);
  return `${network.join(":")}::/64`;
}
