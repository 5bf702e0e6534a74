import type { Page } from "@playwright/test";
import { sql } from "kysely";
import { findGroupByName } from "#app/domain/groups/create-group.server.ts";
import { readGroup } from "#app/domain/groups/groups.server.ts";
import { insertGroup } from "#tests/support/groups.ts";
import { insertPerson } from "#tests/db/people.ts";
import type { Db } from "#db/connection.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectEvents } from "./support/records.ts";
import { expectErrors, expectPath, heading, press, question } from "./support/seller.ts";
import { staffReader } from "#tests/support/readers.ts";
import { expectDialog, expectLongForm, row, signInStaff, uniqueName } from "./support/staff.ts";

const LIST = "/admin/transactions-groups";

/** Makes saving one address fail, without affecting other journeys. */
async function breakAddress(db: Db, line_1: string) {
  const name = sql.id(`break_${line_1.slice(-8)}`);
  await sql`create function ${name}() returns trigger language plpgsql as $$
    begin raise exception 'this address is broken'; end $$`.execute(db);
  await sql`create trigger ${name} before insert on addresses for each row
    when (new.line_1 = ${sql.lit(line_1)}) execute function ${name}()`.execute(db);
  return () => sql`drop function ${name}() cascade`.execute(db);
}

async function typeAddress(page: Page, line_1: string) {
  await page.getByLabel("Address line 1").fill(line_1);
  await page.getByLabel("Town or city").fill("York");
  await page.getByLabel("Postcode", { exact: true }).fill("YO30 7BN");
}

test("staff create a group of units from a saved draft, and either all units are created or none (WF-16, P-001 to P-057)", async ({
  page,
  context,
  db,
  person,
  inspect,
  postbox,
  scripts,
  anotherBrowser,
}) => {
  await signInStaff(db, context);
  const [name, street] = [uniqueName("harbour mews"), uniqueName("Elm Field")];
  const number = `97${String(Math.random()).slice(2, 8)}`;
  await insertPerson(db, person.email);

  await test.step("the form that adds a group starts empty (WF-16.1)", async () => {
    await page.goto(LIST);
    await inspect(page);
    await page.getByRole("link", { name: "Add group" }).click();
    await expect(heading(page, "Add group")).toBeVisible();
    await expect(page).toHaveURL(/\/add\?draft=[0-9a-f]{24}$/);
    await inspect(page);
  });

  await test.step("an empty form is rejected (WF-16.2)", async () => {
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

  await test.step("the representative is searched for, then typed in, then found (WF-16.3)", async () => {
    await page.getByLabel("Group name").fill(name);
    await press(page, "Choose representative");
    await expectLongForm(page, "Representative");
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
    await page.getByLabel("Search by email").fill("rep");
    await press(page, "Find user");
    await expectErrors(page, [
      "Please enter a valid email address. It should look like name@example.com",
    ]);
    if (scripts) await expect(page.getByLabel("First name")).toHaveValue("Rae");
    await inspect(page);
    await page.getByLabel("Search by email").fill(person.email);
    await press(page, "Find user");
    await expect(question(page, "Representative").getByText("Ada Byron")).toBeVisible();
    await expect(page.getByLabel("Group name")).toHaveValue(name);
  });

  await test.step("the company is searched for without a result, then typed in (WF-16.4)", async () => {
    await press(page, "Choose company");
    await expectLongForm(page, "Company seller");
    await press(page, "Save company");
    await expect(page.locator(".error-summary li")).not.toHaveCount(0);
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

  await test.step("only a complete unit is copied, and the copy has no number (WF-16.5)", async () => {
    await press(page, "Add unit");
    await expectLongForm(page, "Add unit");
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
    await expectLongForm(page, "Edit unit 2");
    await expect(page.getByLabel("Address line 1")).toHaveValue(`Plot, ${street}`);
    await expect(page.getByLabel("Asking price")).toHaveValue("325,000");
    await page.getByLabel("Address line 1").fill(`Plot 2, ${street}`);
    await press(page, "Save unit");
    await expect(row(page, `Plot 2, ${street}`)).toContainText("£325,000");
    await press(page, "Duplicate unit 2");
    await expectLongForm(page, "Edit unit 3");
    await page.getByRole("link", { name: "Cancel" }).click();
    await press(page, "Remove unit 3");
    await expect(row(page, `Plot, ${street}`)).toHaveCount(0);
    if (scripts) await expect(page.getByRole("heading", { name: "2 units" })).toBeFocused();
    await inspect(page);
  });

  await test.step("the draft is listed on another device too (P-024)", async () => {
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

  await test.step("a group with an existing name is rejected (WF-16.5)", async () => {
    const taken = uniqueName("taken court");
    const { id: user_id } = await insertPerson(db, `other.${person.email}`);
    await insertGroup(db, { name: taken, representative: { user_id } });
    await page.getByLabel("Group name").fill(taken);
    await press(page, "Save and Continue");
    await expect(page.locator(".error-summary li")).toHaveText([
      "Validation failed. Please check all required fields.",
      `Transactions group already exists with name "${taken}"`,
    ]);
    await inspect(page);
    await page.getByLabel("Group name").fill(name);
  });

  await test.step("if a unit cannot be saved, no group is created and all typed values are kept (WF-16.7)", async () => {
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

  await test.step("the group is created with both units, and submitting it again after Back creates no second one (WF-16.6)", async () => {
    await press(page, "Save and Continue");
    await expect(heading(page, "You've successfully created a transaction group")).toBeVisible();
    await expect(page.getByRole("link", { name: new RegExp(`^Plot [12], ${street}`) })).toHaveCount(
      2,
    );
    await inspect(page);
    const id = new URL(page.url()).searchParams.get("group")!;
    const { units } = await readGroup(db, staffReader(), id);
    expect(units).toHaveLength(2);
    for (const unit of units) await expectUnit(db, unit.id, person.email);
    expect(await postbox.of(person.email)).toEqual([]);
    await page.goto(`/admin/transactions/${units[0]!.id}`);
    await expect(page.getByText("Group Transaction", { exact: true }).first()).toBeVisible();
    await inspect(page);
    await page.goBack();
    await page.getByRole("link", { name: "Back to transactions groups" }).click();
    await expectPath(page, LIST);
    await expect(page.getByText("Your unfinished groups")).toHaveCount(0);
  });
});

async function expectUnit(db: Db, id: string, representative: string) {
  const unit = await db
    .selectFrom("transactions")
    .innerJoin("users", "users.id", "transactions.seller_id")
    .selectAll("transactions")
    .select("email")
    .where("transactions.id", "=", id)
    .executeTakeFirstOrThrow();
  expect(unit).toMatchObject({
    type: "development",
    customer_type: "representative",
    email: representative,
    has_mortgage: "no",
    onward_purchase: "no",
    is_using_foreign_currency: "no",
    requires_mortgage_referral: "no",
  });
  expect(unit.terms_accepted_at).not.toBeNull();
  expect(unit.company_seller_id).not.toBeNull();
  const items = await db
    .selectFrom("order_items")
    .innerJoin("orders", "orders.id", "order_items.order_id")
    .select("product_price_pence")
    .where("orders.transaction_id", "=", id)
    .execute();
  expect(items).toEqual([{ product_price_pence: 0 }, { product_price_pence: 0 }]);
  await expectEvents(db, id, ["transaction_created", "handler_assigned"]);
}
