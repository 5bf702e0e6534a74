import { findPurchase, findSale } from "#tests/routes/account/matters.ts";
import { aHome, answerAlone, chooseProperty } from "./support/buyer.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { readPurchases, readSales } from "./support/records.ts";
import { expectPath, fillAnswers, findAddress, press, question } from "./support/seller.ts";

test("AMB-A07 the old form of one sale does not write over another", async ({
  page,
  context,
  person,
  db,
}) => {
  const id = await signInCustomer(db, context, person);
  const b = await findSale(db, id, { line_1: "2 Newest Lane" });
  await page.goto("/welcome-back?view=sales");
  await press(page, "Sell a property");
  await page.goto("/sell/about-the-property");
  const finder = question(page, "What is the address of the property?");
  await findAddress(finder, "YO1 6EF", /^7 Bishophill Senior/);
  // What was found is kept; a page that came by a link is one that the back button can go to without scripts.
  await page.goto("/sell/about-the-property");
  await fillAnswers(page);
  await press(page, "Continue");
  await expectPath(page, "/sell/terms-and-conditions");

  const second = await context.newPage();
  await second.goto("/welcome-back?view=sales");
  await second.getByRole("button", { name: /^Continue with 2 Newest Lane/ }).click();
  await expectPath(second, "/sell/terms-and-conditions");
  await expect(second).toHaveURL(new RegExp(`sale=${b}`));

  await page.goBack();
  await page.getByLabel("What is your asking price?").fill("460,000");
  await press(page, "Continue");
  await expectPath(page, "/sell/terms-and-conditions");
  const look = async () => {
    await expect(page.getByRole("main")).toContainText("7 Bishophill Senior");
    await expect(page.getByRole("main")).toContainText("£460,000");
    await expect(second.getByRole("main")).toContainText("2 Newest Lane");
  };
  await look();
  await Promise.all([page.reload(), second.reload()]);
  await look();
  const sales = await readSales(db, person.email);
  expect(sales).toHaveLength(2);
  expect(sales.find((sale) => sale.id === b)).toMatchObject({ asking_price_pounds: 450_000 });
});

test("AMB-A07 the old form of one purchase does not write over another", async ({
  page,
  context,
  person,
  db,
}) => {
  const id = await signInCustomer(db, context, person);
  const other = await findPurchase(db, id, { terms: false });
  const home = await aHome(db, "1 First Street");
  await page.goto("/welcome-back?view=purchases");
  await press(page, "Purchase a property");
  await page.goto("/buy/about-the-property");
  await chooseProperty(page, home);
  // As with the sale: the page to come back to is one that came by a link.
  await page.goto("/buy/about-the-property");
  await page.getByLabel(home.address).check();
  await answerAlone(page);
  await expectPath(page, "/buy/terms-and-conditions");

  const second = await context.newPage();
  await second.goto("/welcome-back?view=purchases");
  await second.getByRole("button", { name: /^Continue with 1 Arch Street/ }).click();
  await expectPath(second, "/buy/terms-and-conditions");
  await expect(second).toHaveURL(new RegExp(`purchase=${other.id}`));

  await page.goBack();
  await page.getByLabel("What price have you agreed?").fill("430,000");
  await press(page, "Continue");
  await expectPath(page, "/buy/terms-and-conditions");
  await expect(page.getByRole("main")).toContainText(home.address);
  await expect(page.getByRole("main")).toContainText("£430,000");
  await second.reload();
  await expect(second.getByRole("main")).toContainText("1 Arch Street");

  const purchases = await readPurchases(db, person.email);
  expect(purchases).toHaveLength(2);
  const kept = purchases.find((purchase) => purchase.id === other.id);
  expect(kept?.property_id).toBe(other.property_id);
});
