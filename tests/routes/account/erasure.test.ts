import { sql } from "kysely";
import { expect, test } from "vitest";
import { action } from "#app/routes/account/erasure.tsx";
import { refuseErasure } from "#app/domain/privacy/privacy-requests.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { post } from "#tests/support/visit.ts";
import { attribute, tags } from "#tests/ui/render.tsx";
import { findSale } from "./matters.ts";
import { open } from "./pages.ts";

/** The page on which somebody asks that their data be deleted (23). */

const { db } = useTestDatabase();
const PAGE = "/your-data/erasure";

async function keyFor(visitor: Visitor) {
  const { html } = await open(PAGE, visitor);
  const field = tags(html, "input").find((tag) => attribute(tag, "name") === "form_key");
  return field ? (attribute(field, "value") ?? "") : "";
}

async function ask({ cookie }: Visitor, form_key: string) {
  const answer = await post(action, { form_key }, { path: PAGE, cookie });
  return { location: answer.location, flash: await flashIn(answer) };
}

const requestsOf = ({ id }: Visitor) =>
  db.selectFrom("privacy_requests").select(["id", "status"]).where("user_id", "=", id).execute();

test("it says what goes and what stays, takes one request, and the page of their data says how it stands", async () => {
  const ada = await signIn(db);
  const { text } = await open(PAGE, ada);
  expect(text).toContain("we’ll close it and sign you out everywhere");
  expect(text).toContain("if we ever restore a backup");
  expect(text).not.toContain("ID checks");
  const key = await keyFor(ada);
  const other = await keyFor(ada);
  for (const { location, flash } of await Promise.all([ask(ada, key), ask(ada, key)])) {
    expect(location).toBe("/your-data");
    expect(flash?.title).toBe("You’ve asked us to delete your data");
  }
  expect((await ask(ada, other)).flash?.title).toBe("You’ve already asked for this");
  const [request, ...rest] = await requestsOf(ada);
  expect(rest).toEqual([]);
  const waiting = await open("/your-data", ada);
  expect(waiting.text).toMatch(
    /You asked us to delete your data on .* Someone on our team will review it/,
  );
  expect(waiting.html).not.toContain(PAGE);

  const actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "" };
  await refuseErasure(db, { reason: "Your claim is open." }, { actor }, request!.id);
  const refused = await open("/your-data", ada);
  expect(refused.text).toContain("We couldn’t do it: Your claim is open.");
  expect(refused.html).toContain(PAGE);
});

test("while a sale is under way it says which, and takes no request", async () => {
  const ada = await signIn(db);
  const key = await keyFor(ada);
  await findSale(db, ada.id, { terms: true, complete: true });
  const { text, html } = await open(PAGE, ada);
  expect(text).toContain("You can’t do this yet");
  expect(text).toContain("once these have completed or fallen through");
  expect(html).not.toContain("form_key");
  expect((await ask(ada, key)).flash).toMatchObject({
    kind: "error",
    description: expect.stringContaining("is still in progress") as string,
  });
  expect(await requestsOf(ada)).toEqual([]);
});

test("it takes a fresh sign-in, a session, and a customer", async () => {
  const ada = await signIn(db);
  const key = await keyFor(ada);
  await db
    .updateTable("sessions")
    .set({ signed_in_at: sql`now() - interval '16 minutes'` })
    .where("user_id", "=", ada.id)
    .execute();
  expect((await ask(ada, key)).location).toBe(
    "/sign-in?again=true&redirectTo=%2Fyour-data%2Ferasure",
  );
  expect((await open(PAGE)).location).toBe("/sign-in?redirectTo=%2Fyour-data%2Ferasure");
  const colleague = await signIn(db, { type: "admin" });
  expect((await open(PAGE, colleague)).text).toContain("Ask an administrator");
  expect((await ask(colleague, key)).flash?.kind).toBe("error");
  expect((await open("/your-data", colleague)).html).not.toContain(PAGE);
  expect([...(await requestsOf(ada)), ...(await requestsOf(colleague))]).toEqual([]);
});
