import { expect, test } from "./support/fixtures.ts";
import {
  expectEvents,
  letLimitsPass,
  readOrders,
  readPayment,
  readSale,
  readUser,
} from "./support/records.ts";
import {
  acceptTerms,
  answer,
  DECLINED_CARD,
  expectErrors,
  expectPath,
  expectPrices,
  fillAnswers,
  fillSignUp,
  findAddress,
  GOOD_CARD,
  heading,
  linkSent,
  openCardForm,
  payWith,
  press,
  question,
} from "./support/seller.ts";
import { unfold } from "./support/unfold.ts";

test("a seller signs up, answers the questions, accepts the terms, pays by card and sees the sale (WF-01, B-028 to B-031, B-070, C-001 to C-007, C-034, C-048, E-002 to E-005, E-012, E-015, E-023, F-030)", async ({
  page,
  context,
  person,
  postbox,
  db,
  inspect,
  scripts,
}) => {
  await test.step("Sam goes from the landing page to sign-up (WF-01.1)", async () => {
    await page.goto("/");
    await expect(heading(page, "The only quick & easy way to sell your home")).toBeVisible();
    await inspect(page);
    await page.goto("/sell/get-started");
    await expect(heading(page, "Get started in less than 5 minutes")).toBeVisible();
    await expect(page.getByRole("link", { name: "I'm selling" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await inspect(page);
  });

  await test.step("an empty form is rejected with clear messages (WF-01.2)", async () => {
    await press(page, "Send me a magic link");
    await expectErrors(page, [
      "Please enter your first name",
      "Please enter your last name",
      "Invalid mobile number. Enter a number like 07400 123456",
      "Please enter a valid email address. It should look like name@example.com",
    ]);
    await inspect(page);
  });

  await test.step("a complete form sends a link (WF-01.3)", async () => {
    await fillSignUp(page, person);
    await press(page, "Send me a magic link");
    await expect(linkSent(page)).toBeVisible();
    await inspect(page);
    expect(await readUser(db, person.email)).toMatchObject({
      active: false,
      type: "customer",
      first_name: "Sam",
      last_name: "Seller",
      phone_number: "+447400123456",
    });
  });

  await test.step("a second link can be requested only after a minute (WF-01.4)", async () => {
    await press(page, "Send email again");
    await expect(page.locator(".error-summary")).toContainText(
      "Please wait at least 5 minutes before trying again.",
    );
    await inspect(page);
    await letLimitsPass(db, person.email, 61);
    await press(page, "Send email again");
    await expect(page.locator(".error-summary")).toHaveCount(0);
    await expect(linkSent(page)).toBeVisible();
    await postbox.expectNames(person.email, ["magic_link_sign_up", "magic_link_sign_up"]);
  });

  await test.step("the link in the post-box signs Sam in (WF-01.5)", async () => {
    await page.goto(`/mocks/post-box?to=${encodeURIComponent(person.email)}`);
    await inspect(page);
    await page.getByRole("table").getByRole("link").first().click();
    const link = page.locator("pre").getByRole("link").first();
    expect(await link.getAttribute("href")).toMatch(
      /\/authenticate\?token=[^&]+&type=customer&role=sell$/,
    );
    await link.click();
    if (!scripts) {
      await expect(heading(page, "Continue to your account")).toBeVisible();
      await inspect(page);
      await press(page, "Continue");
    }
    await expectPath(page, "/sell/welcome");
    const menu = page.getByRole("banner");
    await expect(menu).toContainText("Sam Seller");
    await expect(menu.getByRole("link", { name: "Switch Properties" })).toBeVisible();
    await expect(menu.getByRole("button", { name: "Sign Out" })).toBeVisible();
    await expect(menu.getByRole("link", { name: "Admin" })).toHaveCount(0);
    await inspect(page);
    expect((await readUser(db, person.email)).active).toBe(true);
  });

  await test.step("Sam answers the questions about himself (WF-01.6)", async () => {
    await page.getByRole("button", { name: "Start" }).click();
    await expect(heading(page, "About you")).toBeVisible();
    await expectPath(page, "/sell/about-you");
    await inspect(page);
    await page.getByLabel("First name").fill("S");
    await findAddress(question(page, "Your address"), "YO1 7HH", /^4 Minster Yard/);
    await expect(page.getByLabel("First name")).toHaveValue("S");
    await inspect(page);
    await press(page, "Save and continue");
    await expectErrors(page, [
      "First name must be at least 2 characters long. If this is your full name, email us and we’ll set it up",
    ]);
    await inspect(page);
    await page.getByLabel("First name").fill("Sam £");
    await press(page, "Save and continue");
    await expectErrors(page, [
      "We’ve left out characters that we can’t save in a name. Check this name, then submit the form again",
    ]);
    await expect(page.getByLabel("First name")).toHaveValue("Sam");
    await press(page, "Save and continue");
    await expect(heading(page, "About the property")).toBeVisible();
    await expectPath(page, "/sell/about-the-property");
    await inspect(page);
  });

  await test.step("Sam answers the questions about the property (WF-01.7)", async () => {
    await press(page, "Continue");
    await expect(page.locator(".error-summary")).toBeVisible();
    await inspect(page);
    const finder = question(page, "What is the address of the property?");
    await finder.getByLabel("Postcode or start of the address").fill("ZZ1 1ZZ");
    await press(finder, "Find address");
    await expect(finder.getByText("We couldn't find that address.")).toBeVisible();
    await inspect(page);
    await findAddress(finder, "YO1 6EF", /^7 Bishophill Senior/);
    await fillAnswers(page, { price: "99,000" });
    await page.getByLabel("Other / Not Sure").check();
    await press(page, "Continue");
    await expectErrors(page, [
      "What you know about the tenure: Please provide details",
      "Asking price must be higher than £99,000 and less than £100,000,000",
    ]);
    await expect(page.getByText("Sterling Bridge").first()).toBeVisible();
    await inspect(page);
    await answer(page, "What is the tenure of the property?", "Freehold");
    await page.getByLabel("What is your asking price?").fill("450,000");
    await press(page, "Continue");
  });

  await test.step("Sam accepts the terms and sees the price (WF-01.8)", async () => {
    await expect(heading(page, "Terms and conditions")).toBeVisible();
    await expectPath(page, "/sell/terms-and-conditions");
    await inspect(page);
    await press(page, "Continue");
    await expect(page.locator(".error-summary")).toBeVisible();
    await inspect(page);
    await acceptTerms(page);
    await expectPrices(page, {
      Subtotal: "£200.00",
      VAT: "£40.00",
      Discount: "£0.00",
      Total: "£240.00",
    });
    await inspect(page);
  });

  await test.step("a card is declined, and a second one is accepted (WF-01.9)", async () => {
    await openCardForm(page, scripts);
    if (scripts) {
      await payWith(page, DECLINED_CARD);
      const problem = page.getByRole("alert").filter({ hasText: "Payment Error" });
      await expect(problem).toContainText(/Please check your details and try again\.$/);
      await inspect(page);
    } else {
      await payWith(page, DECLINED_CARD);
      await expect(page.getByRole("alert")).toContainText("declined");
    }
    // If Sam returns from Stripe’s page without paying, the payment page shows a message.
    const { id } = await readSale(db, person.email);
    await page.goto(`/sell/payment?sale=${id}&payment_intent=${await readPayment(db, id)}`);
    await expect(
      page.getByRole("alert").getByText("Your payment was not successful, please try again."),
    ).toBeVisible();
    await inspect(page);
    await openCardForm(page, scripts);
    await payWith(page, GOOD_CARD);
    await expect(heading(page, "Payment succeeded!")).toBeVisible();
    await expect(page).toHaveURL(
      /\/sell\/payment-success\?sale=[0-9a-f]{24}&payment_intent=pi_\w+&redirect_status=succeeded$/,
    );
    await inspect(page);
  });

  const sale = await readSale(db, person.email);

  await test.step("the sale is paid for once and is on the dashboard (WF-01.10)", async () => {
    await page.goto("/sell/payment");
    await expectPath(page, "/welcome-back");
    await expect(heading(page, "Welcome back, Sam!")).toBeVisible();
    const card = page.getByRole("link", { name: /7 Bishophill Senior/ });
    await expect(card).toBeVisible();
    await expect(page.getByText("Information Needed")).toHaveCount(0);
    await inspect(page);
    await card.click();
    await expectPath(page, `/dashboard/sell/${sale.id}`);
    await unfold(page);
    for (const step of ["ID check", "engagement letter", "TA forms"]) {
      await expect(page.getByRole("main").getByText(step).first()).toBeVisible();
    }
    await expect(page.getByRole("link", { name: "Email Support" })).toHaveAttribute(
      "href",
      /^mailto:support@fanlight\.example/,
    );
    await inspect(page);
  });

  await test.step("the database contains the expected records, emails and events", async () => {
    const user = await readUser(db, person.email);
    expect(user).toMatchObject({
      active: true,
      stripe_customer_id: expect.stringMatching(/^cus_/),
    });
    expect(sale).toMatchObject({
      type: "resale",
      customer_type: "individual_owner",
      asking_price_pounds: 450_000,
      has_mortgage: "yes",
      onward_purchase: "not_sure",
      is_using_foreign_currency: "yes",
      requires_mortgage_referral: "no",
      estate_agent_status: "assigned",
      terms_accepted_at: expect.any(Date),
      terms_version: expect.stringMatching(/./),
    });
    const orders = await readOrders(db, sale.id);
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({
      payment_type: "stripe_direct",
      total_amount_pence: 24_000,
      stripe_transaction_status: "succeeded",
      paid_at: expect.any(Date),
    });
    const items = await db
      .selectFrom("order_items")
      .select(["product_name", "product_price_pence"])
      .where("order_id", "=", orders[0]!.id)
      .execute();
    expect(items).toEqual([{ product_name: "Service fee", product_price_pence: 24_000 }]);
    const property = await db
      .selectFrom("properties")
      .innerJoin("addresses", "addresses.id", "properties.address_id")
      .select(["tenure", "line_1", "postcode"])
      .where("properties.id", "=", sale.property_id)
      .executeTakeFirstOrThrow();
    expect(property).toEqual({
      tenure: "Freehold",
      line_1: "7 Bishophill Senior",
      postcode: "YO1 6EF",
    });
    await postbox.expectNames(person.email, [
      "magic_link_sign_up",
      "magic_link_sign_up",
      "payment_received",
      "seller_terms_accepted",
    ]);
    await expectEvents(db, sale.id, [
      "transaction_created",
      "estate_agent_assigned",
      "seller_terms_accepted",
      "payment_successful",
      "handler_assigned",
    ]);
  });

  expect(await context.cookies()).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: "sid", httpOnly: true })]),
  );
});
