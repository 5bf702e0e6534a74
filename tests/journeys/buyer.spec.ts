import {
  acceptBuyerTerms,
  aHome,
  openPersonForm,
  chooseLender,
  expectRequired,
  fillPerson,
  fillPurchase,
  gifts,
  GIFTS,
  joint,
  lenderField,
  lookUp,
  OWNERSHIP,
} from "./support/buyer.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectEvents, readParties, readPurchase, readUser } from "./support/records.ts";
import {
  answer,
  expectErrors,
  expectPath,
  expectPrices,
  fillSignUp,
  findAddress,
  heading,
  linkSent,
  press,
  question,
} from "./support/seller.ts";
import { unfold } from "./support/unfold.ts";

const toSelect = (question: string) => `${question}: Please select an option`;
const OWNERSHIP_NAME = "Who will own the property";
const MORTGAGE_NAME = "Mortgage for this purchase";
const GIFTS_NAME = "Gifts towards the purchase";
const jo = { first_name: "Jo", last_name: "Joint", email: "jo@example.test" };

test("a joint buyer with two giftors and a mortgage, who is also selling, finishes onboarding (WF-04, D-001 to D-007, D-011 to D-016, D-029 to D-031, D-037, D-039 to D-041, D-044 to D-046, D-052 to D-054, D-061, D-063 to D-066, F-021, F-031, F-032, F-037, F-042)", async ({
  page,
  context,
  person,
  postbox,
  db,
  inspect,
  scripts,
}) => {
  const bea = { ...person, first_name: "Bea", last_name: "Buyer" };
  const home = await aHome(db);
  const dialog = page.getByRole("dialog");

  await test.step("Bea signs up, follows the link and answers the questions about herself (WF-04.1)", async () => {
    await page.goto("/buy/get-started");
    await expect(heading(page, "Get started in less than 5 minutes")).toBeVisible();
    await expect(page.getByText("Free legals and searches worth £2,500+")).toBeVisible();
    await expect(page.getByText("Buy with confidence with award-winning solicitors")).toBeVisible();
    await inspect(page);
    await fillSignUp(page, bea);
    await press(page, "Send me a magic link");
    await expect(linkSent(page)).toBeVisible();
    const link = await postbox.link(bea.email);
    expect(link).toMatch(/&role=buy$/);
    await page.goto(link);
    if (!scripts) await press(page, "Continue");
    await expectPath(page, "/buy/welcome");
    await expect(heading(page, "Welcome, Bea")).toBeVisible();
    await inspect(page);
    await page.getByRole("button", { name: "Start" }).click();
    await expect(heading(page, "About you")).toBeVisible();
    await inspect(page);
    await press(page, "Save and continue");
    await expect(page.locator(".error-summary")).toBeVisible();
    await inspect(page);
    await findAddress(question(page, "Your address"), "YO1 7HH", /^4 Minster Yard/);
    await press(page, "Save and continue");
    await expect(heading(page, "About the property")).toBeVisible();
    await expectPath(page, "/buy/about-the-property");
    await inspect(page);
  });

  await test.step("Bea finds the property (WF-04.2)", async () => {
    await expectRequired(page, scripts);
    await inspect(page);
    await press(page, "Continue");
    await expectErrors(page, [
      "Please search for an address",
      "Agreed price must be higher than £99,000 and less than £100,000,000",
      ...[OWNERSHIP_NAME, MORTGAGE_NAME, "Where your own money comes from", GIFTS_NAME].map(
        toSelect,
      ),
      ...["Linked to another sale", "First-time buyer"].map(toSelect),
      ...["Foreign currency", "Mortgage adviser"].map(toSelect),
    ]);
    await inspect(page);
    await lookUp(page, "YO1 9ZZ");
    await expectErrors(page, [
      "We couldn't find that postcode. Please check for any typos and try again. If you're sure the postcode is right, then before continuing, please contact our team at support@fanlight.example. If the seller hasn’t signed up with us yet, ask them or their estate agent to sign up first",
    ]);
    await inspect(page);
    await lookUp(page, home.postcode);
    await expect(page.getByText("1 property found")).toBeVisible();
    if (scripts) await expect(page.getByLabel(home.address)).toBeFocused();
    await inspect(page);
    await page.getByLabel("Property not listed").check();
    await fillPurchase(page, "99,000");
    await press(page, "Continue");
    await expectErrors(page, [
      "Sorry, we couldn't find your property in our database. Before you continue, please contact our team at support@fanlight.example",
      "Agreed price must be higher than £99,000 and less than £100,000,000",
      ...[OWNERSHIP_NAME, MORTGAGE_NAME, GIFTS_NAME].map(toSelect),
    ]);
    await inspect(page);
    await page.getByLabel(home.address).check();
    await page.getByLabel("What price have you agreed?").fill("440,000");
  });

  await test.step("Bea adds the other buyer (WF-04.3)", async () => {
    if (!scripts) {
      await answer(page, OWNERSHIP, "Joint");
      await press(page, "Continue");
      await expect(page.locator(".error-summary")).toContainText(
        "Please add at least one buyer if you are a joint owner",
      );
      await inspect(page);
    }
    await openPersonForm(page, scripts, joint);
    await expect(dialog.getByRole("heading", { name: "Add a buyer" })).toBeVisible();
    await inspect(page);
    await dialog.getByRole("link", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    // No one was added, so the question needs an answer again. Other answers are kept (AMB-D07).
    await expect(question(page, OWNERSHIP).getByLabel("Joint", { exact: true })).not.toBeChecked();
    await expect(page.getByLabel("What price have you agreed?")).toHaveValue("440,000");
    await expect(page.getByLabel(home.address)).toBeChecked();

    await openPersonForm(page, scripts, joint);
    await press(dialog, "Add buyer");
    await expect(page.locator(".error-summary")).toBeVisible();
    await inspect(page);
    await fillPerson(dialog, jo);
    await dialog.getByLabel("Their address is the same as mine").check();
    await press(dialog, "Add buyer");
    await expect(question(page, "Other buyers")).toContainText("Jo Joint");
    await inspect(page);
    await expect(question(page, OWNERSHIP).getByLabel("Joint", { exact: true })).toBeChecked();
  });

  await test.step("Bea answers the questions about the mortgage and the sources of funds (WF-04.4)", async () => {
    const mortgage = "Do you need a mortgage for this purchase?";
    await answer(page, mortgage, "Yes");
    await expect(lenderField(page)).toBeVisible();
    await inspect(page);
    if (scripts) {
      await lenderField(page).fill("Bank of Nowhere");
      await lenderField(page).blur();
      await expect(lenderField(page)).toHaveValue("");
    }
    await page.getByLabel("Savings from employment").uncheck();
    await page.getByLabel("Other", { exact: true }).first().check();
    await press(page, "Continue");
    await expectErrors(page, [
      toSelect("Mortgage lender"),
      "Other source of funds: Please provide details",
      toSelect(GIFTS_NAME),
    ]);
    await inspect(page);
    await chooseLender(page, scripts, "Nationwide Building Society");
    await page.getByLabel("Other", { exact: true }).first().uncheck();
    await page.getByLabel("Savings from employment").check();
  });

  await test.step("Bea adds the giftors (WF-04.5)", async () => {
    if (!scripts) {
      await answer(page, GIFTS, "Yes");
      await press(page, "Continue");
      await expectErrors(page, ["Please add at least one giftor"]);
      await inspect(page);
    }
    await openPersonForm(page, scripts, gifts);
    await expect(dialog.getByRole("heading", { name: "Add a giftor" })).toBeVisible();
    await inspect(page);
    await fillPerson(dialog, { first_name: "Gail", last_name: "Giver", email: "g@example.test" });
    await dialog.getByLabel("How much are they giving?").fill("4");
    await press(dialog, "Enter address manually");
    await dialog.getByLabel("Address line 1").fill("9 Other Road");
    await dialog.getByLabel("Town or city").fill("Leeds");
    await dialog.getByLabel("Postcode").fill("ABC");
    await press(dialog, "Add giftor");
    await expectErrors(page, [
      "Invalid postcode for the specified country. Check the postcode and the country",
      "Amount must be higher than £0",
      "Required field. Select a relationship",
    ]);
    await inspect(page);
    await dialog.getByLabel("Postcode").fill("LS1 1AA");
    await dialog.getByLabel("How much are they giving?").fill("20,000");
    await dialog.getByLabel("Parent").check();
    await press(dialog, "Add giftor");
    await expect(question(page, "Giftors")).toContainText("Gail Giver");

    await press(page, "Add another giftor");
    await fillPerson(dialog, { first_name: "Guy", last_name: "Giver", email: "g@example.test" });
    await dialog.getByLabel("Their address is the same as mine").check();
    await dialog.getByLabel("How much are they giving?").fill("5");
    await dialog.getByLabel("Other Family").check();
    await press(dialog, "Add giftor");
    await expect(question(page, "Giftors").getByRole("listitem")).toHaveCount(2);
    await inspect(page);
  });

  await test.step("Bea answers the other questions, accepts the terms and sees what is included (WF-04.6)", async () => {
    await expect(page.getByLabel("What price have you agreed?")).toHaveValue("440,000");
    await expect(page.getByLabel(home.address)).toBeChecked();
    await expect(lenderField(page)).toHaveValue("Nationwide Building Society");
    await answer(page, "Will any of the money be in a foreign currency?", "Yes");
    await expect(page.getByText("Sterling Bridge").first()).toBeVisible();
    await inspect(page);
    await press(page, "Continue");
    await expect(heading(page, "Terms and conditions")).toBeVisible();
    await expectPath(page, "/buy/terms-and-conditions");
    await expect(page.getByRole("main")).toContainText("Gail Giver, Guy Giver");
    await inspect(page);
    await press(page, "Continue");
    await expectErrors(page, ["Please accept the terms and conditions to continue"]);
    await inspect(page);
    await acceptBuyerTerms(page);
    await expect(heading(page, "What's included")).toBeVisible();
    await expectPrices(page, { "Search pack": "£400.00", "Core legal fees": "£1,850.00" });
    await expectPrices(page, { "Search pack": "£480.00", "Core legal fees": "£2,220.00" });
    await expectPrices(page, { "You pay": "£0.00" });
    await inspect(page);
  });

  const left = await context.newPage();
  await left.goto(page.url());

  await test.step("Bea finishes onboarding (WF-04.7)", async () => {
    await page.getByRole("button", { name: "Finish onboarding" }).dblclick();
    await expect(heading(page, "You're all set")).toBeVisible();
    await expectPath(page, "/buy/success");
    await inspect(page);
  });

  await test.step("finishing again in a second tab leads to the same page (WF-04.8)", async () => {
    await press(left, "Finish onboarding");
    await expectPath(left, "/buy/success");
    await left.close();
    await page.goBack();
    await expectPath(page, "/welcome-back");
  });

  await test.step("the purchase is on the dashboard (WF-04.7)", async () => {
    await page.goto("/welcome-back");
    await expect(page.getByRole("heading", { name: "Your purchases" })).toBeVisible();
    await expect(page.getByText("Information Needed")).toHaveCount(0);
    await inspect(page);
    await page.getByRole("link", { name: new RegExp(home.address) }).click();
    await expectPath(page, `/dashboard/buy/${home.transaction_id}`);
    await unfold(page);
    for (const card of ["Next steps for us", "Next steps for you"]) {
      await expect(page.getByRole("heading", { name: card })).toBeVisible();
    }
    await expect(page.getByRole("link", { name: "Email Support" })).toBeVisible();
    await inspect(page);
  });

  await test.step("the database contains the expected records, emails and events", async () => {
    const purchase = await readPurchase(db, bea.email);
    expect(purchase).toMatchObject({
      is_active: false,
      terms_accepted_at: expect.any(Date),
      terms_version: "1.0",
      property_id: home.property_id,
      agreed_price_pounds: 440_000,
      ownership_type: "Joint",
      mortgage_required_for_purchase: "yes",
      mortgage_provider: "Nationwide Building Society",
      savings_from_employment: true,
      other_funding: false,
      gifts: "yes",
      purchase_dependent_on_sale: "yes",
      first_time_buyer: "not_sure",
      is_using_foreign_currency: "yes",
      requires_mortgage_referral: "no",
    });
    const parties = await readParties(db, purchase.id);
    const none = { amount_pounds: null, relationship: null };
    const gail = { kind: "giftor", amount_pounds: 20_000, relationship: "Parent" };
    const guy = { kind: "giftor", amount_pounds: 5, relationship: "Other Family" };
    expect(parties).toEqual([
      { kind: "buyer", first_name: "Jo", postcode: "YO1 7HH", ...none },
      { first_name: "Gail", postcode: "LS1 1AA", ...gail },
      { first_name: "Guy", postcode: "YO1 7HH", ...guy },
    ]);
    expect(await readUser(db, bea.email)).toMatchObject({ active: true, first_name: "Bea" });
    await postbox.expectNames(bea.email, [
      "buyer_terms_accepted",
      "magic_link_sign_up",
      "purchase_intent_success",
    ]);
    await expectEvents(db, home.transaction_id, [
      "transaction_created",
      "purchase_intent_created",
      "buyer_terms_accepted",
      "purchase_intent_success_email_sent",
    ]);
  });
});
