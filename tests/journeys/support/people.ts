import type { BrowserContext } from "@playwright/test";
import { createAddress } from "#app/domain/shared/address.server.ts";
import type { Db } from "#db/connection.ts";
import { homeAddress } from "#tests/support/sales.ts";
import { readCookie } from "#tests/support/sign-in.ts";
import { appUrl } from "./environment.ts";
import type { NewPerson } from "./fixtures.ts";

/** Creates a customer who has signed in before and has given an address. */
export async function aCustomer(db: Db, person: NewPerson): Promise<string> {
  const { email, first_name, last_name } = person;
  const phone_number = "+447400123456";
  const correspondence_address_id = await createAddress(db, homeAddress);
  const { id } = await db
    .insertInto("users")
    .values({ email, first_name, last_name, phone_number, correspondence_address_id, active: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Signs a person in without an email, for journeys that begin after signing in. */
export async function signIn(
  db: Db,
  context: BrowserContext,
  id: string,
  type: "admin" | "customer" = "customer",
) {
  const [name = "", value = ""] = (await readCookie(db, { id, type })).split(/=(.*)/s);
  await context.addCookies([{ name, value, url: appUrl, httpOnly: true, sameSite: "Lax" }]);
}

export async function signInCustomer(
  db: Db,
  context: BrowserContext,
  person: NewPerson,
): Promise<string> {
  const id = await aCustomer(db, person);
  await signIn(db, context, id);
  return id;
}
