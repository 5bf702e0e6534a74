import { startAtPayment } from "./support/starting-points.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { expectPaidOnce, readSale, readSales } from "./support/records.ts";
import {
  acceptTerms,
  expectPath,
  fillAnswers,
  fillProperty,
  findAddress,
  GOOD_CARD,
  heading,
  linkSent,
  openCardForm,
  payWith,
  press,
  question,
  requestSignIn,
  openProperty,
} from "./support/seller.ts";

test("unfinished answers are shown on another device after signing in by email (AMB-A07, B-060, B-065, B-072) @scripts", async ({
  page,
  context,
  person,
  postbox,
  db,
  scripts,
  anotherBrowser,
}) => {
  await signInCustomer(db, context, person);
  await openProperty(page);
  await fillProperty(page, { price: "45" });
  await press(page, "Continue");
  await expect(page.locator(".error-summary")).toBeVisible();

  const other = await (await anotherBrowser()).newPage();
  await other.goto("/sell/about-the-property");
  await expectPath(other, "/sell/get-started");
  await other.goto("/sign-in");
  await requestSignIn(other, person.email);
  await expect(linkSent(other)).toBeVisible();
  await other.goto(await postbox.link(person.email));
  if (!scripts) await press(other, "Continue");
  await expect(heading(other, "Welcome back, Sam!")).toBeVisible();
  await other.goto("/sell/about-the-property");
  await expect(question(other, "What is the address of the property?")).toContainText(
    "7 Bishophill Senior",
  );
  await expect(other.getByLabel("What is your asking price?")).toHaveValue("45");
  await expect(other.getByLabel("Freehold", { exact: true })).toBeChecked();
  expect(await readSales(db, person.email)).toEqual([]);
});

test("Continue after Back changes the sale instead of creating a second one (C-090, AMB-A07)", async ({
  page,
  context,
  person,
  db,
}) => {
  await signInCustomer(db, context, person);
  await openProperty(page);
  await findAddress(
    question(page, "What is the address of the property?"),
    "YO1 6EF",
    /^7 Bishophill Senior/,
  );
  await openProperty(page);
  await fillAnswers(page);
  await page.getByRole("button", { name: "Continue", exact: true }).dblclick();
  await expectPath(page, "/sell/terms-and-conditions");
  await page.goBack();
  await expectPath(page, "/sell/about-the-property");
  await page.getByLabel("What is your asking price?").fill("460,000");
  await press(page, "Continue");
  await expect(page).toHaveURL(/\/sell\/(terms-and-conditions|about-the-property)\?/);
  if (await page.locator(".error-summary").isVisible()) {
    // The page was loaded before the sale was saved, so the first submit shows the saved values.
    await press(page, "Continue");
  }
  await acceptTerms(page);
  const sale = await readSale(db, person.email);
  expect(sale.asking_price_pounds).toBe(460_000);
});

test("a sale that is paid for in one of two tabs cannot be paid for in the other (AMB-A07) @scripts", async ({
  page,
  context,
  person,
  db,
  scripts,
}) => {
  const { sale_id } = await startAtPayment(db, context, page, person);
  const second = await context.newPage();
  await second.goto(`/sell/payment?sale=${sale_id}`);

  for (const tab of [page, second]) await openCardForm(tab, scripts);
  await payWith(page, GOOD_CARD);
  await expect(heading(page, "Payment succeeded!")).toBeVisible();
  await second.goto(`/sell/payment?sale=${sale_id}`);
  await expectPath(second, "/welcome-back");

  await expectPaidOnce(db, person.email);
});

test("a second sale starts empty, and other customers cannot open the first (F-016, A-040, AMB-A10) @scripts", async ({
  page,
  context,
  person,
  db,
  anotherBrowser,
}) => {
  const { sale_id } = await startAtPayment(db, context, page, person);

  await page.goto("/welcome-back");
  await page
    .getByRole("main")
    .getByRole("button", { name: "Sell a property" })
    .or(page.getByRole("main").getByRole("link", { name: "Sell a property" }))
    .click();
  await expectPath(page, "/sell/welcome");
  await press(page, "Start");
  await expectPath(page, "/sell/about-you");
  await press(page, "Save and continue");
  await expectPath(page, "/sell/about-the-property");
  await expect(question(page, "What is the address of the property?")).not.toContainText(
    "12 Arch Street",
  );

  const stranger = await anotherBrowser();
  const name = { ...person, email: person.email.replace("@", ".other@") };
  await signInCustomer(db, stranger, name);
  const other = await stranger.newPage();
  const refused = await other.goto(`/dashboard/sell/${sale_id}`);
  expect(refused?.status()).toBe(404);
});

test("a customer cannot open signed-in pages after signing out (F-007, A-024, A-032)", async ({
  page,
  context,
  person,
  db,
  inspect,
}) => {
  await signInCustomer(db, context, person);
  await page.goto("/welcome-back");
  await expect(
    page.getByText("There are no sales yet. Press the button below to get started."),
  ).toBeVisible();
  await inspect(page);
  await page.goto("/sign-in");
  await expectPath(page, "/welcome-back");
  await press(page, "Sign Out");
  await expectPath(page, "/sign-in");
  await expect(page.getByText("You've been signed out.").first()).toBeVisible();
  await inspect(page);
  await page.goto("/welcome-back");
  await expectPath(page, "/sign-in");
});
