import type { Page } from "@playwright/test";
import { sql } from "kysely";
import { findGroupByName } from "#app/domain/groups/create-group.server.ts";
import { readGroup } from "#app/domain/groups/read-group.server.ts";
import { insertAgent, valuer } from "#tests/support/estate-agents.ts";
import { insertGroup, newUnit } from "#tests/support/groups.ts";
import { insertLawFirm, insertLawyerGroup } from "#tests/support/solicitors.ts";
import { insertPerson } from "#tests/db/people.ts";
import type { Db } from "#db/connection.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectErrors, expectPath, heading, press, question } from "./support/seller.ts";
import { message, openDialog, row, signInStaff, unique } from "./support/staff.ts";

/** The emails that somebody is owed, by name. */
async function emailsTo(db: Db, recipient: string) {
  const rows = await db
    .selectFrom("email_log")
    .select("name")
    .where("recipient", "=", recipient)
    .orderBy("name")
    .execute();
  return rows.map((row) => row.name);
}

const LIST = "/admin/transactions-groups";

const expectDialog = (page: Page, title: string) =>
  expect(page.getByRole("dialog").getByRole("heading", { name: title, exact: true })).toBeVisible();

/** Makes one address impossible to write, as a defect of one unit would; nobody else's journey is disturbed. */
async function breakAddress(db: Db, line_1: string) {
  const name = sql.id(`break_${line_1.slice(-8)}`);
  await sql`create function ${name}() returns trigger language plpgsql as $$
    begin raise exception 'this address is broken'; end $$`.execute(db);
  await sql`create trigger ${name} before insert on addresses for each row
    when (new.line_1 = ${sql.lit(line_1)}) execute function ${name}()`.execute(db);
  return () => sql`drop function ${name}() cascade`.execute(db);
}

/** The address typed by hand, as that of a home that is not built yet. */
async function typeAddress(page: Page, line_1: string) {
  await page.getByLabel("Address line 1").fill(line_1);
  await page.getByLabel("Town or city").fill("York");
  await page.getByLabel("Postcode", { exact: true }).fill("YO30 7BN");
}

