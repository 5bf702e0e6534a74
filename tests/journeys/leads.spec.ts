import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { sql } from "kysely";
import { z } from "zod";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import type { Db } from "#db/connection.ts";
import { insertAgent, valuer } from "#tests/support/estate-agents.ts";
import { failWrites } from "./support/failing-writes.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectErrors, expectPath, heading, press } from "./support/seller.ts";
import { signInStaff, uniqueName } from "./support/staff.ts";

const VAL = "val@northgate.example";
const REQUIRED = [
  "Property address is required",
  "Initial asking price is required",
  "Seller 1 name is required",
  "Seller 1 email must be valid. It should look like name@example.com",
  "Seller 1 phone is required",
];

const lead = (page: Page, number: number) =>
  page.getByRole("group", { name: `Lead ${number}`, exact: true });

async function fillLead(page: Page, number: number, address: string) {
  const fields = lead(page, number);
  await fields.getByLabel("Property address").fill(address);
  await fields.getByLabel("Initial asking price").fill("£350,000");
  await fields.getByLabel("Seller 1 name").fill("Ada Byron");
  await fields.getByLabel("Seller 1 email").fill("ada@example.test");
  await fields.getByLabel("Seller 1 phone").fill("07400 123456");
}

const storedAt = (db: Db, street: string) =>
  db
    .selectFrom("leads")
    .innerJoin("estate_agents as a", "a.id", "leads.estate_agent_id")
    .selectAll("leads")
    .select("a.office_name")
    .where("property_address", "like", `%${street}%`)
    .orderBy("property_address")
    .execute();

/** Returns a unique street name, because journeys share a database. */
const aStreet = () => `${randomBytes(4).toString("hex")} Street`;

test("the leads page shows an error for an unknown valuer’s email, and for a missing one (WF-23.1, G-061, G-062)", async ({
  page,
  inspect,
}) => {
  await page.goto("/leads/nobody@example.test");
  await expect(
    page.getByText("Failed to load valuer information. Please check the email address."),
  ).toBeVisible();
  await inspect(page);
  await page.goto("/leads");
  await expect(page.getByText("No email provided")).toBeVisible();
  await inspect(page);
});

