import { purchaseOf, saleOf } from "#tests/routes/account/matters.ts";
import { aHome, bringToBuyerTerms } from "./support/buyer.ts";
import { expect, test } from "./support/fixtures.ts";
import { aCustomer, signIn } from "./support/people.ts";
import { readPurchases, readSales } from "./support/records.ts";
import { expectPath, fillProperty, press } from "./support/seller.ts";

test("AMB-A07 the old form of one sale does not write over another", async ({
  page,
  context,
  person,
  db,
}) => {
  const id = await aCustomer(db, person);
  const b = await saleOf(db, id, { line_1: "2 Newest Lane" });
  await signIn(db, context, id);
  await page.goto("/welcome-back?view=sales");
  await press(page, "Sell a property");
  await page.goto("/sell/about-the-property?sale=new");
  await fillProperty(page);
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
  const id = await aCustomer(db, person);
  const other = await purchaseOf(db, id, { terms: false });
  await signIn(db, context, id);
  const home = await aHome(db, "1 First Street");
  await page.goto("/welcome-back?view=purchases");
  await press(page, "Purchase a property");
  await bringToBuyerTerms(page, home);

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
