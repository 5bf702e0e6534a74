import { sql } from "kysely";
import { expect, test } from "vitest";
import { rememberVisitor } from "#app/auth/session.server.ts";
import { cookieOf } from "#tests/support/cookies.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { moveSessionsBack, readSessionOf } from "./sessions.ts";

const { db } = useTestDatabase();

test("data for a visitor’s next steps is added to their existing session", async () => {
  const { setCookie, id } = await rememberVisitor(db, null, { redirect_to: "/sell/about-you" });
  const session = await readSessionOf(cookieOf(setCookie));
  const pending = { page: "sign-in", email: "sam@example.test", prevent_email: false } as const;
  expect(await rememberVisitor(db, session, { pending })).toEqual({ id, setCookie: null });
  expect((await readSessionOf(cookieOf(setCookie)))?.data).toEqual({
    onboarding: {},
    counted_invitations: [],
    redirect_to: "/sell/about-you",
    pending,
  });
});

test("a session restores all its contents from the database", async () => {
  const { setCookie } = await rememberVisitor(db, null, {});
  expect((await readSessionOf(cookieOf(setCookie)))?.data).toEqual({
    onboarding: {},
    counted_invitations: [],
  });
  for (const role of ["sell", "buy"] as const) {
    for (const page of ["sign-in", "sign-up"] as const) {
      const data = {
        onboarding: { intent: role, invitation_id: "1" },
        counted_invitations: ["3"],
        pending: { page, email: "sam@example.test", prevent_email: true, role },
        redirect_to: "/",
      };
      await rememberVisitor(db, await readSessionOf(cookieOf(setCookie)), data);
      expect((await readSessionOf(cookieOf(setCookie)))?.data).toEqual(data);
    }
  }
  await sql`update sessions set data = '{}' where user_id is null`.execute(db);
  expect((await readSessionOf(cookieOf(setCookie)))?.data).toEqual({
    onboarding: {},
    counted_invitations: [],
  });
});

test("a session keeps its time of sign-in despite later activity (A-036)", async () => {
  const { cookie, id } = await signIn(db);
  const isRecent = async () => (await readSessionOf(cookie))?.user?.signed_in_recently;
  expect(await isRecent()).toBe(true);

  await moveSessionsBack(db, id, "1 hour", ["signed_in_at", "last_seen_at"]);
  await rememberVisitor(db, await readSessionOf(cookie), { redirect_to: "/" });
  expect(await isRecent()).toBe(false);
});

test("matter ids in the data of an old session are ignored (A-038, A-039, A-040)", async () => {
  const { cookie, id } = await signIn(db);
  const data = { onboarding: { intent: "buy", transaction_id: "1", made: { sale: "2" } } };
  await db
    .updateTable("sessions")
    .set({ data: JSON.stringify(data) })
    .where("user_id", "=", id)
    .execute();
  expect((await readSessionOf(cookie))?.user?.onboarding).toEqual({ intent: "buy" });
});
