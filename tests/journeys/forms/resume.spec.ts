import { expect, test } from "../support/fixtures.ts";
import { FormClient } from "../support/form-client.ts";
import { appUrl } from "../support/environment.ts";
import { aCustomer, sessionOf } from "../support/people.ts";
import { readOrders, readSale, readSales } from "../support/records.ts";
import { agedKey } from "#tests/support/aged-key.ts";

const ADDRESS = "What is the address of the property?";

/** Everything that a sale asks, as far as the terms. */
async function fillProperty(client: FormClient, price: string) {
  await client.open("/sell/about-the-property");
  client.fill("Postcode or start of the address", "YO1 6EF");
  await client.press("Find address", ADDRESS);
  const container = /^Show the addresses in/;
  if (client.hasButton(container)) await client.press(container);
  client.check(/^7 Bishophill Senior/);
  await client.press("Use this address");
  return client
    .check("Freehold", "What is the tenure of the property?")
    .fill("What is your asking price?", price)
    .check("I own the property", "Who are you in this sale?")
    .check("No", "Is there another seller?")
    .check("Yes", "Is there a mortgage on the property?")
    .check("Not sure", "Are you buying another property with this sale?")
    .check("Yes", "Will any of the money be in a foreign currency?")
    .check("No", "Would you like us to put you in touch with a mortgage adviser?")
    .fill("Who is your estate agent?", "Northgate York");
}

async function bringToPayment(client: FormClient) {
  await (await fillProperty(client, "450,000")).press("Continue");
  expect(client.path).toBe("/sell/terms-and-conditions");
  await client.check("I have read and accept the terms and conditions").press("Continue");
  expect(client.path).toBe("/sell/payment");
}

test("AMB-A07 half an answer is there on another device, after signing in with an email (B-060, B-065, B-072)", async ({
  person,
  postbox,
  db,
}) => {
  const client = new FormClient(appUrl, await sessionOf(db, await aCustomer(db, person)));
  await (await fillProperty(client, "45")).press("Continue");
  expect(client.status).toBe(400);
  expect(client.errors).not.toEqual([]);
  expect(client.title).toMatch(/^Error: /);

  const other = await new FormClient(appUrl).open("/sell/about-the-property");
  expect(other.path).toBe("/sell/get-started");
  await other.open("/sign-in");
  other.document.querySelector<HTMLInputElement>("[name=form_key]")!.value = agedKey("sign-in");
  await other.fill("Email address", person.email).press("Send me a magic link");
  expect(other.text()).toContain("We've emailed you a magic link to sign-in.");
  await other.open(await postbox.link(person.email));
  await other.press("Continue");
  expect(other.heading).toBe("Welcome back, Sam!");
  await other.open("/sell/about-the-property");
  expect(other.text(ADDRESS)).toContain("7 Bishophill Senior");
  expect(other.valueOf("What is your asking price?")).toBe("45");
  expect(other.isChecked("Freehold", "What is the tenure of the property?")).toBe(true);
  expect(await readSales(db, person.email)).toEqual([]);
});

test("AMB-A07 two tabs answer for the same sale, and pay once", async ({ person, db }) => {
  const client = new FormClient(appUrl, await sessionOf(db, await aCustomer(db, person)));
  await bringToPayment(client);
  const second = await client.newTab().open(client.address);
  for (const tab of [client, second]) await tab.press("Pay by card on Stripe's page");
  client
    .fill("Card number", "4242 4242 4242 4242")
    .fill("Expiry (MM/YY)", "12/34")
    .fill("Security code", "123");
  await client.press("Pay £240.00");
  expect(client.heading).toBe("Payment succeeded!");
  for (const path of ["/sell/payment", "/sell/about-the-property"]) {
    await second.open(path);
    expect(second.path).toBe("/welcome-back");
  }

  const sale = await readSale(db, person.email);
  const orders = await readOrders(db, sale.id);
  expect(orders).toHaveLength(1);
  expect(orders[0]).toMatchObject({ total_amount_pence: 24_000, review: null });
  const paid = await db
    .selectFrom("events")
    .select("id")
    .where("transaction_id", "=", sale.id)
    .where("event_name", "=", "payment_successful")
    .execute();
  expect(paid).toHaveLength(1);
});

test("F-016, A-040, AMB-A10 another sale begins anew, and nobody else opens the first", async ({
  person,
  db,
}) => {
  const client = new FormClient(appUrl, await sessionOf(db, await aCustomer(db, person)));
  await bringToPayment(client);
  const first = await readSale(db, person.email);
  await client.open("/welcome-back");
  await client.press("Sell a property");
  expect(client.path).toBe("/sell/welcome");
  await client.open("/sell/about-the-property");
  expect(client.text(ADDRESS)).not.toContain("Bishophill");

  const name = { ...person, email: person.email.replace("@", ".other@") };
  const stranger = new FormClient(appUrl, await sessionOf(db, await aCustomer(db, name)));
  await stranger.open(`/dashboard/sell/${first.id}`);
  expect(stranger.status).toBe(404);
});
