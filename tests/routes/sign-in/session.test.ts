import { expect, test } from "vitest";
import { loader } from "#app/routes/sign-in/session.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();

const ask = async (cookie = "") => {
  const request = new Request("http://localhost:3000/session", { headers: { Cookie: cookie } });
  return (await loader({ request, params: {}, context: {} })).text();
};

test("/session returns the id of the session’s user (A-032)", async () => {
  const { id, cookie } = await signIn(db);
  expect(await ask(cookie)).toBe(id);
});

test("/session returns an empty body without a session, or after it has ended (A-032)", async () => {
  expect(await ask()).toBe("");
  const { id, cookie } = await signIn(db);
  await db.deleteFrom("sessions").where("user_id", "=", id).execute();
  expect(await ask(cookie)).toBe("");
});
