import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { rememberVisitor } from "#app/auth/session.server.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { cookieOf } from "#tests/support/cookies.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { moveSessionsBack, readSessionOf } from "./sessions.ts";

const { db } = useTestDatabase();

const readLife = async (user_id: string) => {
  const { hours } = await db
    .selectFrom("sessions")
    .select(sql<number>`round(extract(epoch from expires_at - now()) / 3600)::int`.as("hours"))
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  return hours;
};

describe("lifetime of a session (AMB-A05)", () => {
  test("a customer’s session lasts 30 days and is extended by each visit", async () => {
    const { cookie, id } = await signIn(db);
    expect(await readLife(id)).toBe(30 * 24);
    await moveSessionsBack(db, id, "29 days", ["last_seen_at", "expires_at"]);
    expect(await readLife(id)).toBe(24);
    expect((await readSessionOf(cookie))?.user?.id).toBe(id);
    expect(await readLife(id)).toBe(30 * 24);
    await moveSessionsBack(db, id, "31 days", ["last_seen_at", "expires_at"]);
    expect(await readSessionOf(cookie)).toBeNull();
  });

  test("a customer’s session ends 90 days after sign-in despite visits", async () => {
    const { cookie, id } = await signIn(db);
    await moveSessionsBack(db, id, "70 days", ["signed_in_at", "last_seen_at"]);
    expect((await readSessionOf(cookie))?.user?.id).toBe(id);
    expect(await readLife(id)).toBe(20 * 24);
    await moveSessionsBack(db, id, "19 days 23 hours", [
      "signed_in_at",
      "last_seen_at",
      "expires_at",
    ]);
    expect((await readSessionOf(cookie))?.user?.id).toBe(id);
    expect(await readLife(id)).toBe(1);
    await moveSessionsBack(db, id, "1 hour 1 minute", [
      "signed_in_at",
      "last_seen_at",
      "expires_at",
    ]);
    expect(await readSessionOf(cookie)).toBeNull();
  });

  test.each([
    [59, 30 * 24],
    [61, 29 * 24],
  ])(
    "a customer’s session, %i days after sign-in, has %i hours left after a visit",
    async (days, hours) => {
      const { cookie, id } = await signIn(db);
      await moveSessionsBack(db, id, `${days} days`, ["signed_in_at", "last_seen_at"]);
      await readSessionOf(cookie);
      expect(await readLife(id)).toBe(hours);
    },
  );

  test("a staff session lasts 12 hours despite activity", async () => {
    const { cookie, id } = await signIn(db, { type: "admin" });
    expect(await readLife(id)).toBe(12);
    await moveSessionsBack(db, id, "1 hour", ["last_seen_at", "expires_at"]);
    expect((await readSessionOf(cookie))?.user?.type).toBe("admin");
    expect(await readLife(id)).toBe(11);
    await moveSessionsBack(db, id, "11 hours 1 minute", ["expires_at"]);
    expect(await readSessionOf(cookie)).toBeNull();
  });

  test.each([
    ["1 hour 59 minutes", "is alive", true],
    ["2 hours 1 minute", "has ended", false],
  ])("a staff session that was idle for %s %s", async (interval, _state, alive) => {
    const { cookie, id } = await signIn(db, { type: "admin" });
    await moveSessionsBack(db, id, interval);
    expect((await readSessionOf(cookie)) !== null).toBe(alive);
  });

  test.each([
    ["4 minutes 50 seconds", "does not update", false],
    ["5 minutes 1 second", "updates", true],
  ])("a request %s after the previous one %s the session", async (interval, _verb, written) => {
    const { cookie, id } = await signIn(db);
    const other = await signIn(db);
    const seen = async (user_id: string) => {
      const { last_seen_at } = await db
        .selectFrom("sessions")
        .select("last_seen_at")
        .where("user_id", "=", user_id)
        .executeTakeFirstOrThrow();
      return last_seen_at;
    };
    await moveSessionsBack(db, id, interval);
    await moveSessionsBack(db, other.id, interval);
    const before = [await seen(id), await seen(other.id)];
    await readSessionOf(cookie);
    expect([(await seen(id)) > before[0]!, (await seen(other.id)) > before[1]!]).toEqual([
      written,
      false,
    ]);
  });

  test("a visitor’s session lasts a day from the request for a link despite visits", async () => {
    const { setCookie, id } = await rememberVisitor(db, null, {});
    const life = () =>
      db
        .selectFrom("sessions")
        .select(sql<number>`round(extract(epoch from expires_at - now()) / 60)::int`.as("minutes"))
        .where("id_hash", "=", id)
        .executeTakeFirst();
    expect(await life()).toEqual({ minutes: 24 * 60 });
    await sql`update sessions set last_seen_at = last_seen_at - interval '23 hours',
      expires_at = expires_at - interval '23 hours' where id_hash = ${id}`.execute(db);
    expect(await readSessionOf(cookieOf(setCookie))).not.toBeNull();
    expect(await life()).toEqual({ minutes: 60 });
    await sql`update sessions set expires_at = now() where id_hash = ${id}`.execute(db);
    expect(await readSessionOf(cookieOf(setCookie))).toBeNull();
  });
});

test.each([
  [0, "recent", true],
  [290, "recent", true],
  [310, "not recent", false],
])("a sign-in %i seconds ago is %s (A-036, A-037)", async (seconds, _state, recent) => {
  const { cookie, id } = await signIn(db);
  await moveSessionsBack(db, id, `${seconds} seconds`, ["signed_in_at"]);
  expect((await readSessionOf(cookie))?.user?.signed_in_recently).toBe(recent);
});

describe("a server clock that differs from the database’s by hours", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  test.each([3, -3])(
    "active staff stay signed in although the clock is %i hours off",
    async (hours) => {
      const { cookie } = await signIn(db, { type: "admin" });
      vi.setSystemTime(Date.now() + hours * 60 * 60 * 1000);
      const session = await readSessionOf(cookie);
      expect(session?.user).toMatchObject({ type: "admin", signed_in_recently: true });
    },
  );

  test("idle staff are signed out although the clock is 3 hours slow", async () => {
    const { cookie, id } = await signIn(db, { type: "admin" });
    await moveSessionsBack(db, id, "2 hours 1 minute");
    vi.setSystemTime(Date.now() - 3 * 60 * 60 * 1000);
    expect(await readSessionOf(cookie)).toBeNull();
  });
});

test("a user stays signed in if their visit cannot be recorded", async () => {
  expectError(/visit/);
  const { cookie, id } = await signIn(db, { type: "admin" });
  await moveSessionsBack(db, id, "10 minutes");
  const mend = await breakWrites(db, "sessions");
  expect((await readSessionOf(cookie))?.user?.id).toBe(id);
  await mend();
});
