import { isIPv6 } from "node:net";
import { sql } from "kysely";
import { env } from "#app/platform/env.server.ts";
import { currentRequest } from "#app/observability/request-context.server.ts";
import { sign } from "#app/platform/signature.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";

/** Rate limit. A key has at most `limit` tokens in any period of `seconds` (a sliding window). */
export type Limit = { key: string; limit: number; seconds: number };

/** Token that was consumed, with the values that a refund needs. `row` is the hash of its key. */
export type LimitToken = { row: string; taken_at: string };

export type LimitResult =
  | { ok: true; tokens: LimitToken[] }
  | { ok: false; retryAfterSeconds: number; key: string };

/** Consumes a token of one rate limit, as `consumeLimits` does for several. */
export function consumeLimit(db: Db, limit: Limit): Promise<LimitResult> {
  return consumeLimits(db, [limit]);
}

/**
 * Consumes a token of each rate limit. If one limit has no token left, consumes none. Tokens are
 * rows of the database, so all processes share them.
 * @param db if it is an open transaction, a rollback refunds the tokens, and requests with the same
 *   keys wait until the transaction ends
 * @returns the tokens; if a limit has none left, the seconds until every limit has one
 */
export function consumeLimits(db: Db, limits: readonly Limit[]): Promise<LimitResult> {
  return inTransaction(db, async (trx) => {
    // Lock the keys in sorted order, so that requests with the same keys can't deadlock.
    for (const row of limits.map(({ key }) => rowKey(key)).sort()) await lockKey(trx, row);
    let longest = { seconds: 0, key: "" };
    for (const limit of limits) {
      const seconds = await secondsUntilToken(trx, limit);
      if (seconds > longest.seconds) longest = { seconds, key: limit.key };
    }
    if (longest.seconds > 0) return refuse(longest);
    const tokens = await trx
      .insertInto("rate_limits")
      .values(
        limits.map(({ key }) => ({
          key: rowKey(key),
          window_start: sql<Date>`clock_timestamp()`,
          count: 1,
        })),
      )
      .returning(["key as row", sql<string>`window_start::text`.as("taken_at")])
      .execute();
    return { ok: true, tokens };
  });
}

/** Hashes a key with our secret, because keys contain email addresses and IP addresses. */
function rowKey(key: string): string {
  return sign("limit", key);
}

/** Locks a key, so that other requests with the key wait until the transaction ends. */
async function lockKey(trx: Db, row: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${row}, 0))`.execute(trx);
}

/**
 * Returns the seconds until a rate limit has a token, or 0 if it has one now. Consumes no token,
 * because some callers consume one only after a failure.
 */
export async function secondsUntilToken(db: Db, { key, limit, seconds }: Limit): Promise<number> {
  const row = rowKey(key);
  await db
    .deleteFrom("rate_limits")
    .where("key", "=", row)
    .where("window_start", "<=", sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`)
    .execute();
  const nextFree = sql<number>`
    ceil(extract(epoch from window_start - clock_timestamp()) + ${seconds})::int`;
  const full = await db
    .selectFrom("rate_limits")
    .select(nextFree.as("seconds"))
    .where("key", "=", row)
    .orderBy("window_start", "desc")
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  return full ? Math.max(1, full.seconds) : 0;
}

/** Returns the result of a refusal, and sets the Retry-After header of the response. */
function refuse({ seconds, key }: { seconds: number; key: string }): LimitResult {
  const request = currentRequest();
  if (request) request.retryAfterSeconds = seconds;
  return { ok: false, retryAfterSeconds: seconds, key };
}

/** Error for a rate limit that has no tokens left. Throwing it rolls the transaction back. */
export class RateLimitError extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super("A limit was reached");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Consumes tokens in the transaction of a form's submit. A duplicate of the submit consumes none,
 * and a failure refunds them.
 * @throws {RateLimitError} if a limit has no tokens left
 */
export async function requireLimits(trx: Db, limits: readonly Limit[]): Promise<void> {
  const taken = await consumeLimits(trx, limits);
  if (!taken.ok) throw new RateLimitError(taken.retryAfterSeconds);
}

/** Refunds tokens for work that was not done. */
export async function refundLimits(db: Db, tokens: readonly LimitToken[]): Promise<void> {
  for (const { row, taken_at } of tokens) {
    await db
      .deleteFrom("rate_limits")
      .where("key", "=", row)
      .where("window_start", "=", sql<Date>`${taken_at}::timestamptz`)
      .execute();
  }
}

/**
 * Returns the visitor's IP address; for IPv6, its /64 network. Behind TRUST_PROXY_HOPS proxies,
 * takes the address from X-Forwarded-For, counted from the end, because visitors can forge the
 * entries before it.
 */
export function clientIp(request: Request): string {
  const socketAddress = currentRequest()?.socketAddress ?? "unknown";
  const forwarded = request.headers.get("X-Forwarded-For")?.split(",") ?? [];
  const hops = env.TRUST_PROXY_HOPS;
  const seen = hops > 0 ? forwarded.at(-hops)?.trim() : "";
  return ipv6Network(seen || socketAddress);
}

/**
 * Returns the /64 network of an IPv6 address, because one subscriber can use all addresses in it.
 */
function ipv6Network(address: string) {
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