test("WF-16 a group of development units is made on a draft that survives, all or nothing (P-001 to P-057)", async ({
  page,
  context,
  db,
  person,
  inspect,
  scripts,
  anotherBrowser,
}) => {
  test.setTimeout(120_000);
  await signInStaff(db, context);
  const [name, street] = [unique("harbour mews"), unique("Elm Field")];
  const number = `97${String(Math.random()).slice(2, 8)}`;
  await insertPerson(db, person.email);

  await test.step("1. Add group begins with nothing", async () => {
    await page.goto(LIST);
    await inspect(page);
    await page.getByRole("link", { name: "Add group" }).click();
    await expect(heading(page, "Add group")).toBeVisible();
    await expect(page).toHaveURL(/\/add\?draft=[0-9a-f]{24}$/);
    await inspect(page);
  });

  await test.step("2. nothing filled in", async () => {
    await press(page, "Save and Continue");
    await expect(page.locator(".error-summary li")).toHaveText([
      "Validation failed. Please check all required fields.",
      "Transactions group name is required",
      "Representative is required",
      "Add at least one unit with its asking price",
      "Company seller is required",
    ]);
    await expect(page.getByText("The information you have entered is invalid.")).toBeVisible();
    await inspect(page);
  });

  await test.step("3. the representative: not found, taken, found", async () => {
    await page.getByLabel("Group name").fill(name);
    await press(page, "Choose representative");
    await expectDialog(page, "Representative");
    await inspect(page);
    await page.getByLabel("Search by email").fill(`nobody.${person.email}`);
    await press(page, "Find user");
    await expectErrors(page, ["User not found"]);
    await page.getByLabel("First name").fill("Rae");
    await page.getByLabel("Last name").fill("Elm");
    await page.getByLabel("Email", { exact: true }).fill(person.email);
    await page.getByLabel("Mobile number").fill("07400 123456");
    await press(page, "Add representative");
    await expectErrors(page, [
      "User with this email already exists. Use the search bar to find user.",
    ]);
    await inspect(page);
    await page.getByLabel("Search by email").fill(person.email);
    await press(page, "Find user");
    await expect(question(page, "Representative").getByText("Ada Byron")).toBeVisible();
    await expect(page.getByLabel("Group name")).toHaveValue(name);
  });

  await test.step("4. the company: not found, typed in", async () => {
    await press(page, "Choose company");
    await expectDialog(page, "Company seller");
    await page.getByLabel("Search by company number").fill(number);
    await press(page, "Find company");
    await expectErrors(page, ["Company not found"]);
    await inspect(page);
    await expect(page.getByLabel("Company number", { exact: true })).toHaveValue(number);
    await page.getByLabel("Company name").fill("Mews Homes Limited");
    await typeAddress(page, "7 Bootham Square");
    await press(page, "Save company");
    await expect(question(page, "Company seller").getByText("Mews Homes Limited")).toBeVisible();
  });

  await test.step("5. a unit is copied only when it is whole, and the copy has no number", async () => {
    await press(page, "Add unit");
    await expectDialog(page, "Add unit");
    await press(page, "Enter address manually");
    await typeAddress(page, `Plot 1, ${street}`);
    await page.getByLabel("Freehold", { exact: true }).check();
    await press(page, "Save and duplicate");
    await expectErrors(page, [
      "Asking price must be higher than £99,000 and less than £100,000,000",
    ]);
    await inspect(page);
    await page.getByLabel("Asking price").fill("325000");
    await press(page, "Save and duplicate");
    await expectDialog(page, "Edit unit 2");
    await expect(page.getByLabel("Address line 1")).toHaveValue(`Plot, ${street}`);
    await expect(page.getByLabel("Asking price")).toHaveValue("325,000");
    await page.getByLabel("Address line 1").fill(`Plot 2, ${street}`);
    await press(page, "Save unit");
    await expect(row(page, `Plot 2, ${street}`)).toContainText("£325,000");
    await press(page, "Duplicate unit 2");
    await expectDialog(page, "Edit unit 3");
    await page.getByRole("link", { name: "Cancel" }).click();
    await press(page, "Remove unit 3");
    await expect(row(page, `Plot, ${street}`)).toHaveCount(0);
    if (scripts) await expect(page.getByRole("heading", { name: "2 units" })).toBeFocused();
    await inspect(page);
  });

  await test.step("the draft waits in the list, on any device", async () => {
    const other = await anotherBrowser();
    await other.addCookies(await context.cookies());
    const elsewhere = await other.newPage();
    await elsewhere.goto(LIST);
    await row(elsewhere, name.slice(-8)).getByRole("link").first().click();
    await expect(elsewhere.getByLabel("Group name")).toHaveValue(name);
    await expect(row(elsewhere, `Plot 2, ${street}`)).toBeVisible();
    await elsewhere.goto(LIST);
    await row(elsewhere, name.slice(-8))
      .getByRole("link", { name: /^Delete/ })
      .click();
    await expectDialog(elsewhere, "Delete unfinished group");
    await inspect(elsewhere);
    await elsewhere.getByRole("link", { name: "Cancel" }).click();
    await expect(row(elsewhere, name.slice(-8))).toBeVisible();
  });

  await test.step("7. a failure makes nothing, and loses nothing", async () => {
    const mend = await breakAddress(db, `Plot 2, ${street}`);
    await press(page, "Save and Continue");
    await expect(
      page.getByText("There was an error while creating transactions group"),
    ).toBeVisible();
    await mend();
    expect(await findGroupByName(db, name)).toBeUndefined();
    await expect(page.getByText("Please go back and try again.")).toBeVisible();
    await inspect(page);
    await page.getByRole("link", { name: "Go back" }).click();
    await expect(row(page, `Plot 2, ${street}`)).toBeVisible();
  });

  await test.step("6. made, with both units; Back and a second press make no other", async () => {
    await press(page, "Save and Continue");
    await expect(heading(page, "You've successfully created a transaction group")).toBeVisible();
    await expect(page.getByRole("link", { name: new RegExp(`^Plot [12], ${street}`) })).toHaveCount(
      2,
    );
    await inspect(page);
    const id = new URL(page.url()).searchParams.get("group")!;
    expect((await readGroup(db, id)).units).toHaveLength(2);
    await page.getByRole("link", { name: "Back to transactions groups" }).click();
    await expectPath(page, LIST);
    await expect(page.getByText("Groups you have not finished")).toHaveCount(0);
  });
});

