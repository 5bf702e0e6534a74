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

describe("form keys", () => {
  test("a form key contains its time of issue", () => {
    vi.useFakeTimers({ now: new Date("2025-09-01T10:00:00Z"), toFake: ["Date"] });
    const key = newIdempotencyKey("sign-up");
    expect(readIdempotencyKey("sign-up", key)).toEqual({
      issuedAt: new Date("2025-09-01T10:00:00Z"),
    });
    vi.useRealTimers();
  });

  test("a form key is new each time and valid for its own form only", () => {
    const key = newIdempotencyKey("sign-up");
    expect(newIdempotencyKey("sign-up")).not.toBe(key);
    expect(readIdempotencyKey("sign-in", key)).toBeNull();
  });

  test.each([
    ["empty text", () => ""],
    ["an invented key", () => "abc.def.ghi"],
    ["a key with a later time", (key: string) => `z${key}`],
    ["a key with a wrong signature", (key: string) => `${key.slice(0, -2)}xx`],
    ["a key with extra text", (key: string) => `${key}.x`],
  ])("%s is rejected as a form key", (_what, forge) => {
    expect(readIdempotencyKey("sign-up", forge(newIdempotencyKey("sign-up")))).toBeNull();
  });
});

test("the key of a form that is shown again counts the time for which the form was shown before", () => {
  vi.useFakeTimers({ now: new Date("2025-09-01T10:00:00Z"), toFake: ["Date"] });
  const key = newIdempotencyKey("sign-up", 3_000);
  expect(readIdempotencyKey("sign-up", key)).toEqual({
    issuedAt: new Date("2025-09-01T09:59:57Z"),
  });
  vi.useRealTimers();
});

describe("idempotency keys of forms", () => {
  const body = { name: "Ada" };
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

  test("an idempotency key runs the work once for twenty parallel copies, with the same answer", async () => {
    const key = newIdempotencyKey("sale");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, copy) =>
        withIdempotentRedirect(db, { form: "sale", key, body }, work(`/to/${copy}`)),
      ),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await effects()).toBe(1);
  });

  test("an idempotency key returns the result to the first submit and null to a copy, and rejects other answers", async () => {
    const post = { form: "sale", key: newIdempotencyKey("sale"), body };
    expect(await withIdempotencyKey(db, post, work("made"))).toBe("made");
    expect(await withIdempotencyKey(db, post, work("made again"))).toBeNull();
    await expect(
      withIdempotencyKey(db, { ...post, body: { name: "Bob" } }, work("other")),
    ).rejects.toBeInstanceOf(AlreadySubmittedError);
    expect(await findFormResult(db, post)).not.toBeNull();
    expect(await effects()).toBe(1);
  });

  test("a later copy of a form redirects to the same place", async () => {
    const post = { form: "sale", key: newIdempotencyKey("sale"), body };
    expect(await withIdempotentRedirect(db, post, work("/first"))).toBe("/first");
    expect(await withIdempotentRedirect(db, post, work("/second"))).toBe("/first");
    expect(await effects()).toBe(1);
  });

  test("a form that is opened again runs the work again", async () => {
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

  test("different answers with the same idempotency key throw a conflict", async () => {
    const key = newIdempotencyKey("sale");
    await withIdempotentRedirect(db, { form: "sale", key, body }, work("/a"));
    await expect(
      withIdempotentRedirect(db, { form: "sale", key, body: { name: "Bob" } }, work("/b")),
    ).rejects.toThrow(new AlreadySubmittedError("/a"));
    expect(await findFormResult(db, { form: "sale", key })).toBe("/a");
    expect(await findFormResult(db, { form: "other", key })).toBeNull();
    expect(await effects()).toBe(1);
  });

  test("an idempotency key stays unused if the work fails", async () => {
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

  test("an idempotency key has a result only after the submit, even for an empty form", async () => {
    const post = { form: "sale", key: newIdempotencyKey("sale"), body: undefined };
    expect(await findFormResult(db, post)).toBeNull();
    expect(await findFormResult(db, { form: "sale", key: "x" })).toBeNull();
    expect(await withIdempotentRedirect(db, post, work("/a"))).toBe("/a");
    expect(await withIdempotentRedirect(db, { ...post, body: null }, work("/b"))).toBe("/a");
    expect(await findFormResult(db, post)).toBe("/a");
  });

  test("the conflict for different answers says that the form was already sent, with its redirect target", async () => {
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

  test("a form key is accepted for seven days", async () => {
    vi.useFakeTimers({ now: Date.now() - 7 * day + 5_000, toFake: ["Date"] });
    const key = newIdempotencyKey("sale");
    vi.useRealTimers();
    expect(await withIdempotentRedirect(db, { form: "sale", key, body }, work("/a"))).toBe("/a");
  });

  test("a form key that is forged or older than seven days is rejected", async () => {
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
