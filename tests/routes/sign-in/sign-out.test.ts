import { expect, test, vi } from "vitest";
import { sql } from "kysely";
import { report } from "#app/observability/report.server.ts";
import { action, loader } from "#app/routes/sign-in/sign-out.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { get, post } from "#tests/support/call-route.ts";

vi.mock("#app/observability/report.server.ts", () => ({ report: vi.fn() }));

const { db } = useTestDatabase();
const listSessions = (user_id: string) =>
  db.selectFrom("sessions").selectAll().where("user_id", "=", user_id).execute();

test("signing out ends the session and its data (A-032 A-034 A-035)", async () => {
  const { cookie, id } = await signIn(db, { onboarding: { intent: "buy" } });
  expect(await listSessions(id)).toHaveLength(1);
  const answer = await post(action, {}, { path: "/sign-out", cookie });
  expect(answer).toMatchObject({ status: 303, location: "/sign-in?sign-out=true" });
  expect(answer.headers.get("Set-Cookie")).toMatch(/^sid=;.*Max-Age=0/);
  expect(await listSessions(id)).toEqual([]);
});

test("signing out clears the browser cache that the Back button reads from (A-032)", async () => {
  const { cookie } = await signIn(db);
  const { headers } = await post(action, {}, { path: "/sign-out", cookie });
  expect(headers.get("Clear-Site-Data")).toBe('"cache"');
});

test("signing out redirects to /sign-in and deletes the cookie even if the session cannot be deleted (A-033)", async () => {
  const { cookie } = await signIn(db);
  await sql`
    create function test_refuses() returns trigger language plpgsql as $$
    begin
      raise exception 'no';
    end $$`.execute(db);
  await sql`create trigger test_refuses before delete on sessions for each row execute function test_refuses()`.execute(
    db,
  );
  const answer = await post(action, {}, { path: "/sign-out", cookie });
  expect(answer).toMatchObject({ status: 303, location: "/sign-in?sign-out=true" });
  expect(answer.headers.get("Set-Cookie")).toMatch(/^sid=;.*Max-Age=0/);
  expect(report).toHaveBeenCalledOnce();
});

test("a GET of /sign-out does not sign the person out (AMB-A12)", async () => {
  const { cookie, id } = await signIn(db);
  expect(await get(loader, { path: "/sign-out", cookie })).toMatchObject({
    status: 302,
    location: "/",
  });
  expect(await listSessions(id)).toHaveLength(1);
});
