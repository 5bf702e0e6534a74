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

test("a rate limit stores no mailbox and no IP address", async () => {
  await consumeLimit(db, { key: "link:ada@example.org:10.0.0.1", limit: 1, seconds: 60 });
  const rows = await db.selectFrom("rate_limits").select("key").execute();
  // The key is an HMAC with our secret, so it cannot be guessed from addresses.
  expect(rows).toEqual([{ key: sign("limit", "link:ada@example.org:10.0.0.1") }]);
  expect(JSON.stringify(rows)).not.toMatch(/ada|example|10\.0/);
});

describe("rate limits (B-030)", () => {
  const limit = { key: "link:a@example.org", limit: 2, seconds: 60 };

  test("a rate limit allows the set number of requests and states when the next is allowed", async () => {
    expect(await consumeLimit(db, limit)).toMatchObject({ ok: true });
    await ageRateLimits(db, 20);
    expect(await consumeLimit(db, limit)).toMatchObject({ ok: true });
    expect(await consumeLimit(db, limit)).toMatchObject({ ok: false, retryAfterSeconds: 40 });
  });

  test("a rate limit allows each request again when its own time has passed", async () => {
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

  test("a refund returns exactly the tokens that were consumed, even in parallel", async () => {
    const ten = { key: "back", limit: 10, seconds: 60 };
    await consumeLimit(db, ten);
    await ageRateLimits(db, 20);
    const taken: LimitResult[] = [];
    for (let turn = 2; turn <= 10; turn++) taken.push(await consumeLimit(db, ten));
    const listTurns = (one: LimitResult) => (one.ok ? one.turns : []);
    await Promise.all(taken.map((one) => refundLimits(db, listTurns(one))));
    for (let turn = 2; turn <= 10; turn++) {
      expect(await consumeLimit(db, ten)).toMatchObject({ ok: true });
    }
    const wait = await consumeLimit(db, ten);
    // A busy machine may take a second or two longer. The second token’s wait is 60.
    expect(wait).toMatchObject({ ok: false, retryAfterSeconds: expect.closeTo(37, -1) });
  });

  test("several rate limits consume a token each or none, and return the longest wait", async () => {
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
    // A rejected request did not consume a token of the minute either.
    const minute = both.filter(({ key }) => key === "minute");
    expect(await consumeLimits(db, minute)).toMatchObject({ ok: true });
  });

  test("a refusal names the limit with the longest wait and each consumed token by its hashed key", async () => {
    const [short, long] = [
      { key: "z-short", limit: 1, seconds: 60 },
      { key: "a-long", limit: 1, seconds: 600 },
    ];
    const taken = await consumeLimits(db, [short, long]);
    const rows = await db.selectFrom("rate_limits").select("key").orderBy("window_start").execute();
    expect(taken).toEqual({
      ok: true,
      turns: rows.map(({ key }) => ({ row: key, taken_at: expect.any(String) })),
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

  test("rate limits do not deadlock on the same keys in a different order", async () => {
    const keys = ["one", "two"].map((key) => ({ key, limit: 100, seconds: 60 }));
    const both = Array.from({ length: 8 }, (_, turn) =>
      consumeLimits(db, turn % 2 ? keys : keys.toReversed()),
    );
    for (const { ok } of await Promise.all(both)) expect(ok).toBe(true);
  });

  test("a refusal sets the Retry-After of the response, if there is one", async () => {
    await consumeLimit(db, { ...limit, limit: 1 });
    const told = await runInRequest({ id: "1", socketAddress: "::1" }, async () => {
      const before = currentRequest()?.retryAfterSeconds;
      await consumeLimit(db, { ...limit, limit: 1 });
      return [before, currentRequest()?.retryAfterSeconds];
    });
    expect(told).toEqual([undefined, 60]);
  });

  test("a rate limit throws in the work of a form, which rolls it back, with the wait", async () => {
    await requireLimits(db, [limit]);
    await requireLimits(db, [limit]);
    const refused: unknown = await requireLimits(db, [limit]).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RateLimitError);
    expect(refused).toMatchObject({ retryAfterSeconds: 60, message: "A limit was reached" });
  });

  test("a token is refunded when its transaction is rolled back", async () => {
    const one = { key: "undone", limit: 1, seconds: 60 };
    const undone = db.transaction().execute(async (trx) => {
      await consumeLimit(trx, one);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await consumeLimit(db, one)).toMatchObject({ ok: true });
  });

  test("a rate limit is enforced for parallel requests", async () => {
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
    "the address behind %s proxies with X-Forwarded-For %s is %s",
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
  ])("the address %s counts as the subscriber %s (B-030)", (socketAddress, expected) => {
    const found = runInRequest({ id: "1", socketAddress }, () => clientIp(request()));
    expect(found).toBe(expected);
  });

  test("the address is “unknown” outside a request", () => {
    expect(clientIp(request())).toBe("unknown");
  });
});
