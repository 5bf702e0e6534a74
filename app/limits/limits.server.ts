import { isIPv6 } from "node:net";
import { sql } from "kysely";
import { env } from "#app/platform/env.server.ts";
import { currentRequest } from "#app/observability/request-context.server.ts";
import { sign } from "#app/platform/signature.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";

/** Rate limit: at most `limit` tokens of a key in any `seconds` (sliding window). */
export type Limit = { key: string; limit: number; seconds: number };

/** Consumed token, for a refund. `row` is the hashed key. */
export type LimitToken = { row: string; taken_at: string };

export type LimitResult =
  | { ok: true; turns: LimitToken[] }
  | { ok: false; retryAfterSeconds: number; key: string };

/** Consumes a token of one limit (consumeLimits). */
export function consumeLimit(db: Db, limit: Limit): Promise<LimitResult> {
  return consumeLimits(db, [limit]);
}

/**
 * Consumes a token of each limit, or of none if one is exhausted. Tokens are rows, shared by all
 * processes. A refusal consumes nothing.
 * @param db in an open transaction, a rollback refunds, and requests with the same keys wait for
 *   its end
 * @returns if refused, the seconds until every limit has a token
 */
export function consumeLimits(db: Db, limits: readonly Limit[]): Promise<LimitResult> {
  return inTransaction(db, async (trx) => {
    // Sorted, to prevent deadlocks between requests with the same keys.
    for (const row of limits.map(({ key }) => rowKey(key)).sort()) await lockKey(trx, row);
    let longest = { seconds: 0, key: "" };
    for (const limit of limits) {
      const seconds = await secondsUntilToken(trx, limit);
      if (seconds > longest.seconds) longest = { seconds, key: limit.key };
    }
    if (longest.seconds > 0) return refuse(longest);
    const turns = await trx
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
    return { ok: true, turns };
  });
}

/** Hashes a key with our secret, because keys contain email and IP addresses. */
function rowKey(key: string): string {
  return sign("limit", key);
}

/** Serialises requests with the same key until the transaction ends. */
async function lockKey(trx: Db, row: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${row}, 0))`.execute(trx);
}

/** Returns the seconds until a token is free (0: now), for work that counts only failures. */
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

/** Returns the rejection, and sets the response's Retry-After. */
function refuse({ seconds, key }: { seconds: number; key: string }): LimitResult {
  const request = currentRequest();
  if (request) request.retryAfterSeconds = seconds;
  return { ok: false, retryAfterSeconds: seconds, key };
}

/** Exhausted limit in a transaction that must roll back. */
export class RateLimitError extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super("A limit was reached");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Consumes tokens in a form's idempotent work: a duplicate consumes none; a failure refunds them.
 * @throws {RateLimitError} if a limit is exhausted
 */
export async function requireLimits(trx: Db, limits: readonly Limit[]): Promise<void> {
  const taken = await consumeLimits(trx, limits);
  if (!taken.ok) throw new RateLimitError(taken.retryAfterSeconds);
}

/** Refunds tokens, if their work did not happen. */
export async function refundLimits(db: Db, turns: readonly LimitToken[]): Promise<void> {
  for (const { row, taken_at } of turns) {
    await db
      .deleteFrom("rate_limits")
      .where("key", "=", row)
      .where("window_start", "=", sql<Date>`${taken_at}::timestamptz`)
      .execute();
  }
}

/**
 * Returns the visitor's IP address (IPv6: the /64 network). Behind TRUST_PROXY_HOPS proxies it is
 * in X-Forwarded-For, where earlier entries can be forged.
 */
export function clientIp(request: Request): string {
  const socketAddress = currentRequest()?.socketAddress ?? "unknown";
  const forwarded = request.headers.get("X-Forwarded-For")?.split(",") ?? [];
  const hops = env.TRUST_PROXY_HOPS;
  const seen = hops > 0 ? forwarded.at(-hops)?.trim() : "";
  return ipv6Network(seen || socketAddress);
}

/** Returns the /64 network of an IPv6 address; a subscriber chooses the rest. */
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
