import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import {
  clearedCookie,
  endSession,
  rememberVisitor,
  resumeSession,
  startSession,
} from "#app/auth/session.server.ts";
import { cookieOf } from "#tests/support/cookies.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { moveSessionsBack, read, requestWith } from "./sessions.ts";

/** Whose a session is: the cookie, and the person. */

const { db } = useTestDatabase();

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
    const [value = "", signature] = decodeURIComponent(cookieOf(set).slice(4)).split(".");
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
    expect(await endSession(db, requestWith(cookie))).toBe(cleared);
    expect(await read(cookie)).toBeNull();
    expect((await read(another.cookie))?.user?.id).toBe(another.id);
    expect(id).not.toBe(another.id);
    expect(await endSession(db, requestWith(""))).toBe(cleared);
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

  test("a visitor who has asked for a link is nobody yet", async () => {
    const { setCookie } = await rememberVisitor(db, null, { redirect_to: "/sell/about-you" });
    expect(await read(cookieOf(setCookie))).toMatchObject({
      user: null,
      data: { redirect_to: "/sell/about-you" },
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

describe("A-023 a session of a month ago", () => {
  test("is known also when it has expired, and not when it was a visitor's", async () => {
    const { cookie, id } = await signIn(db);
    await moveSessionsBack(db, id, "31 days", ["last_seen_at", "expires_at"]);
    expect(await read(cookie)).toBeNull();
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
    await moveSessionsBack(db, user_id, "31 days", ["expires_at"]);
    expect(await resumeSession(db, { id, user_id })).toBeNull();
  });
});
