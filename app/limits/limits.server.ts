import { isIPv6 } from "node:net";
import { sql } from "kysely";
import { env } from "#app/platform/env.server.ts";
import { currentRequest } from "#app/observability/request-context.server.ts";
import { sign } from "#app/platform/signature.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";

/** So many turns of a key in any stretch of so many seconds. */
export type Limit = { key: string; limit: number; seconds: number };

/** A turn that was taken, to be given back if nothing came of it; `row` is not the key, but what is kept of it. */
export type Turn = { row: string; taken_at: string };

export type Taken =
  | { ok: true; turns: Turn[] }
  /** `key`: of the limit that takes longest to have a turn again. */
  | { ok: false; retryAfterSeconds: number; key: string };

/** Takes a turn of one limit: see takeTurns. */
export function takeOneTurn(db: Db, limit: Limit): Promise<Taken> {
  return takeTurns(db, [limit]);
}

/**
 * Takes a turn of each limit, or of none when one of them has none left. Turns are rows of the database, so that a
 * restart or a second process forgets none, with a hash of the key; a refusal costs nothing and starts no clock.
 *
 * @param db an open transaction gives the turns back when it is undone, and lets others with the same keys wait until
 *   it ends
 * @returns when refused, after how many seconds every limit has a turn free
 */
export function takeTurns(db: Db, limits: readonly Limit[]): Promise<Taken> {
  return inTransaction(db, async (trx) => {
    // In one order, so that two who want the same keys do not wait for one another.
    for (const row of limits.map(({ key }) => rowKey(key)).sort()) await waitForOthers(trx, row);
    let longest = { seconds: 0, key: "" };
    for (const limit of limits) {
      const seconds = await secondsUntilTurn(trx, limit);
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

/** Keys name mailboxes and network addresses: without our secret, what is kept does not tell whose they are. */
function rowKey(key: string): string {
  return sign("limit", key);
}

/** Lets through one at a time of those with the same key, until the transaction ends. */
async function waitForOthers(trx: Db, row: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${row}, 0))`.execute(trx);
}

/**
 * Looks whether a limit has a turn, without taking one: for what is counted only when it fails.
 *
 * @returns after how many seconds it has one; 0 when that is now
 */
export async function secondsUntilTurn(db: Db, { key, limit, seconds }: Limit): Promise<number> {
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

/** Also tells the response when to come back, however it is made. */
function refuse({ seconds, key }: { seconds: number; key: string }): Taken {
  const request = currentRequest();
  if (request) request.retryAfterSeconds = seconds;
  return { ok: false, retryAfterSeconds: seconds, key };
}

/** A limit has no turn left, in a transaction that has to be undone. */
export class TooManyError extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super("A limit was reached");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Takes a turn of each limit inside the once-only work of a form, where a copy of the form takes none and work that
 * fails gives its turns back.
 *
 * @throws TooManyError when one has none left
 */
export async function requireTurns(trx: Db, limits: readonly Limit[]): Promise<void> {
  const taken = await takeTurns(trx, limits);
  if (!taken.ok) throw new TooManyError(taken.retryAfterSeconds);
}

/** Gives turns back: what they were taken for did not happen. */
export async function returnTurns(db: Db, turns: readonly Turn[]): Promise<void> {
  for (const { row, taken_at } of turns) {
    await db
      .deleteFrom("rate_limits")
      .where("key", "=", row)
      .where("window_start", "=", sql<Date>`${taken_at}::timestamptz`)
      .execute();
  }
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
  return ipv6Network(seen || socketAddress);
}

/**
 * The first four groups of an IPv6 address, which a network gives out; the other four are the subscriber's to choose.
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
