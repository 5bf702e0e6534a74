import { expect } from "@playwright/test";
import type { Db } from "#db/connection.ts";
import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { agedKey } from "#tests/support/aged-key.ts";
import { readCookie } from "#tests/support/sign-in.ts";
import { appUrl } from "./environment.ts";
import type { NewPerson } from "./fixtures.ts";
import { FormClient } from "./form-client.ts";
import { aCustomer } from "./people.ts";

export const LINK_SENT =
  "Success! We've emailed you a magic link to sign-in. It will arrive within 5 minutes.";

export async function clientOf(db: Db, person: NewPerson) {
  return new FormClient(appUrl, await readCookie(db, { id: await aCustomer(db, person) }));
}

/** Requests a sign-in link with a form that was opened long enough ago for the bot check. */
export async function askForLink(client: FormClient, email: string, path = "/sign-in") {
  await client.open(path);
  client.set("form_key", agedKey("sign-in"));
  await client.fill("Email address", email).press("Send me a magic link");
}

export const ADDRESS_OF_SALE = "What is the address of the property?";

export async function fillProperty(client: FormClient, price: string) {
  await client.open("/sell/welcome");
  await client.press("Start");
  await client.open("/sell/about-the-property");
  client.fill("Postcode or start of the address", "YO1 6EF");
  await client.press("Find address", ADDRESS_OF_SALE);
  const container = /^Show the addresses in/;
  if (client.hasButton(container)) await client.press(container);
  client.check(/^7 Bishophill Senior/);
  await client.press("Use this address");
  return client
    .check("Freehold", "What is the tenure of the property?")
    .fill("What is your asking price?", price)
    .check("I own the property", "What is your role in this sale?")
    .check("No", "Is there another seller?")
    .check("Yes", "Is there a mortgage on the property?")
    .check("Not sure", "Are you buying another property at the same time?")
    .check("Yes", "Will any of the money be in a foreign currency?")
    .check("No", "Would you like us to put you in touch with a mortgage adviser?")
    .fill("Who is your estate agent?", "Northgate York");
}

export async function clientAtPayment(db: Db, person: NewPerson) {
  const seller_id = await aCustomer(db, person);
  const sale_id = await insertSaleAtStage(db, seller_id, { terms: true });
  const client = new FormClient(appUrl, await readCookie(db, { id: seller_id }));
  await client.open(`/sell/payment?sale=${sale_id}`);
  expect(client.path).toBe("/sell/payment");
  return { client, sale_id };
}
