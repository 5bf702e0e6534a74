import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  clientIp,
  refundLimits,
  requireLimits,
  consumeLimit,
  consumeLimits,
  type LimitResult,
  RateLimitError,
} from "#app/limits/limits.server.ts";
import { currentRequest, runInRequest } from "#app/observability/request-context.server.ts";
import { sign } from "#app/platform/signature.server.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { ageRateLimits } from "#tests/support/limits.ts";

const { db } = useTestDatabase();

beforeEach(() => emptyTables(db));

test("a rate limit stores neither the email address nor the IP address that it counts", async () => {
  await consumeLimit(db, { key: "link:ada@example.org:10.0.0.1", limit: 1, seconds: 60 });
  const rows = await db.selectFrom("rate_limits").select("key").execute();
  // The key is an HMAC with our secret, so no one can find an address by guessing it.
  expect(rows).toEqual([{ key: sign("limit", "link:ada@example.org:10.0.0.1") }]);
  expect(JSON.stringify(rows)).not.toMatch(/ada|example|10\.0/);
});

describe("rate limits (B-030)", () => {
  const limit = { key: "link:a@example.org", limit: 2, seconds: 60 };

  test("a rate limit allows the set number of requests, and then returns the seconds until the next one is allowed", async () => {
    expect(await consumeLimit(db, limit)).toMatchObject({ ok: true });
    await ageRateLimits(db, 20);
    expect(await consumeLimit(db, limit)).toMatchObject({ ok: true });
    expect(await consumeLimit(db, limit)).toMatchObject({ ok: false, retryAfterSeconds: 40 });
  });

  test("a rate limit allows one more request when the oldest counted one is older than the period", async () => {
    await consumeLimit(db, limit);
    await ageRateLimits(db, 40);
    await consumeLimit(db, limit);
    await ageRateLimits(db, 20);
    expect(await consumeLimit(db, limit)).toMatchObject({ ok: true });
    expect(await consumeLimit(db, limit)).toMatchObject({ ok: false, retryAfterSeconds: 40 });
  });

  test("a rate limit does not count rejected requests", async () => {
    await consumeLimit(db, limit);
    await consumeLimit(db, limit);
    for (let i = 0; i < 5; i++) await consumeLimit(db, limit);
    await ageRateLimits(db, 60);
    expect(await consumeLimit(db, limit)).toMatchObject({ ok: true });
  });

  test("a rate limit counts each key separately", async () => {
    const one = { limit: 1, seconds: 60 };
    expect(await consumeLimit(db, { key: "a", ...one })).toMatchObject({ ok: true });
    expect(await consumeLimit(db, { key: "b", ...one })).toMatchObject({ ok: true });
  });

  test("parallel refunds return exactly the tokens that were consumed, and no older token", async () => {
    const ten = { key: "back", limit: 10, seconds: 60 };
    await consumeLimit(db, ten);
    await ageRateLimits(db, 20);
    const taken: LimitResult[] = [];
    for (let turn = 2; turn <= 10; turn++) taken.push(await consumeLimit(db, ten));
    const listTurns = (one: LimitResult) => (one.ok ? one.tokens : []);
    await Promise.all(taken.map((one) => refundLimits(db, listTurns(one))));
    for (let turn = 2; turn <= 10; turn++) {
      expect(await consumeLimit(db, ten)).toMatchObject({ ok: true });
    }
    const wait = await consumeLimit(db, ten);
    // The first token frees a place after 40 seconds less the test’s own time, the second only
    // after 60.
    expect(wait).toMatchObject({ ok: false, retryAfterSeconds: expect.closeTo(37, -1) });
  });

  test("checking several rate limits consumes a token of each, or of none if one is exceeded, and returns the longest wait", async () => {
    const both = [
      { key: "minute", limit: 1, seconds: 60 },
      { key: "hour", limit: 2, seconds: 3_600 },
    ];
    expect(await consumeLimits(db, both)).toMatchObject({ ok: true });
    expect(await consumeLimits(db, both)).toMatchObject({ ok: false, retryAfterSeconds: 60 });
    await ageRateLimits(db, 60);
    expect(await consumeLimits(db, both)).toMatchObject({ ok: true });
    expect(await consumeLimits(db, both)).toMatchObject({ ok: false, retryAfterSeconds: 3_540 });
    await ageRateLimits(db, 60);
    expect(await consumeLimits(db, both)).toMatchObject({ ok: false, retryAfterSeconds: 3_480 });
    // The rejected request consumed no token of the minute’s limit.
    const minute = both.filter(({ key }) => key === "minute");
    expect(await consumeLimits(db, minute)).toMatchObject({ ok: true });
  });

  test("a rejected request gets the key of the limit with the longest wait, and an allowed one the hashed key of each token", async () => {
    const [short, long] = [
      { key: "z-short", limit: 1, seconds: 60 },
      { key: "a-long", limit: 1, seconds: 600 },
    ];
    const taken = await consumeLimits(db, [short, long]);
    const rows = await db.selectFrom("rate_limits").select("key").orderBy("window_start").execute();
    expect(taken).toEqual({
      ok: true,
      tokens: rows.map(({ key }) => ({ row: key, taken_at: expect.any(String) })),
    });
    expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
    expect(JSON.stringify(rows)).not.toMatch(/short|long/);
    for (const order of [
      [short, long],
      [long, short],
    ]) {
      expect(await consumeLimits(db, order)).toEqual({
        ok: false,
        retryAfterSeconds: 600,
        key: "a-long",
      });
    }
    expect(await consumeLimits(db, [short])).toMatchObject({
      key: "z-short",
      retryAfterSeconds: 60,
    });
  });

  test("parallel requests do not deadlock if they consume the same keys in a different order", async () => {
    const keys = ["one", "two"].map((key) => ({ key, limit: 100, seconds: 60 }));
    const both = Array.from({ length: 8 }, (_, turn) =>
      consumeLimits(db, turn % 2 ? keys : keys.toReversed()),
    );
    for (const { ok } of await Promise.all(both)) expect(ok).toBe(true);
  });

  test("a rejected request sets the response’s Retry-After", async () => {
    await consumeLimit(db, { ...limit, limit: 1 });
    const told = await runInRequest({ id: "1", socketAddress: "::1" }, async () => {
      const before = currentRequest()?.retryAfterSeconds;
      await consumeLimit(db, { ...limit, limit: 1 });
      return [before, currentRequest()?.retryAfterSeconds];
    });
    expect(told).toEqual([undefined, 60]);
  });

  test("requireLimits throws a RateLimitError with the wait once the limit is reached", async () => {
    await requireLimits(db, [limit]);
    await requireLimits(db, [limit]);
    const refused: unknown = await requireLimits(db, [limit]).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RateLimitError);
    expect(refused).toMatchObject({ retryAfterSeconds: 60, message: "A limit was reached" });
  });

  test("a token is available again when its database transaction is rolled back", async () => {
    const one = { key: "undone", limit: 1, seconds: 60 };
    const undone = db.transaction().execute(async (trx) => {
      await consumeLimit(trx, one);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await consumeLimit(db, one)).toMatchObject({ ok: true });
  });

  test("a rate limit of five allows only five of thirty parallel requests", async () => {
    const five = { key: "many", limit: 5, seconds: 60 };
    const answers = await Promise.all(Array.from({ length: 30 }, () => consumeLimit(db, five)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
  });
});

describe("the visitor’s IP address", () => {
  const request = (forwarded?: string) =>
    new Request("http://localhost", forwarded ? { headers: { "X-Forwarded-For": forwarded } } : {});

  test.each([
    ["0", "6.6.6.6", "192.0.2.1"],
    ["1", "6.6.6.6, 203.0.113.9", "203.0.113.9"],
    ["2", "6.6.6.6, 203.0.113.9, 10.0.0.1", "203.0.113.9"],
    ["1", undefined, "192.0.2.1"],
    ["2", "6.6.6.6", "192.0.2.1"],
    ["1", "6.6.6.6, ", "192.0.2.1"],
    ["1", "203.0.113.9", "203.0.113.9"],
    ["1", "6.6.6.6,  ::ffff:203.0.113.9 ", "203.0.113.9"],
  ])(
    "clientIp, with TRUST_PROXY_HOPS=%s and X-Forwarded-For %j, returns %s",
    async (hops, forwarded, expected) => {
      vi.resetModules();
      vi.stubEnv("TRUST_PROXY_HOPS", hops);
      const limits = await import("#app/limits/limits.server.ts");
      const context = await import("#app/observability/request-context.server.ts");
      const found = context.runInRequest({ id: "1", socketAddress: "192.0.2.1" }, () =>
        limits.clientIp(request(forwarded)),
      );
      expect(found).toBe(expected);
    },
  );

  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:192.0.2.1", "192.0.2.1"],
    ["::ffff:203.100.113.120", "203.100.113.120"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2:ffff::1", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["2001:db8:1::9", "2001:db8:1:0::/64"],
    ["2001:db8::1:2:3:4:5", "2001:db8:0:1::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["fe80::1%a:b:c:d:e:f:g:h", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["unix", "unix"],
    ["::ffff:192.0.2.1.example", "::ffff:192.0.2.1.example"],
    ["x::ffff:192.0.2.1", "x::ffff:192.0.2.1"],
    ["::ffff:c000:201", "0:0:0:0::/64"],
    ["2001:db8:0010:0:1::", "2001:db8:0010:0::/64"],
  ])("the socket address %s is counted under %s (B-030)", (socketAddress, expected) => {
    const found = runInRequest({ id: "1", socketAddress }, () => clientIp(request()));
    expect(found).toBe(expected);
  });

  test("the visitor’s IP address is “unknown” outside a request", () => {
    expect(clientIp(request())).toBe("unknown");
  });
});
