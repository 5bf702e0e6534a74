import type { Page } from "@playwright/test";
import { insertPurchaseAtStage, insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { newPurchase } from "#tests/support/purchases.ts";
import { aHome, fillPerson } from "./support/buyer.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { readPurchases, readSales } from "./support/records.ts";
import { expectPath, fillAnswers, findAddress, press, question } from "./support/seller.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

test("a form left open for one sale does not overwrite another sale (AMB-A07)", async ({
  page,
  context,
  person,
  db,
}) => {
  const id = await signInCustomer(db, context, person);
  const a = await insertSaleAtStage(db, id, { line_1: "1 Oldest Lane" });
  const b = await insertSaleAtStage(db, id, { line_1: "2 Newest Lane" });
  await page.goto(`/sell/about-the-property?sale=${a}`);
  await page.getByLabel("Who is your estate agent?").selectOption({ label: "Northgate York" });
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
    await expect(page.getByRole("main")).toContainText("1 Oldest Lane");
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

test("a form left open for one purchase does not overwrite another purchase (AMB-A07)", async ({
  page,
  context,
  person,
  db,
}) => {
  const id = await signInCustomer(db, context, person);
  const other = await insertPurchaseAtStage(db, id, { terms: false });
  const home = await aHome(db, "1 First Street");
  const one = await createPurchase(db, id, newPurchase(home.property_id));
  await page.goto(`/buy/about-the-property?purchase=${one.id}`);
  await press(page, "Continue");
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

test("two tabs with two new sales each keep their property and people (AMB-A07, X-004) @scripts", async ({
  page,
  context,
  person,
  db,
  inspect,
}) => {
  await signInCustomer(db, context, person);
  const second = await context.newPage();
  const finder = (tab: Page) => question(tab, "What is the address of the property?");
  for (const [tab, code, address] of [
    [page, "YO1 6EF", /^7 Bishophill Senior/],
    [second, "YO1 7HH", /^4 Minster Yard/],
  ] as const) {
    await tab.goto("/welcome-back");
    await press(tab.getByRole("main"), "Sell a property");
    await expectPath(tab, "/sell/welcome");
    await press(tab, "Start");
    await expectPath(tab, "/sell/about-you");
    await press(tab, "Save and continue");
    await expectPath(tab, "/sell/about-the-property");
    await findAddress(finder(tab), code, address);
    await fillAnswers(tab, { anotherSeller: tab === second ? "Yes" : "No" });
  }

  await test.step("the second tab adds a seller, who does not appear in the first", async () => {
    await press(second, "Add a seller");
    const dialog = second.getByRole("dialog");
    await fillPerson(dialog, { first_name: "Olive", last_name: "Owner", email: "o@example.test" });
    await dialog.getByLabel("Their address is the same as mine").check();
    await press(dialog, "Add seller");
    await expect(question(second, "Other sellers")).toContainText("Olive Owner");
    await inspect(second);
  });

  await test.step("each tab creates the sale that it shows", async () => {
    for (const tab of [page, second]) {
      await press(tab, "Continue");
      await expectPath(tab, "/sell/terms-and-conditions");
    }
    await expect(page.getByRole("main")).toContainText("7 Bishophill Senior");
    await expect(page.getByRole("main")).not.toContainText("Olive Owner");
    await expect(second.getByRole("main")).toContainText("4 Minster Yard");
    await expect(second.getByRole("main")).toContainText("Olive Owner");
  });
  const sales = await readSales(db, person.email);
  const homes = await db
    .selectFrom("properties")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select("line_1")
    .where(
      "properties.id",
      "in",
      sales.map((sale) => sale.property_id),
    )
    .orderBy("line_1")
    .execute();
  expect(homes.map(({ line_1 }) => line_1)).toEqual(["4 Minster Yard", "7 Bishophill Senior"]);
});
