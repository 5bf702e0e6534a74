import type { BrowserContext } from "@playwright/test";
import { startSession } from "#app/auth/session.server.ts";
import { createActiveCustomer } from "#app/domain/people/users.server.ts";
import { createAddress } from "#app/domain/properties/addresses.server.ts";
import type { Db } from "#db/connection.ts";
import { homeAddress } from "#tests/support/sales.ts";
import { appUrl } from "./environment.ts";
import type { Somebody } from "./fixtures.ts";

/** A customer who has signed in before, and has told us where they live. */
export async function aCustomer(db: Db, person: Somebody): Promise<string> {
  const { email, first_name, last_name } = person;
  const phone_number = "+447400123456";
  const { id } = await createActiveCustomer(db, {
    email,
    first_name,
    middle_name: null,
    last_name,
    phone_number,
  });
  const correspondence_address_id = await createAddress(db, homeAddress);
  await db.updateTable("users").set({ correspondence_address_id }).where("id", "=", id).execute();
  return id;
}

/** The cookie of a new session of somebody, made as the landing of a magic link makes it. */
export async function openSession(
  db: Db,
  id: string,
  type: "admin" | "customer" = "customer",
): Promise<string> {
  const setCookie = await startSession(db, {
    user: { id, type },
    before: null,
    onboarding: {},
    counted_invitations: [],
  });
  return setCookie.split(";", 1)[0] ?? "";
}

/** Signs somebody in without an email, for journeys that begin after it. */
export async function signIn(
  db: Db,
  context: BrowserContext,
  id: string,
  type: "admin" | "customer" = "customer",
) {
  const [name = "", value = ""] = (await openSession(db, id, type)).split(/=(.*)/s);
  await context.addCookies([{ name, value, url: appUrl, httpOnly: true, sameSite: "Lax" }]);
}

/** A customer who has signed in with this browser. */
export async function signInCustomer(
  db: Db,
  context: BrowserContext,
  person: Somebody,
): Promise<string> {
  const id = await aCustomer(db, person);
  await signIn(db, context, id);
  return id;
}
