import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import {
  clearedCookie,
  endAllSessions,
  endSession,
  isRecent,
  readLastUserId,
  readSession,
  rememberVisitor,
  resumeSession,
  startSession,
  updateOnboarding,
} from "#app/auth/session.server.ts";
import { runInRequest } from "#app/observability/request-context.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();

const request = (cookie: string) =>
  new Request("http://localhost:3000/", { headers: { Cookie: cookie } });
const read = (cookie: string) => readSession(request(cookie));
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
    expect(set).toMatch(/^sid=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
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
      expect(await readLastUserId(db, request(cookie))).toBeNull();
    },
  );

  test("A-021 over https it is for this host and for https alone", async () => {
    vi.resetModules();
    vi.stubEnv("APP_URL", "https://fanlight.example");
    const sessions = await import("#app/auth/session.server.ts");
    expect(await sessions.clearedCookie()).toBe(
      "__Host-sid=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
  });

  test("A-032 signing out takes it away, and the session with it", async () => {
    const { cookie, id } = await signIn(db);
    const another = await signIn(db);
    const cleared = "sid=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax";
    expect(await clearedCookie()).toBe(cleared);
    expect(await endSession(db, request(cookie))).toBe(cleared);
    expect(await read(cookie)).toBeNull();
    expect(await readLastUserId(db, request(cookie))).toBeNull();
    expect((await read(another.cookie))?.user?.id).toBe(another.id);
    expect(id).not.toBe(another.id);
    expect(await endSession(db, request(""))).toBe(cleared);
  });

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

  test("AMB-A05 staff may block somebody: all their sessions end, and nobody else's", async () => {
    const { cookie, id } = await signIn(db);
    const other = await signIn(db);
    await endAllSessions(db, id);
    expect(await read(cookie)).toBeNull();
    expect((await read(other.cookie))?.user?.id).toBe(other.id);
  });

  test("a visitor who has asked for a link is nobody yet", async () => {
    const { setCookie } = await rememberVisitor(db, null, { redirect_to: "/sell/about-you" });
    expect(await read(pair(setCookie))).toMatchObject({
      user: null,
      data: { redirect_to: "/sell/about-you" },
    });
  });

  test("what a visitor does next is added to their one session", async () => {
    const { setCookie, id } = await rememberVisitor(db, null, { redirect_to: "/sell/about-you" });
    const session = await read(pair(setCookie));
    const pending = { page: "sign-in", email: "sam@example.test", prevent_email: false } as const;
    expect(await rememberVisitor(db, session, { pending })).toEqual({ id, setCookie: null });
    expect((await read(pair(setCookie)))?.data).toEqual({
      onboarding: {},
      counted_invitations: [],
      redirect_to: "/sell/about-you",
      pending,
    });
  });

  test("who came by an invitation is told from who was only sent one", async () => {
    const staff = await signIn(db, { type: "admin" });
    const [sam, other] = [await signIn(db), await signIn(db)];
    await db
      .insertInto("invitations")
      .values({
        user_id: sam.id,
        invited_by: staff.id,
        role: "sell",
        new_user: true,
        status: "sent",
        token_hash: randomUUID(),
      })
      .execute();
    const invited = async ({ cookie }: { cookie: string }) => (await read(cookie))?.user?.invited;
    expect(await invited(sam)).toBe(false);
    await db
      .updateTable("invitations")
      .set({ link_click_count: 1 })
      .where("user_id", "=", sam.id)
      .execute();
    expect(await invited(sam)).toBe(true);
    expect(await invited(other)).toBe(false);
  });
});

test("what a session holds comes back from the database as it was put there", async () => {
  const { setCookie } = await rememberVisitor(db, null, {});
  expect((await read(pair(setCookie)))?.data).toEqual({ onboarding: {}, counted_invitations: [] });
  for (const role of ["sell", "buy"] as const) {
    for (const page of ["sign-in", "sign-up"] as const) {
      const data = {
        onboarding: { intent: role, made: { sale: "1", purchase: "2" } },
        counted_invitations: ["3"],
        pending: { page, email: "sam@example.test", prevent_email: true, role },
        redirect_to: "/",
      };
      await rememberVisitor(db, await read(pair(setCookie)), data);
      expect((await read(pair(setCookie)))?.data).toEqual(data);
    }
  }
  await sql`update sessions set data = '{}' where user_id is null`.execute(db);
  expect((await read(pair(setCookie)))?.data).toEqual({ onboarding: {}, counted_invitations: [] });
});

describe("A-023 whose a session was", () => {
  test("is known also when it has expired, and not when it was a visitor's", async () => {
    const { cookie, id } = await signIn(db);
    await away(id, "31 days", ["last_seen_at", "expires_at"]);
    expect(await read(cookie)).toBeNull();
    expect(await readLastUserId(db, request(cookie))).toBe(id);
    const { setCookie } = await rememberVisitor(db, null, {});
    expect(await readLastUserId(db, request(pair(setCookie)))).toBeNull();
  });
});

describe("AMB-A06 a session for a copy of the press that started it", () => {
  const start = async () => {
    const id = randomUUID();
    const user = await signIn(db);
    const setCookie = await startSession(db, {
      user: { id: user.id, type: "customer" },
      before: null,
      onboarding: {},
      counted_invitations: [],
      id,
    });
    return { id, user_id: user.id, setCookie };
  };

  test("is the same one", async () => {
    const { id, user_id, setCookie } = await start();
    expect(await resumeSession(db, { id, user_id })).toBe(setCookie);
  });

  test("is none for another person, with another id, or when it has expired", async () => {
    const { id, user_id } = await start();
    const other = await signIn(db);
    expect(await resumeSession(db, { id, user_id: other.id })).toBeNull();
    expect(await resumeSession(db, { id: "another", user_id })).toBeNull();
    await away(user_id, "31 days", ["expires_at"]);
    expect(await resumeSession(db, { id, user_id })).toBeNull();
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

  test.each([
    ["4 minutes 50 seconds", false],
    ["5 minutes 1 second", true],
  ])("reading a page %s after the last is a write: %s", async (interval, written) => {
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
    await away(id, interval);
    await away(other.id, interval);
    const before = [await seen(id), await seen(other.id)];
    await read(cookie);
    expect([(await seen(id)) > before[0]!, (await seen(other.id)) > before[1]!]).toEqual([
      written,
      false,
    ]);
  });

  test("a visitor's: a day from asking for a link, however often they look", async () => {
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
    expect(await read(pair(setCookie))).not.toBeNull();
    expect(await life()).toEqual({ minutes: 60 });
    await sql`update sessions set expires_at = now() where id_hash = ${id}`.execute(db);
    expect(await read(pair(setCookie))).toBeNull();
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