test("WF-17 an agent and solicitors are assigned to a whole group (P-058 to P-063, M-081 to M-087, L-054, L-065)", async ({
  page,
  context,
  db,
  person,
  postbox,
  inspect,
}) => {
  test.setTimeout(120_000);
  await signInStaff(db, context);
  const name = unique("Quay Court");
  const representative = { ...person, middle_name: null, phone_number: "+447400123456" };
  const { first_name, middle_name, last_name, email, phone_number } = representative;
  const { id, units } = await insertGroup(db, {
    name,
    representative: { person: { first_name, middle_name, last_name, email, phone_number } },
    units: [newUnit(1), newUnit(2), newUnit(3)],
  });
  const agent = unique("Agent");
  const valuerEmail = `val.${person.email}`;
  await insertAgent(db, {
    office: { office_name: agent },
    valuers: [valuer("Val", { email: valuerEmail })],
  });
  const firm = unique("Firm");
  const law_firm_id = await insertLawFirm(db, { name: firm });
  for (const side of ["Sellers", "Buyers"]) {
    await insertLawyerGroup(db, { name: `${firm} ${side}`, law_firm_id });
  }
  const [before] = await db
    .selectFrom("lawyer_groups")
    .select("id")
    .where("law_firm_id", "=", law_firm_id)
    .execute();
  await db
    .updateTable("transactions")
    .set({ seller_lawyer_group_id: before!.id, buyer_lawyer_group_id: before!.id })
    .where("id", "=", units[2]!)
    .execute();

  await test.step("1. the tabs", async () => {
    await page.goto(`${LIST}/${id}`);
    await expect(row(page, "Plot 3, Elm Field")).toContainText(firm);
    await inspect(page);
    await page.getByRole("link", { name: "Ops", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Step 1: assign estate agent" })).toBeVisible();
    await inspect(page);
  });

  await test.step("2. the agent, with its confirmation, and the warning afterwards", async () => {
    await press(page, "Assign estate agent");
    await expectErrors(page, ["Estate agent is required"]);
    await page.getByLabel("Estate agent", { exact: true }).selectOption({ label: agent });
    await press(page, "Assign estate agent");
    await expectDialog(page, "Assign estate agent");
    await inspect(page);
    await press(page, "Yes, assign estate agent");
    await expect(
      message(page, "You've successfully assigned an estate agent for this transaction group."),
    ).toBeVisible();
    await expect(
      page.getByText("You cannot assign a Estate Agent for this transactions group"),
    ).toBeVisible();
    await postbox.expectNames(valuerEmail, ["estate_agent_introduction"]);
    await inspect(page);
  });

  await test.step("3. the solicitors: one unit is skipped, and counted", async () => {
    await openDialog(page, "Assign solicitors", "Assign solicitors");
    await expect(page.getByLabel("Plot plan request")).toBeChecked();
    await expect(page.getByLabel("Introduction to the buyer")).toBeDisabled();
    await inspect(page);
    await page.getByLabel("Seller solicitor").selectOption({ label: `${firm} Sellers` });
    await page.getByLabel("Buyer solicitor").selectOption({ label: `${firm} Buyers` });
    await press(page, "Check and continue");
    await expect(page.getByText("1 with solicitors already")).toBeVisible();
    await expect(
      page.getByText(`Plot plan request: ${person.email} (all transactions)`),
    ).toBeVisible();
    await inspect(page);
    await press(page, "Yes, I'm sure. Assign solicitors");
    await expect(
      message(page, "You've successfully assigned solicitors for this transaction."),
    ).toBeVisible();
    await expect(
      page.getByText("Solicitors are assigned to all 3 transactions of this group."),
    ).toBeVisible();
    const emails = await emailsTo(db, person.email);
    expect(emails).toEqual(["plot_plan_request", "seller_introduction"]);
  });
});