test("a valuer sends two leads (WF-23.2 to 23.4, G-037 to G-058, G-060)", async ({
  page,
  db,
  postbox,
  inspect,
  scripts,
}) => {
  const street = aStreet();
  await page.goto(`/leads/${VAL}`);

  await test.step("the page greets the valuer with first name and office, and its only lead cannot be removed (WF-23.2)", async () => {
    await expect(heading(page, "Tell us about your leads")).toBeVisible();
    await expect(page.getByText("Hello Val.")).toContainText("Northgate York");
    await expect(page.getByText("Ridley")).toHaveCount(0);
    await expect(lead(page, 1)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
    const privacy = page.getByRole("main").getByRole("link", { name: /^privacy policy/ });
    await expect(privacy).toHaveAttribute("href", "/privacy-policy");
    await inspect(page);
  });

  await test.step("an empty lead shows five errors, and seller 2’s email is validated (WF-23.3)", async () => {
    await press(page, "Submit leads");
    await expectErrors(page, REQUIRED);
    await inspect(page);
    await fillLead(page, 1, `1 ${street}`);
    await page.getByLabel("Seller 2 email").fill("bob");
    await press(page, "Submit leads");
    await expectErrors(page, [
      "Seller 2 email must be valid. It should look like name@example.com",
    ]);
    await page.getByLabel("Seller 2 email").fill("");
  });

  await test.step("a second lead is added, removed and added again (WF-23.4)", async () => {
    await press(page, "Add another lead");
    await expect(lead(page, 2)).toBeVisible();
    await expect(page.locator(".error-summary")).toHaveCount(0);
    if (scripts) await expect(lead(page, 2).locator("legend")).toBeFocused();
    await expect(page.getByLabel("Property address").first()).toHaveValue(`1 ${street}`);
    await inspect(page);
    await fillLead(page, 2, "Somewhere else");
    await press(page, "Remove lead 1");
    await expect(lead(page, 2)).toHaveCount(0);
    await expect(page.getByLabel("Property address")).toHaveValue("Somewhere else");
    await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
    if (scripts) await expect(lead(page, 1).locator("legend")).toBeFocused();

    await fillLead(page, 1, `1 ${street}`);
    await press(page, "Add another lead");
    await fillLead(page, 2, `2 ${street}`);
    await lead(page, 2).getByLabel("How warm is this lead?").selectOption("Warm lead");
    await lead(page, 2).getByLabel("Is the client aware of Fanlight?").selectOption("No");
    await page.getByRole("button", { name: "Submit leads" }).dblclick();
    await expectPath(page, "/leads/success");
    await expect(page.getByText("Your leads have been submitted")).toBeVisible();
    await inspect(page);
  });

  expect(await storedAt(db, street)).toMatchObject([
    { office_name: "Northgate York", initial_asking_price_pounds: 350_000, lead_warmth: null },
    {
      office_name: "Northgate York",
      initial_asking_price_pounds: 350_000,
      lead_warmth: "Warm lead",
      client_aware_of_product: "No",
      seller_1_phone: "+447400123456",
      seller_2_email: null,
    },
  ]);
  await expect(async () => {
    const emails = await postbox.of("team@fanlight.example");
    const ours = emails.filter(({ TextBody }) => TextBody.includes(street));
    expect(ours.map(({ Tag, Subject }) => [Tag, Subject])).toEqual([
      ["valuer_leads_submitted", "2 new leads from Northgate York"],
    ]);
  }).toPass();
});

test("the statistics include an office’s leads (WF-23, S-007, AMB-G08)", async ({
  page,
  context,
  person,
  db,
}) => {
  const [street, office] = [aStreet(), uniqueName("Northgate")];
  const val = `val.${person.email}`;
  await insertAgent(db, {
    office: { office_name: office },
    valuers: [valuer("Val", { email: val })],
  });
  await page.goto(`/leads/${val}`);
  await fillLead(page, 1, `1 ${street}`);
  await press(page, "Add another lead");
  await fillLead(page, 2, `2 ${street}`);
  await press(page, "Submit leads");
  await expectPath(page, "/leads/success");

  await signInStaff(db, context);
  await page.goto("/admin/stats");
  await page.getByRole("link", { name: "Show More (offices)", exact: true }).click();
  const row = page
    .getByRole("table", { name: "Leads by office", exact: true })
    .getByRole("row", { name: office });
  await expect(row.getByRole("cell").last()).toHaveText("2 +2");
});

test("a failed save of leads shows an error and keeps the form (WF-23.5, G-063)", async ({
  page,
  db,
  inspect,
}) => {
  const street = aStreet();
  const mend = await failWrites(
    db,
    "leads",
    sql`new.property_address like ${sql.lit(`%${street}%`)}`,
  );
  await page.goto(`/leads/${VAL}`);
  await fillLead(page, 1, `1 ${street}`);
  await press(page, "Submit leads");
  await expect(page.locator(".error-summary")).toContainText(
    "Failed to submit leads. Please try again.",
  );
  await expect(page.getByLabel("Property address")).toHaveValue(`1 ${street}`);
  await expect(page.getByLabel("Initial asking price")).toHaveValue(/350,000/);
  await inspect(page);

  await mend();
  await press(page, "Submit leads");
  await expectPath(page, "/leads/success");
  expect(await storedAt(db, street)).toHaveLength(1);
});

test("the weekly email sends a valuer the link to the leads page (WF-23, M-056, AMB-G08)", async ({
  page,
  db,
  postbox,
}) => {
  await enqueue(db, queuedJob("weekly-leads", z.object({})), {});
  // The email is sent once a week, although this journey starts the job twice: with scripts and
  // without.
  await postbox.expectNames(VAL, ["weekly_leads"]);
  const [email] = await postbox.of(VAL);
  const link = /https?:\/\/\S+\/leads\/\S+/.exec(email?.TextBody ?? "")?.[0] ?? "";
  await page.goto(link);
  await expect(page.getByText("Hello Val.")).toBeVisible();
});

test("the twenty-first lookup of a valuer’s email address in an hour is rejected (AMB-G06, G-059)", async ({
  page,
  inspect,
}) => {
  for (let lookup = 1; lookup <= 20; lookup++) {
    const answer = await page.request.get(`/leads/guess${lookup}@example.test`);
    expect(answer.status()).toBe(404);
  }
  await page.goto(`/leads/${VAL}`);
  await expect(
    page.getByText("Too many requests. Please wait a moment and try again."),
  ).toBeVisible();
  await expect(page.getByText("Hello Val.")).toHaveCount(0);
  await inspect(page);
});
