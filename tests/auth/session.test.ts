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
import { moveSessionsBack, readSessionOf, requestWith } from "./sessions.ts";

const { db } = useTestDatabase();

describe("the session cookie", () => {
  test("the session cookie is signed and hidden from scripts, and contains only a random id that the database does not store (A-021)", async () => {
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
    "the cookie %j has no session (A-021)",
    async (cookie) => {
      expect(await readSessionOf(cookie)).toBeNull();
    },
  );

  test("the session cookie is limited to this host and to https if the site uses https (A-021)", async () => {
    vi.resetModules();
    vi.stubEnv("APP_URL", "https://fanlight.example");
    const sessions = await import("#app/auth/session.server.ts");
    expect(await sessions.clearedCookie()).toBe(
      "__Host-sid=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
  });

  test("signing out clears the session cookie and ends only that session (A-032)", async () => {
    const { cookie, id } = await signIn(db);
    const another = await signIn(db);
    const cleared = "sid=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax";
    expect(await clearedCookie()).toBe(cleared);
    expect(await endSession(db, requestWith(cookie))).toBe(cleared);
    expect(await readSessionOf(cookie)).toBeNull();
    expect((await readSessionOf(another.cookie))?.user?.id).toBe(another.id);
    expect(id).not.toBe(another.id);
    expect(await endSession(db, requestWith(""))).toBe(cleared);
  });

  test("a session cookie that was tampered with is rejected (A-021)", async () => {
    const { cookie } = await signIn(db);
    expect((await readSessionOf(cookie))?.user).not.toBeNull();
    const changed = cookie.replace(/^sid=(.)/, (_all, first) => `sid=${first === "I" ? "J" : "I"}`);
    expect(await readSessionOf(changed === cookie ? `${cookie}x` : changed)).toBeNull();
  });
});

describe("the user of a session", () => {
  test("the user is read from the database for each request (A-031)", async () => {
    const { cookie, id, email } = await signIn(db, { first_name: "Sam" });
    expect((await readSessionOf(cookie))?.user).toMatchObject({
      id,
      email,
      type: "customer",
      first_name: "Sam",
    });
    await db.updateTable("users").set({ first_name: "Samantha" }).where("id", "=", id).execute();
    expect((await readSessionOf(cookie))?.user).toMatchObject({ first_name: "Samantha" });
  });

  test("an inactive user’s session is ended permanently (A-023, AMB-A02)", async () => {
    const { cookie, id } = await signIn(db);
    await db.updateTable("users").set({ active: false }).where("id", "=", id).execute();
    expect(await readSessionOf(cookie)).toBeNull();
    await db.updateTable("users").set({ active: true }).where("id", "=", id).execute();
    expect(await readSessionOf(cookie)).toBeNull();
  });

  test("a session of a visitor who has requested a link has no user", async () => {
    const { setCookie } = await rememberVisitor(db, null, { redirect_to: "/sell/about-you" });
    expect(await readSessionOf(cookieOf(setCookie))).toMatchObject({
      user: null,
      data: { redirect_to: "/sell/about-you" },
    });
  });

  test("a user counts as invited once they have opened an invitation, not when it is only sent", async () => {
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
    const invited = async ({ cookie }: { cookie: string }) =>
      (await readSessionOf(cookie))?.user?.invited;
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

describe("a session for a copy of the submit that started it (AMB-A06)", () => {
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

  test("a copy of the submit resumes the same session", async () => {
    const { id, user_id, setCookie } = await start();
    expect(await resumeSession(db, { id, user_id })).toBe(setCookie);
  });

  test("a copy of the submit is refused for another person or id, and for an expired session", async () => {
    const { id, user_id } = await start();
    const other = await signIn(db);
    expect(await resumeSession(db, { id, user_id: other.id })).toBeNull();
    expect(await resumeSession(db, { id: "another", user_id })).toBeNull();
    await moveSessionsBack(db, user_id, "31 days", ["expires_at"]);
    expect(await resumeSession(db, { id, user_id })).toBeNull();
  });
});
