import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import {
  endAllSessions,
  isRecent,
  readSession,
  rememberVisitor,
  startSession,
  updateOnboarding,
} from "#app/auth/session.server.ts";
import { runInRequest } from "#app/observability/request-context.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();

const read = (cookie: string) =>
  readSession(new Request("http://localhost:3000/", { headers: { Cookie: cookie } }));
const pair = (setCookie: string | null) => setCookie?.split(";")[0] ?? "";

/** Moves the times of somebody's sessions into the past, as if they had been away. */
async function away(user_id: string, interval: string, columns = ["last_seen_at"]) {
  for (const column of columns) {
    await sql`update sessions set ${sql.ref(column)} = ${sql.ref(column)} - ${interval}::interval
      where user_id = ${user_id}`.execute(db);
  }
}

const readLife = async (user_id: string) => {
  const { hours } = await db
    .selectFrom("sessions")
    .select(sql<number>`round(extract(epoch from expires_at - now()) / 3600)::int`.as("hours"))
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  return hours;
};

describe("the cookie", () => {
  test("A-021 it is signed, out of reach of scripts, and holds nothing but a random id", async () => {
    const { id } = await signIn(db);
    const set = await startSession(db, {
      user: { id, type: "customer" },
      before: null,
      onboarding: { intent: "sell" },
      counted_invitations: [],
    });
    expect(set).toMatch(/^sid=[^;]+; .*HttpOnly; SameSite=Lax$/);
    const [value = "", signature] = decodeURIComponent(pair(set).slice(4)).split(".");
    expect(signature).toBeTruthy();
    const held: unknown = JSON.parse(Buffer.from(value, "base64").toString());
    expect(held).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await db.selectFrom("sessions").selectAll().execute())).not.toContain(
      held,
    );
  });

  test.each(["", "sid=", "sid=nonsense", "sid=IngiCg.x", "other=1"])(
    "A-021 %j is nobody's",
    async (cookie) => {
      expect(await read(cookie)).toBeNull();
    },
  );

  test("A-021 one that was tampered with is nobody's", async () => {
    const { cookie } = await signIn(db);
    expect((await read(cookie))?.user).not.toBeNull();
    const changed = cookie.replace(/^sid=(.)/, (_all, first) => `sid=${first === "I" ? "J" : "I"}`);
    expect(await read(changed === cookie ? `${cookie}x` : changed)).toBeNull();
  });
});

describe("who is signed in", () => {
  test("A-031 the user as the database knows them now", async () => {
    const { cookie, id, email } = await signIn(db, { first_name: "Sam" });
    expect((await read(cookie))?.user).toMatchObject({
      id,
      email,
      type: "customer",
      first_name: "Sam",
    });
    await db.updateTable("users").set({ first_name: "Samantha" }).where("id", "=", id).execute();
    expect((await read(cookie))?.user).toMatchObject({ first_name: "Samantha" });
  });

  test("A-023 AMB-A02 a session of somebody who is not active is ended", async () => {
    const { cookie, id } = await signIn(db);
    await db.updateTable("users").set({ active: false }).where("id", "=", id).execute();
    expect(await read(cookie)).toBeNull();
    await db.updateTable("users").set({ active: true }).where("id", "=", id).execute();
    expect(await read(cookie)).toBeNull();
  });

  test("AMB-A05 staff may block somebody: all their sessions end", async () => {
    const { cookie, id } = await signIn(db);
    await endAllSessions(db, id);
    expect(await read(cookie)).toBeNull();
  });

  test("a visitor who has asked for a link is nobody yet", async () => {
    const { setCookie } = await rememberVisitor(db, null, { redirect_to: "/sell/about-you" });
    expect(await read(pair(setCookie))).toMatchObject({
      user: null,
      data: { redirect_to: "/sell/about-you" },
    });
  });
});

