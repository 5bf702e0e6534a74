import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ConflictError } from "#app/domain/errors.ts";
import {
  AlreadySubmittedError,
  withIdempotencyKey,
  findFormResult,
  newIdempotencyKey,
  withIdempotentRedirect,
  readIdempotencyKey,
} from "#app/forms/form-key.server.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();

beforeEach(() => emptyTables(db));

const day = 24 * 60 * 60 * 1000;

describe("a form key", () => {
  test("carries the time of its issue", () => {
    vi.useFakeTimers({ now: new Date("2025-09-01T10:00:00Z"), toFake: ["Date"] });
    const key = newIdempotencyKey("sign-up");
    expect(readIdempotencyKey("sign-up", key)).toEqual({
      issuedAt: new Date("2025-09-01T10:00:00Z"),
    });
    vi.useRealTimers();
  });

  test("is new each time, and good for its own form only", () => {
    const key = newIdempotencyKey("sign-up");
    expect(newIdempotencyKey("sign-up")).not.toBe(key);
    expect(readIdempotencyKey("sign-in", key)).toBeNull();
  });

  test.each([
    ["nothing", () => ""],
    ["an invented one", () => "abc.def.ghi"],
    ["one made younger", (key: string) => `z${key}`],
    ["one with another signature", (key: string) => `${key.slice(0, -2)}xx`],
    ["one with more behind it", (key: string) => `${key}.x`],
  ])("is not %s", (_what, forge) => {
    expect(readIdempotencyKey("sign-up", forge(newIdempotencyKey("sign-up")))).toBeNull();
  });
});

test("a form that is shown again has been on the screen for a while", () => {
  vi.useFakeTimers({ now: new Date("2025-09-01T10:00:00Z"), toFake: ["Date"] });
  const key = newIdempotencyKey("sign-up", 3_000);
  expect(readIdempotencyKey("sign-up", key)).toEqual({
    issuedAt: new Date("2025-09-01T09:59:57Z"),
  });
  vi.useRealTimers();
});

describe("once is once", () => {
  const body = { name: "Ada" };
  /** Leaves a row for each time it is done. */
  const work = (location: string) => async (trx: typeof db) => {
    await sql`insert into rate_limits (key, window_start) values ('done', clock_timestamp())`.execute(
      trx,
    );
    return location;
  };
  async function effects() {
    const { rows } = await sql`select from rate_limits where key = 'done'`.execute(db);
    return rows.length;
  }

  test("twenty copies at the same time have one effect and the same answer", async () => {
    const key = newIdempotencyKey("sale");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, copy) =>
        withIdempotentRedirect(db, { form: "sale", key, body }, work(`/to/${copy}`)),
      ),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await effects()).toBe(1);
  });

  test("of work that leads nowhere the first has what it returned, a copy nothing, and other answers are refused", async () => {
    const post = { form: "sale", key: newIdempotencyKey("sale"), body };
    expect(await withIdempotencyKey(db, post, work("made"))).toBe("made");
    expect(await withIdempotencyKey(db, post, work("made again"))).toBeNull();
    await expect(
      withIdempotencyKey(db, { ...post, body: { name: "Bob" } }, work("other")),
    ).rejects.toBeInstanceOf(AlreadySubmittedError);
    expect(await findFormResult(db, post)).not.toBeNull();
    expect(await effects()).toBe(1);
  });

  test("a copy that comes later is sent to the same place", async () => {
    const post = { form: "sale", key: newIdempotencyKey("sale"), body };
    expect(await withIdempotentRedirect(db, post, work("/first"))).toBe("/first");
    expect(await withIdempotentRedirect(db, post, work("/second"))).toBe("/first");
    expect(await effects()).toBe(1);
  });

  test("two showings of a form are two", async () => {
    await withIdempotentRedirect(
      db,
      { form: "sale", key: newIdempotencyKey("sale"), body },
      work("/a"),
    );
    await withIdempotentRedirect(
      db,
      { form: "sale", key: newIdempotencyKey("sale"), body },
      work("/a"),
    );
    expect(await effects()).toBe(2);
  });

  test("the same key with other answers is a conflict", async () => {
    const key = newIdempotencyKey("sale");
    await withIdempotentRedirect(db, { form: "sale", key, body }, work("/a"));
    await expect(
      withIdempotentRedirect(db, { form: "sale", key, body: { name: "Bob" } }, work("/b")),
    ).rejects.toThrow(new AlreadySubmittedError("/a"));
    expect(await findFormResult(db, { form: "sale", key })).toBe("/a");
    expect(await findFormResult(db, { form: "other", key })).toBeNull();
    expect(await effects()).toBe(1);
  });

  test("work that failed leaves the key unused", async () => {
    const post = { form: "sale", key: newIdempotencyKey("sale"), body };
    await expect(
      withIdempotentRedirect(db, post, async (trx) => {
        await work("/a")(trx);
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await effects()).toBe(0);
    expect(await withIdempotentRedirect(db, post, work("/b"))).toBe("/b");
  });

  test("a form that has not been sent has led nowhere, one without answers has", async () => {
    const post = { form: "sale", key: newIdempotencyKey("sale"), body: undefined };
    expect(await findFormResult(db, post)).toBeNull();
    expect(await findFormResult(db, { form: "sale", key: "x" })).toBeNull();
    expect(await withIdempotentRedirect(db, post, work("/a"))).toBe("/a");
    expect(await withIdempotentRedirect(db, { ...post, body: null }, work("/b"))).toBe("/a");
    expect(await findFormResult(db, post)).toBe("/a");
  });

  test("a form is told that it was sent, and where it led", async () => {
    const key = newIdempotencyKey("sale");
    await withIdempotentRedirect(db, { form: "sale", key, body }, work("/a"));
    const told: unknown = await withIdempotentRedirect(
      db,
      { form: "sale", key, body: 1 },
      work("/b"),
    ).catch((error: unknown) => error);
    expect(told).toMatchObject({
      message: "You’ve already sent this form. Review your answers",
      location: "/a",
      status: 409,
    });
  });

  test("a key is good for seven days", async () => {
    vi.useFakeTimers({ now: Date.now() - 7 * day + 5_000, toFake: ["Date"] });
    const key = newIdempotencyKey("sale");
    vi.useRealTimers();
    expect(await withIdempotentRedirect(db, { form: "sale", key, body }, work("/a"))).toBe("/a");
  });

  test("a forged key, and one that is older than the memory of used ones, do nothing", async () => {
    const outOfDate = new ConflictError(
      "This form is out of date. Review your answers and send it again.",
    );
    vi.useFakeTimers({ now: Date.now() - 7 * day - 1_000, toFake: ["Date"] });
    const old = newIdempotencyKey("sale");
    vi.useRealTimers();
    for (const key of [old, newIdempotencyKey("another form"), "x"]) {
      await expect(
        withIdempotentRedirect(db, { form: "sale", key, body }, work("/a")),
      ).rejects.toThrow(outOfDate);
    }
    expect(await effects()).toBe(0);
  });
});
