import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendSealedLink } from "#app/auth/email-link.server.ts";
import { renderEmail } from "#app/emails/render.server.ts";
import { runInRequest } from "#app/observability/request-context.server.ts";
import { action } from "#app/routes/sign-in/sign-in.tsx";
import { emails } from "#mocks/postmark.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { post } from "#tests/support/call-route.ts";
import { person, signInForm } from "./visitor.ts";

/**
 * Every address causes the same work, because response times must not reveal who has an account
 * (AMB-B07).
 */

vi.mock("#app/observability/report.server.ts", () => ({ report: vi.fn() }));
vi.mock("#app/auth/email-link.server.ts", { spy: true });
vi.mock("#app/emails/render.server.ts", { spy: true });

const { db } = useTestDatabase();
const { state } = useDoubles(["postmark", "recaptcha"]);
beforeEach(() => emptyTables(db));
afterEach(() => void vi.restoreAllMocks());

const sql = (query: unknown) =>
  typeof query === "string" ? query : String(Reflect.get(Object(query), "text"));

/**
 * Returns the work that a link request causes: each query in order, then the number of sealed
 * links, rendered emails and emails passed to Postmark.
 */
async function workFor(email: string): Promise<string[]> {
  const queries = vi.spyOn(pg.Client.prototype, "query");
  const sent = (await state.list(emails)).length;
  vi.mocked(sendSealedLink).mockClear();
  vi.mocked(renderEmail).mockClear();
  const answer = await runInRequest({ id: "1", socketAddress: "::1" }, () =>
    post(action, signInForm({ email }), { path: "/sign-in" }),
  );
  const work = queries.mock.calls.map(([query]) => sql(query));
  queries.mockRestore();
  expect(answer.location).toBe("/sign-in?sent=true");
  work.push(`sealed ${vi.mocked(sendSealedLink).mock.calls.length}`);
  work.push(`rendered ${vi.mocked(renderEmail).mock.calls.length}`);
  work.push(`handed to Postmark ${(await state.list(emails)).length - sent}`);
  return work;
}

test("link requests for known, unknown, blocked and staff addresses cause the same queries and steps (AMB-B07 AMB-A01)", async () => {
  await signIn(db, { email: person.email });
  await signIn(db, { email: "staff@example.test", type: "admin" });
  const blocked = await signIn(db, { email: "blocked@example.test" });
  await db
    .updateTable("users")
    .set({ active: false, deactivated_at: new Date() })
    .where("id", "=", blocked.id)
    .execute();

  const known = await workFor(person.email);
  expect(known.length).toBeGreaterThan(15);
  expect(known).toContain("handed to Postmark 1");
  for (const email of ["unknown@example.test", "blocked@example.test", "staff@example.test"]) {
    expect(await workFor(email)).toEqual(known);
  }
});

test("the email for a blocked person is sent to an address that discards it (AMB-A01)", async () => {
  const { id } = await signIn(db, { email: person.email });
  await db
    .updateTable("users")
    .set({ active: false, deactivated_at: new Date() })
    .where("id", "=", id)
    .execute();
  await workFor(person.email);
  expect((await state.list(emails)).map(({ To }) => To)).toEqual([
    "test@blackhole.postmarkapp.com",
  ]);
});