describe("AMB-A05 how long a session lives", () => {
  test("a customer's: 30 days, and 30 more with each visit", async () => {
    const { cookie, id } = await signIn(db);
    expect(await readLife(id)).toBe(30 * 24);
    await away(id, "29 days", ["last_seen_at", "expires_at"]);
    expect(await readLife(id)).toBe(24);
    expect((await read(cookie))?.user?.id).toBe(id);
    expect(await readLife(id)).toBe(30 * 24);
    await away(id, "31 days", ["last_seen_at", "expires_at"]);
    expect(await read(cookie)).toBeNull();
  });

  test("a customer's ends 90 days after sign-in, however often they come", async () => {
    const { cookie, id } = await signIn(db);
    await away(id, "70 days", ["signed_in_at", "last_seen_at"]);
    expect((await read(cookie))?.user?.id).toBe(id);
    expect(await readLife(id)).toBe(20 * 24);
    await away(id, "19 days 23 hours", ["signed_in_at", "last_seen_at", "expires_at"]);
    expect((await read(cookie))?.user?.id).toBe(id);
    expect(await readLife(id)).toBe(1);
    await away(id, "1 hour 1 minute", ["signed_in_at", "last_seen_at", "expires_at"]);
    expect(await read(cookie)).toBeNull();
  });

  test.each([
    [59, 30 * 24],
    [61, 29 * 24],
  ])("a customer's, %i days after sign-in, has %i hours after a visit", async (days, hours) => {
    const { cookie, id } = await signIn(db);
    await away(id, `${days} days`, ["signed_in_at", "last_seen_at"]);
    await read(cookie);
    expect(await readLife(id)).toBe(hours);
  });

  test("staff's: 12 hours, whatever they do", async () => {
    const { cookie, id } = await signIn(db, { type: "admin" });
    expect(await readLife(id)).toBe(12);
    await away(id, "1 hour", ["last_seen_at", "expires_at"]);
    expect((await read(cookie))?.user?.type).toBe("admin");
    expect(await readLife(id)).toBe(11);
    await away(id, "11 hours 1 minute", ["expires_at"]);
    expect(await read(cookie)).toBeNull();
  });

  test.each([
    ["1 hour 59 minutes", true],
    ["2 hours 1 minute", false],
  ])("staff's, idle for %s: %s", async (interval, alive) => {
    const { cookie, id } = await signIn(db, { type: "admin" });
    await away(id, interval);
    expect((await read(cookie)) !== null).toBe(alive);
  });

  test("reading a page is not a write, for five minutes", async () => {
    const { cookie, id } = await signIn(db);
    const seen = () =>
      db.selectFrom("sessions").select("last_seen_at").where("user_id", "=", id).executeTakeFirst();
    const before = await seen();
    await read(cookie);
    expect(await seen()).toEqual(before);
  });
});

test.each([
  [0, true],
  [299, true],
  [300, true],
  [301, false],
])("A-036 A-037 a sign-in %i seconds ago is recent: %s", (seconds, recent) => {
  const now = new Date("2026-11-21T12:00:00Z");
  expect(isRecent(new Date(now.getTime() - seconds * 1000), now)).toBe(recent);
});

test("A-036 the time of sign-in is remembered, whatever is done since", async () => {
  const before = Date.now();
  const { cookie, id } = await signIn(db);
  const signedIn = async () => (await read(cookie))?.user?.signed_in_at.getTime() ?? NaN;
  expect(await signedIn()).toBeGreaterThanOrEqual(before - 5);
  expect(await signedIn()).toBeLessThanOrEqual(Date.now() + 5);

  const anHourAgo = new Date(before - 3_600_000);
  await db
    .updateTable("sessions")
    .set({ signed_in_at: anHourAgo, last_seen_at: anHourAgo })
    .where("user_id", "=", id)
    .execute();
  const session_id = (await read(cookie))?.user?.session_id ?? "";
  await updateOnboarding(db, session_id, { intent: "sell" });
  expect(await signedIn()).toBe(anHourAgo.getTime());
});

test("A-038 A-039 A-040 the ids of the matter stay from page to page, and are cleared together", async () => {
  const { cookie } = await signIn(db);
  const session_id = (await read(cookie))?.user?.session_id ?? "";
  const ids = {
    purchase_intent_id: "0".repeat(24),
    transaction_id: "1".repeat(24),
    property_id: "2".repeat(24),
  };
  await updateOnboarding(db, session_id, ids);
  expect((await read(cookie))?.user?.onboarding).toEqual(ids);
  await updateOnboarding(db, session_id, { intent: "buy" });
  expect((await read(cookie))?.user?.onboarding).toEqual({ intent: "buy" });

  // Within one request too: the page in answer to a form comes after its action.
  await runInRequest({ id: "1", socketAddress: "::1" }, async () => {
    await read(cookie);
    await updateOnboarding(db, session_id, ids);
    expect((await read(cookie))?.user?.onboarding).toEqual(ids);
  });
});
