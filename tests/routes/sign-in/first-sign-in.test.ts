import { beforeEach, expect, test } from "vitest";
import { action as askForLink } from "#app/routes/sign-in/sign-in.tsx";
import { action as authenticate } from "#app/routes/sign-in/authenticate.tsx";
import { createParticipantAccount } from "#app/domain/people/matter-access.server.ts";
import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { bea } from "#tests/support/sales.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { post } from "#tests/support/call-route.ts";
import { linkIn, person, readCookie, sentTo, signInForm } from "./visitor.ts";

/**
 * A person who was added to a matter does not need to sign up. Requesting their first sign-in link
 * creates an account, and using the link verifies their email address.
 */

const { db } = useTestDatabase();
const { state } = useDoubles(["postmark", "recaptcha"]);
beforeEach(() => emptyTables(db));

const named = { ...bea, first_name: "Huw", email: person.email };

async function nameThem(terms = true) {
  const sam = await signIn(db);
  return insertSaleAtStage(db, sam.id, {
    terms,
    complete: terms,
    change: { additional_sellers: [named] },
  });
}
const account = () =>
  db
    .selectFrom("users")
    .select(["first_name", "last_name", "active", "type"])
    .where("email", "=", person.email)
    .executeTakeFirst();

test("a person added to a sale can request a link and sign in without signing up", async () => {
  await nameThem();
  const asked = await post(askForLink, signInForm(), { path: "/sign-in" });
  expect(asked.location).toBe("/sign-in?sent=true");
  expect(await account()).toMatchObject({ first_name: "Huw", active: false, type: "customer" });
  const link = linkIn((await sentTo(state))[0]);
  const token = new URL(link).searchParams.get("token") ?? "";
  const cookie = readCookie(asked) ?? "";
  const opened = await post(authenticate, { token }, { path: "/authenticate", cookie });
  expect(opened.location).not.toMatch(/expired/);
  expect(await account()).toMatchObject({ active: true });
});

test.each([
  ["is on no matter", () => Promise.resolve("")],
  ["is on an unconfirmed sale", () => nameThem(false)],
])("requesting a link creates no account for an address that %s", async (_who, happens) => {
  await happens();
  await post(askForLink, signInForm(), { path: "/sign-in" });
  expect(await account()).toBeUndefined();
});

test("createParticipantAccount leaves the existing account of an added person unchanged", async () => {
  await signIn(db, { email: person.email, first_name: "Ann" });
  await nameThem();
  await createParticipantAccount(db, person.email.toUpperCase());
  expect(await account()).toMatchObject({ first_name: "Ann", active: true });
});
