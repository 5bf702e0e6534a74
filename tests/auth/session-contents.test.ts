import { sql } from "kysely";
import { expect, test } from "vitest";
import { rememberVisitor, updateOnboarding } from "#app/auth/session.server.ts";
import { runInRequest } from "#app/observability/request-context.server.ts";
import { cookieOf } from "#tests/support/cookies.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { moveSessionsBack, read } from "./sessions.ts";

/** What a session holds. */

const { db } = useTestDatabase();

test("what a visitor does next is added to their one session", async () => {
  const { setCookie, id } = await rememberVisitor(db, null, { redirect_to: "/sell/about-you" });
  const session = await read(cookieOf(setCookie));
  const pending = { page: "sign-in", email: "sam@example.test", prevent_email: false } as const;
  expect(await rememberVisitor(db, session, { pending })).toEqual({ id, setCookie: null });
  expect((await read(cookieOf(setCookie)))?.data).toEqual({
    onboarding: {},
    counted_invitations: [],
    redirect_to: "/sell/about-you",
    pending,
  });
});

test("what a session holds comes back from the database as it was put there", async () => {
  const { setCookie } = await rememberVisitor(db, null, {});
  expect((await read(cookieOf(setCookie)))?.data).toEqual({
    onboarding: {},
    counted_invitations: [],
  });
  for (const role of ["sell", "buy"] as const) {
    for (const page of ["sign-in", "sign-up"] as const) {
      const data = {
        onboarding: { intent: role, made: { sale: "1", purchase: "2" } },
        counted_invitations: ["3"],
        pending: { page, email: "sam@example.test", prevent_email: true, role },
        redirect_to: "/",
      };
      await rememberVisitor(db, await read(cookieOf(setCookie)), data);
      expect((await read(cookieOf(setCookie)))?.data).toEqual(data);
    }
  }
  await sql`update sessions set data = '{}' where user_id is null`.execute(db);
  expect((await read(cookieOf(setCookie)))?.data).toEqual({
    onboarding: {},
    counted_invitations: [],
  });
});

test("A-036 the time of sign-in is remembered, whatever is done since", async () => {
  const { cookie, id } = await signIn(db);
  const isRecent = async () => (await read(cookie))?.user?.signed_in_recently;
  expect(await isRecent()).toBe(true);

  await moveSessionsBack(db, id, "1 hour", ["signed_in_at", "last_seen_at"]);
  const session_id = (await read(cookie))?.user?.session_id ?? "";
  await updateOnboarding(db, session_id, { intent: "sell" });
  expect(await isRecent()).toBe(false);
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
