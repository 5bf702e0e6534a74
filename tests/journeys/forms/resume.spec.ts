import { appUrl } from "../support/environment.ts";
import { expect, test } from "../support/fixtures.ts";
import { FormClient } from "../support/form-client.ts";
import {
  ADDRESS_OF_SALE,
  askForLink,
  clientAtPayment,
  clientOf,
  fillProperty,
  LINK_SENT,
} from "../support/form-steps.ts";
import { expectPaidOnce, readSales } from "../support/records.ts";

test("unfinished answers are shown on another device after signing in by email (AMB-A07, B-060, B-065, B-072)", async ({
  person,
  postbox,
  db,
}) => {
  const client = await clientOf(db, person);
  await (await fillProperty(client, "45")).press("Continue");
  expect(client.status).toBe(400);
  expect(client.errors).not.toEqual([]);
  expect(client.title).toMatch(/^Error: /);

  const other = await new FormClient(appUrl).open("/sell/about-the-property");
  expect(other.path).toBe("/sell/get-started");
  await askForLink(other, person.email);
  expect(other.text()).toContain(LINK_SENT);
  await other.open(await postbox.link(person.email));
  await other.press("Continue");
  expect(other.heading).toBe("Welcome back, Sam!");
  await other.open("/sell/about-the-property");
  expect(other.text(ADDRESS_OF_SALE)).toContain("7 Bishophill Senior");
  expect(other.valueOf("What is your asking price?")).toBe("45");
  expect(other.isChecked("Freehold", "What is the tenure of the property?")).toBe(true);
  expect(await readSales(db, person.email)).toEqual([]);
});

test("a sale that is paid for in one of two tabs cannot be paid for in the other (AMB-A07)", async ({
  person,
  db,
}) => {
  const { client, sale_id } = await clientAtPayment(db, person);
  const second = await client.newTab().open(client.address);
  for (const tab of [client, second]) await tab.press("Pay by card on Stripe's page");
  client
    .fill("Card number", "4242 4242 4242 4242")
    .fill("Expiry (MM/YY)", "12/34")
    .fill("Security code", "123");
  await client.press("Pay £240.00");
  expect(client.heading).toBe("Payment succeeded!");
  await second.open(`/sell/payment?sale=${sale_id}`);
  expect(second.path).toBe("/welcome-back");

  await expectPaidOnce(db, person.email);
});

test("a second sale starts empty, and other customers cannot open the first (F-016, A-040, AMB-A10)", async ({
  person,
  db,
}) => {
  const { client, sale_id } = await clientAtPayment(db, person);
  await client.open("/welcome-back");
  await client.press("Sell a property");
  expect(client.path).toBe("/sell/welcome");
  await client.press("Start");
  await client.open("/sell/about-the-property");
  expect(client.text(ADDRESS_OF_SALE)).not.toContain("12 Arch Street");

  const name = { ...person, email: person.email.replace("@", ".other@") };
  const stranger = await clientOf(db, name);
  await stranger.open(`/dashboard/sell/${sale_id}`);
  expect(stranger.status).toBe(404);
});
