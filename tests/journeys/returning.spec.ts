import type { Page } from "@playwright/test";
import { insertPurchaseAtStage, insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { gail, newPurchase } from "#tests/support/purchases.ts";
import { giveRoles } from "#tests/support/sign-in.ts";
import {
  acceptBuyerTerms,
  aHome,
  openPersonForm,
  buyAlone,
  chooseProperty,
  fillPerson,
  fillPurchase,
  joint,
} from "./support/buyer.ts";
import { expect, test } from "./support/fixtures.ts";
import { aCustomer, signIn, signInCustomer } from "./support/people.ts";
import { readEventNames, readPurchases, readSales } from "./support/records.ts";
import {
  expectPath,
  heading,
  linkSent,
  press,
  question,
  requestSignIn,
  openProperty,
} from "./support/seller.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

test("a returning customer sees all sales and purchases and continues each (WF-05, B-069, F-001, F-003 to F-009, F-011 to F-018, F-020, F-021, A-024, A-040, AMB-A10)", async ({
  page,
  person,
  postbox,
  db,
  inspect,
  scripts,
  anotherBrowser,
}) => {
  const id = await aCustomer(db, person);
  const a = await insertSaleAtStage(db, id, {
    terms: true,
    complete: true,
    line_1: "1 Oldest Lane",
  });
  const b = await insertSaleAtStage(db, id, { terms: true, line_1: "2 Newest Lane" });
  await insertPurchaseAtStage(db, id, { terms: false });
  const before = [await readEventNames(db, a), await readEventNames(db, b)];

  await test.step("the link in the email contains no role (WF-05.1)", async () => {
    await page.goto("/sign-in");
    await requestSignIn(page, person.email);
    await expect(linkSent(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Send email again" })).toBeVisible();
    const link = await postbox.link(person.email);
    expect(new URL(link).searchParams.has("role")).toBe(false);
    await page.goto(link);
    if (!scripts) await press(page, "Continue");
    await expectPath(page, "/welcome-back");
    await expect(heading(page, "Welcome back, Sam!")).toBeVisible();
  });

  const show = (kind: "Sales" | "Purchases") =>
    page.getByRole("main").getByRole("link", { name: kind, exact: true }).click();

  await test.step("the latest sale is a card, and the earlier one is listed as previous (WF-05.2)", async () => {
    await show("Sales");
    await expect(page.getByRole("heading", { name: "Your sales" })).toBeVisible();
    const latest = page.getByRole("region", { name: /^2 Newest Lane/ });
    await expect(latest).toContainText("Information Needed");
    const previous = page.getByRole("region", { name: "Previous" });
    await expect(previous).toContainText("1 Oldest Lane");
    await expect(previous).toContainText("Archived");
    await expect(page.getByRole("link", { name: "Show Archived" })).toHaveCount(0);
    await inspect(page);
    await show("Purchases");
    await expect(page.getByRole("heading", { name: "Your purchases" })).toBeVisible();
    await expect(page.getByText("Information Needed")).toHaveCount(1);
    await inspect(page);
  });

  await test.step("each sale or purchase continues at its step (WF-05.3)", async () => {
    await page.getByRole("button", { name: /^Continue with 1 Arch Street/ }).click();
    await expectPath(page, "/buy/terms-and-conditions");
    await page.goto("/welcome-back?view=sales");
    await page.getByRole("button", { name: /^Continue with 2 Newest Lane/ }).click();
    await expectPath(page, "/sell/payment");
    await page.goto("/welcome-back?view=sales");
    await page.getByRole("link", { name: /^Open 1 Oldest Lane/ }).click();
    await expectPath(page, `/dashboard/sell/${a}`);
  });

  await test.step("a new sale or purchase starts empty (WF-05.4)", async () => {
    for (const [button, role] of [
      ["Sell a property", "sell"],
      ["Purchase a property", "buy"],
    ] as const) {
      await page.goto("/welcome-back");
      await press(page, button);
      await expectPath(page, `/${role}/welcome`);
      await startAnother(page, role);
      await expect(page.locator("input[name=version][type=hidden]").first()).toHaveValue("0");
    }
  });

  await test.step("a customer without a sale or purchase sees an empty page (WF-05.5)", async () => {
    const nobody = await anotherBrowser();
    const other = { ...person, email: `nobody.${person.email}` };
    await signInCustomer(db, nobody, other);
    const empty = await nobody.newPage();
    await empty.goto("/welcome-back");
    await expect(
      empty.getByText("There are no sales yet. Press the button below to get started."),
    ).toBeVisible();
    await inspect(empty);
  });

  await test.step("staff who have sales can show their earlier ones (WF-05.6)", async () => {
    const office = await anotherBrowser();
    const ada = await aCustomer(db, { ...person, email: `ada.${person.email}` });
    await db.updateTable("users").set({ type: "admin" }).where("id", "=", ada).execute();
    await giveRoles(db, ada, ["handler"]);
    await insertSaleAtStage(db, ada, { line_1: "1 Test Lane" });
    await insertSaleAtStage(db, ada, { line_1: "2 Test Lane" });
    await signIn(db, office, ada, "admin");
    const staff = await office.newPage();
    await staff.goto("/welcome-back");
    await expect(staff.getByText("1 Test Lane")).toHaveCount(0);
    await staff.getByRole("link", { name: "Show Archived" }).click();
    await expect(staff.getByRole("heading", { name: /^1 Test Lane/ })).toBeVisible();
    await inspect(staff);
    await staff.getByRole("link", { name: "Hide Archived" }).click();
    await expect(staff.getByText("1 Test Lane")).toHaveCount(0);
  });

  await test.step("the customer signs out (WF-05.7)", async () => {
    await page.goto("/sign-in");
    await expectPath(page, "/welcome-back");
    await press(page, "Sign Out");
    await expectPath(page, "/sign-in");
    await expect(page.getByText("You've been signed out.").first()).toBeVisible();
    await page.goto("/welcome-back");
    await expectPath(page, "/sign-in");
  });

  await postbox.expectNames(person.email, [
    "magic_link_sign_in",
    "seller_terms_accepted",
    "seller_terms_accepted",
  ]);
  expect((await readSales(db, person.email)).map((sale) => sale.id)).toEqual([a, b]);
  expect(await readPurchases(db, person.email)).toHaveLength(1);
  expect([await readEventNames(db, a), await readEventNames(db, b)]).toEqual(before);
});

test("an unfinished purchase is shown on another device, with its property and people (AMB-A07) @scripts", async ({
  page,
  context,
  person,
  db,
  scripts,
  anotherBrowser,
}) => {
  const id = await signInCustomer(db, context, person);
  const home = await aHome(db);
  await openProperty(page, "buy");
  await chooseProperty(page, home);
  await fillPurchase(page, "44");
  await openPersonForm(page, scripts, joint);
  const dialog = page.getByRole("dialog");
  await fillPerson(dialog, { first_name: "Jo", last_name: "Joint", email: "jo@example.test" });
  await dialog.getByLabel("Their address is the same as mine").check();
  await press(dialog, "Add buyer");
  await expect(question(page, "Other buyers")).toContainText("Jo Joint");
  await press(page, "Continue");
  await expect(page.locator(".error-summary")).toBeVisible();

  const device = await anotherBrowser();
  await signIn(db, device, id);
  const other = await device.newPage();
  await other.goto("/buy/about-the-property");
  await expect(other.getByLabel(home.address)).toBeChecked();
  await expect(other.getByLabel("What price have you agreed?")).toHaveValue("44");
  await expect(other.getByLabel("Savings from employment")).toBeChecked();
  await expect(question(other, "Other buyers")).toContainText("Jo Joint");
  expect(await readPurchases(db, person.email)).toEqual([]);
});

test("two tabs with two purchases do not mix up their answers (AMB-A07, D-061, D-065, AMB-D13) @scripts", async ({
  page,
  context,
  person,
  db,
}) => {
  const id = await signInCustomer(db, context, person);
  const [one, two] = [await aHome(db, "1 First Street"), await aHome(db, "2 Second Street")];
  const first = await createPurchase(db, id, newPurchase(one.property_id));
  await page.goto(`/buy/terms-and-conditions?purchase=${first.id}`);
  const giver = await context.newPage();
  await giver.goto(`/buy/about-the-property/giftors/add?purchase=${first.id}`);

  const other = await createPurchase(db, id, newPurchase(two.property_id));
  const second = await context.newPage();
  await second.goto(`/buy/terms-and-conditions?purchase=${other.id}`);

  const dialog = giver.getByRole("dialog");
  await fillPerson(dialog, { first_name: "Gail", last_name: "Giver", email: "g@example.test" });
  await dialog.getByLabel("Their address is the same as mine").check();
  await dialog.getByLabel("How much are they giving?").fill("20,000");
  await dialog.getByLabel("Parent").check();
  await press(dialog, "Add giftor");
  await expect(question(giver, "Giftors")).toContainText("Gail Giver");
  await expect(giver.getByLabel(one.address)).toBeChecked();
  await press(giver, "Continue");
  await expectPath(giver, "/buy/terms-and-conditions");
  await expect(giver.getByRole("main")).toContainText("Gail Giver");

  await acceptBuyerTerms(second);
  await expect(second.getByRole("main")).toContainText(two.address);

  // Gail was added in the other tab, so this tab can’t accept the terms for answers that it doesn’t
  // show.
  await page.getByLabel("I have read and accept the terms and conditions").check();
  await press(page, "Continue");
  await expect(page.getByText("Your answers have changed").first()).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Gail Giver");
  await acceptBuyerTerms(page);
  await expect(page.getByRole("main")).toContainText(one.address);
  await press(second, "Finish onboarding");
  await expect(second.getByRole("link", { name: "View your purchase" })).toHaveAttribute(
    "href",
    `/dashboard/buy/${two.transaction_id}`,
  );
  await press(page, "Finish onboarding");
  await expect(page.getByRole("link", { name: "View your purchase" })).toHaveAttribute(
    "href",
    `/dashboard/buy/${one.transaction_id}`,
  );

  const purchases = await readPurchases(db, person.email);
  expect(purchases).toMatchObject([
    { property_id: one.property_id, gifts: "yes", terms_version: "1.0" },
    { property_id: two.property_id, gifts: "no", terms_version: "1.0" },
  ]);
  const parties = await db
    .selectFrom("parties")
    .select(["first_name", "purchase_intent_id"])
    .where("purchase_intent_id", "in", [purchases[0]!.id, purchases[1]!.id])
    .execute();
  expect(parties).toEqual([{ first_name: "Gail", purchase_intent_id: purchases[0]!.id }]);
});

async function startAnother(page: Page, role: "sell" | "buy") {
  await press(page, "Start");
  await expectPath(page, `/${role}/about-you`);
  await press(page, "Save and continue");
  await expectPath(page, `/${role}/about-the-property`);
}

test("a second purchase does not ask again about the buyer, and continues with its property (C-043, WCAG 3.3.7, AMB-D12)", async ({
  page,
  context,
  person,
  db,
  scripts,
  inspect,
}) => {
  const id = await signInCustomer(db, context, person);
  const [one, two] = [await aHome(db, "1 First Street"), await aHome(db, "2 Second Street")];
  await createPurchase(db, id, newPurchase(one.property_id, { gifts: "yes", giftors: [gail] }));
  const dialog = page.getByRole("dialog");

  await page.goto("/welcome-back");
  await press(page, "Purchase a property");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Sam");
  await expect(question(page, "Your address")).toContainText("4 Castle Lane");
  await press(page, "Save and continue");
  await expectPath(page, "/buy/about-the-property");
  await chooseProperty(page, two);
  await openPersonForm(page, scripts, joint);
  await dialog.getByRole("link", { name: "Gail Giver" }).click();
  await expect(dialog.getByLabel("First name")).toHaveValue("Gail");
  await expect(dialog.getByLabel("Email address")).toHaveValue(gail.email);
  await expect(dialog).toContainText("4 Castle Lane");
  await inspect(page);
  await press(dialog, "Add buyer");
  await expect(question(page, "Other buyers")).toContainText("Gail Giver");
  await expect(page.getByLabel(two.address)).toBeChecked();

  await page.goto("/welcome-back");
  await press(page, "Purchase a property");
  await expectPath(page, "/buy/welcome");
  await startAnother(page, "buy");
  await buyAlone(page, one);
  await expect(page.getByText("You’ve already started buying this property").first()).toBeVisible();
  await expectPath(page, "/buy/about-the-property");
  await expect(page.getByLabel(one.address)).toBeChecked();
  await press(page, "Continue");
  await expectPath(page, "/buy/terms-and-conditions");
  expect(await readPurchases(db, person.email)).toHaveLength(1);
});
