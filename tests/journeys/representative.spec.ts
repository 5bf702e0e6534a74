import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { expectEvents, readSale } from "./support/records.ts";
import {
  acceptTerms,
  answer,
  expectErrors,
  expectPath,
  fillProperty,
  heading,
  press,
  question,
  openProperty,
} from "./support/seller.ts";

const ADD_A_SELLER =
  "If you are acting on behalf of the seller, please select yes and add the seller's details";

test("a representative adds the sellers and stops before paying (WF-03, C-043, C-049, C-057 to C-059, AMB-C06)", async ({
  page,
  context,
  person,
  db,
  inspect,
}) => {
  await signInCustomer(db, context, person);
  await openProperty(page);
  const seller = page.getByRole("dialog");

  await test.step("a representative who adds no seller gets an error (WF-03.1)", async () => {
    await fillProperty(page, {
      role: "I am acting on behalf of the seller",
      agent: "I don't have an estate agent yet",
    });
    await press(page, "Continue");
    await expectErrors(page, [ADD_A_SELLER]);
    await inspect(page);
  });

  await test.step("a representative who answers yes but adds no seller gets an error (WF-03.2)", async () => {
    await answer(page, "Is there another seller?", "Yes");
    await press(page, "Continue");
    await expectErrors(page, [ADD_A_SELLER]);
    await inspect(page);
  });

  await test.step("a seller is added after errors are corrected (WF-03.3)", async () => {
    await press(page, "Add a seller");
    await expect(seller.getByRole("heading", { name: "Add a seller" })).toBeVisible();
    await inspect(page);
    await seller.getByLabel("First name").fill("Olive");
    await seller.getByLabel("Last name").fill("O");
    await answer(page, "Can this owner act for themselves?", "Yes");
    await seller.getByLabel("Email address").fill("owner@example.test");
    await seller.getByLabel("Mobile number").fill("07400 123457");
    await press(seller, "Enter address manually");
    await seller.getByLabel("Address line 1").fill("4 Castle Lane");
    await seller.getByLabel("Town or city").fill("York");
    await seller.getByLabel("Postcode").fill("ABC");
    await press(seller, "Add seller");
    await expectErrors(page, [
      "Last name must be at least 2 characters long. If this is their full name, email us and we’ll set it up",
      "Invalid postcode for the specified country. Check the postcode and the country",
    ]);
    await inspect(page);
    await seller.getByLabel("Last name").fill("Owner");
    await seller.getByLabel("Postcode").fill("yo17hz");
    await press(seller, "Add seller");
    await expect(question(page, "Other sellers")).toContainText("Olive Owner");
  });

  await test.step("a second seller with the same email is added and removed (WF-03.3)", async () => {
    await press(page, "Add another seller");
    await seller.getByLabel("First name").fill("Oscar");
    await seller.getByLabel("Last name").fill("Owner");
    await expect(seller.getByLabel("Email address")).toBeHidden();
    await answer(page, "Can this owner act for themselves?", "Yes");
    await seller.getByLabel("Email address").fill("owner@example.test");
    await seller.getByLabel("Mobile number").fill("07400 123458");
    await seller.getByLabel("Their address is the same as mine").check();
    await press(seller, "Add seller");
    await expect(question(page, "Other sellers").getByRole("listitem")).toHaveCount(2);
    await inspect(page);
    await press(page, "Remove Oscar Owner");
    await expect(question(page, "Other sellers").getByRole("listitem")).toHaveCount(1);
    await expect(page.getByLabel("What is your asking price?")).toHaveValue("450,000");
  });

  await test.step("a seller who has died needs no email or phone number", async () => {
    await press(page, "Add another seller");
    await seller.getByLabel("First name").fill("Vera");
    await seller.getByLabel("Last name").fill("Owner");
    await answer(page, "Can this owner act for themselves?", "No, they have died");
    await expect(seller.getByLabel("Email address")).toBeHidden();
    await seller.getByLabel("Their address is the same as mine").check();
    await inspect(page);
    await press(seller, "Add seller");
    await expect(question(page, "Other sellers")).toContainText("has died");
  });

  await test.step("the sale continues to the payment (WF-03.4)", async () => {
    await press(page, "Continue");
    await expect(page.getByRole("main")).toContainText("Olive Owner, Vera Owner (has died)");
    await acceptTerms(page);
  });

  await test.step("the list of sales shows that the unpaid sale needs information (WF-03.5)", async () => {
    await page.goto("/welcome-back");
    await expect(heading(page, "Welcome back, Sam!")).toBeVisible();
    await expect(page.getByText("Information Needed")).toHaveCount(1);
    await inspect(page);
    await page.getByRole("button", { name: /^Continue with .*7 Bishophill Senior/ }).click();
    await expectPath(page, "/sell/payment");
  });

  const sale = await readSale(db, person.email);
  expect(sale).toMatchObject({
    customer_type: "representative",
    estate_agent_status: "no_agent",
    estate_agent_id: null,
  });
  const parties = await db
    .selectFrom("parties")
    .leftJoin("addresses", "addresses.id", "parties.correspondence_address_id")
    .select(["kind", "first_name", "last_name", "email", "postcode"])
    .where("transaction_id", "=", sale.id)
    .orderBy("position")
    .execute();
  // The sale’s first seller is the representative, because they are its primary customer.
  expect(parties).toEqual([
    {
      kind: "seller",
      first_name: "Olive",
      last_name: "Owner",
      email: "owner@example.test",
      postcode: "YO1 7HZ",
    },
    {
      kind: "seller",
      first_name: "Vera",
      last_name: "Owner",
      email: null,
      postcode: "YO1 7HZ",
    },
  ]);
  await expectEvents(db, sale.id, [
    "transaction_created",
    "estate_agent_status_updated",
    "seller_terms_accepted",
  ]);
});
