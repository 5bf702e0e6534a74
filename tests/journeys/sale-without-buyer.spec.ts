import type { Page } from "@playwright/test";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { SECTIONS } from "#app/domain/property-information/question-type.ts";
import { insertPurchase } from "#tests/db/people.ts";
import { insertLawFirm, insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { readSale } from "./support/records.ts";
import {
  acceptTerms,
  answer,
  bringToTerms,
  GOOD_CARD,
  heading,
  openCardForm,
  payWith,
  press,
  question,
} from "./support/seller.ts";
import { message, openDialog, openPage, row, signInStaff, uniqueName } from "./support/staff.ts";

const card = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });

const part = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Ready for a buyer" })
    .getByRole("listitem")
    .filter({ hasText: name });

/** Expects the card and the line of stages to fit on a screen of 1280 × 900 pixels. */
async function expectOneScreen(page: Page) {
  const stages = page.getByRole("region", { name: "The seven stages" });
  const bottom = () =>
    stages.evaluate((line) => line.getBoundingClientRect().bottom + window.scrollY);
  await expect.poll(bottom).toBeLessThanOrEqual(900);
}

/** Answers every question that is shown with “Not sure”. */
async function answerNotSure(page: Page) {
  const boxes = page.getByLabel(/^Not sure/).filter({ visible: true });
  for (const box of await boxes.all()) await box.check();
}

test("the legal work of a sale is ready before there is a buyer, and continues with one (L-047)", async ({
  page,
  context,
  db,
  person,
  inspect,
  anotherBrowser,
  postbox,
  scripts,
}) => {
  const firm = uniqueName("Early Law");
  const emailOf = (name: string) => person.email.replace("sam", name);
  const law_firm_id = await insertLawFirm(db, { name: firm });
  for (const [side, name] of [
    ["seller", "North"],
    ["buyer", "South"],
  ] as const) {
    const solicitor = { ...lawyer("Sol"), email: emailOf(`${side}.lawyer`) };
    await insertLawyerGroup(db, { name: `${firm} ${name}`, law_firm_id, solicitor });
  }
  await signInCustomer(db, context, person);
  const other = await anotherBrowser();
  await signInStaff(db, other);
  const ada = await other.newPage();
  const tabs = ada.getByRole("navigation", { name: "Transaction" });

  await test.step("the seller pays, and reads that the legal work doesn’t need a buyer", async () => {
    await bringToTerms(page);
    await acceptTerms(page);
    await openCardForm(page, scripts);
    await payWith(page, GOOD_CARD);
    await page.getByRole("link", { name: "View your sale" }).click();
    await expect(card(page, "0 of 5 ready for a buyer")).toBeVisible();
    await expect(page.getByText("The first 4 stages don’t need one")).toBeVisible();
    await inspect(page);
    await expectOneScreen(page);
  });

  const sale = await readSale(db, person.email);
  const record = `/admin/transactions/${sale.id}`;

  await test.step("staff assign the seller’s solicitor alone, and no email goes to a buyer’s side", async () => {
    await ada.goto(`${record}/solicitors`);
    await openPage(ada, "Assign solicitors", "Assign solicitors");
    const label = `${firm} North, ${firm}`;
    await ada.getByLabel("Seller solicitor").selectOption({ label });
    await ada.getByLabel("Buyer solicitor").selectOption({ label: "No buyer yet" });
    await press(ada, "Check and continue");
    await expect(heading(ada, "Double check your solicitors and confirm.")).toBeVisible();
    await expect(ada.getByRole("main")).not.toContainText("Introduction to the buyer");
    await press(ada, "Yes, I'm sure. Assign solicitors");
    await expect(message(ada, "You've successfully assigned solicitors")).toBeVisible();
    await expect(ada.getByText("Only one side has a solicitor.")).toBeVisible();
  });

  await test.step("the next step is to order the identity checks, and the seller reads so", async () => {
    await ada.goto(record);
    await expect(ada.getByText("Order the identity checks")).toBeVisible();
    await page.goto(`/dashboard/sell/${sale.id}`);
    await expect(card(page, "1 of 5 ready for a buyer")).toBeVisible();
    await expect(part(page, "ID checks")).toContainText("With Fanlight");
    await expect(page.getByText("We’re ordering the ID checks")).toBeVisible();
    await inspect(page);
    await expectOneScreen(page);
  });

  await test.step("once the check is ordered, the next step is to order the searches", async () => {
    await tabs.getByRole("link", { name: /^Thirdfort/ }).click();
    await openDialog(ada, "Order check for Sam Seller", "Order check");
    await press(ada, "Order check");
    await expect(row(ada, "Sam Seller")).toContainText("Pending");
    await ada.goto(record);
    await expect(ada.getByText("Order the searches")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Complete your ID check").first()).toBeVisible();
    await inspect(page);
    await expectOneScreen(page);
  });

  await test.step("staff order the searches while the seller completes the ID check", async () => {
    await tabs.getByRole("link", { name: /^Searches/ }).click();
    await openDialog(ada, "Order Searches", "Order searches");
    await press(ada, "Order searches");
    await expect(row(ada, "Environmental")).toContainText("in progress");
    await tabs.getByRole("link", { name: /^Thirdfort/ }).click();
    await row(ada, "Sam Seller")
      .getByRole("link", { name: /^t\w{19}$/ })
      .click();
    await ada.getByRole("button", { name: /^Complete t/ }).click();
    await expect(ada.getByRole("button", { name: /^Send webhook again/ })).toBeVisible();
    await ada.goto(`${record}/thirdfort`);
    await expect(row(ada, "Sam Seller")).toContainText("Complete, clear");
    await page.reload();
    await expect(card(page, "2 of 5 ready for a buyer")).toBeVisible();
    await expect(part(page, "ID checks")).toContainText("Done");
    await inspect(page);
    await expectOneScreen(page);
  });

  await test.step("once the results are in, only the seller’s answers about the home are left", async () => {
    const { reference } = await db
      .selectFrom("search_orders")
      .select((eb) => eb.ref("reference").$notNull().as("reference"))
      .where("transaction_id", "=", sale.id)
      .executeTakeFirstOrThrow();
    await ada.goto(`/mocks/one-search/orders/${reference}`);
    await press(ada, `Complete ${reference}`);
    await expect(row(ada, reference)).toContainText("Local: complete");
    await page.reload();
    await expect(card(page, "3 of 5 ready for a buyer")).toBeVisible();
    await expect(part(page, "Property information")).toContainText("Yours");
    await expect(part(page, "Contract pack")).toContainText("Next");
    await inspect(page);
    await expectOneScreen(page);
  });

  const list = `/dashboard/sell/${sale.id}/property-information`;

  await test.step("the seller goes through the 15 sections", async () => {
    await page.getByRole("link", { name: "Answer questions about your home" }).click();
    await page.getByRole("link", { name: "Start" }).click();
    for (const title of Object.values(SECTIONS)) {
      await expect(heading(page, title)).toBeVisible();
      await answerNotSure(page);
      await press(page, "Save and continue");
    }
    await expect(heading(page, "Check your answers")).toBeVisible();
  });

  await test.step("an answer calls for a document, which the seller sends from the same page", async () => {
    await page.goto(`${list}/alterations`);
    await answer(page, /windows or outside doors/, "Yes");
    const followUps = question(page, /windows or outside doors/).getByRole("checkbox");
    for (const notSure of await followUps.all()) await notSure.check();
    await press(page, "Save and continue");
    await expect(heading(page, "Check your answers")).toBeVisible();
    await page.goto(`${list}/alterations`);
    await page.getByLabel(/^Files ?: Window or door certificate/).setInputFiles({
      name: "fensa.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4\nfensa\n%%EOF\n"),
    });
    await page.getByRole("button", { name: /^Upload ?: Window or door certificate/ }).click();
    await expect(page.getByRole("heading", { name: /We’ve received your files/ })).toBeVisible();
    await ada.goto(`${record}/documents`);
    await ada.getByRole("button", { name: /^Accept Window or door certificate/ }).click();
    await expect(message(ada, "Document accepted")).toBeVisible();
  });

  await test.step("the seller confirms the answers, and their solicitor prepares the contract pack", async () => {
    await page.goto(`${list}/summary`);
    await page.getByLabel("Your full name").fill("Sam Seller");
    await press(page, "Confirm answers");
    await press(page, "Agree to share");
    await expect(message(page, "Thanks. We can now share your answers")).toBeVisible();
    await ada.goto(record);
    await expect(
      ada.getByText("Ask the seller’s solicitor to prepare the contract pack"),
    ).toBeVisible();
    await page.goto(`/dashboard/sell/${sale.id}`);
    await expect(card(page, "4 of 5 ready for a buyer")).toBeVisible();
    await expect(part(page, "Contract pack")).toContainText("With your solicitor");
    await inspect(page);
    await expectOneScreen(page);
  });

  await test.step("staff record the pack as ready, undo it and record it again", async () => {
    await openDialog(ada, "Record contract pack ready", "Record contract pack ready");
    await press(ada, "Record as ready");
    await expect(message(ada, "Contract pack recorded as ready")).toBeVisible();
    await openDialog(ada, "Undo contract pack ready", "Undo contract pack ready");
    await press(ada, "Undo");
    await expect(message(ada, "The contract pack is no longer recorded as ready")).toBeVisible();
    await openDialog(ada, "Record contract pack ready", "Record contract pack ready");
    await press(ada, "Record as ready");
    // The message of the first time can still be on the page, so this waits for the link.
    await expect(ada.getByRole("link", { name: "Undo contract pack ready" })).toBeVisible();
  });

  await test.step("the sale is ready for a buyer, for the seller and in the list of matters", async () => {
    await page.reload();
    await expect(card(page, "Your home is ready for a buyer")).toBeVisible();
    await expect(page.getByRole("link", { name: "Tell us about your buyer" })).toBeVisible();
    await expect(page.getByText("The last 3 start when you have a buyer")).toBeVisible();
    await expect(page.getByText(/waiting/i)).toHaveCount(0);
    await inspect(page);
    await expectOneScreen(page);
    await ada.goto(record);
    await expect(ada.getByText("Ask the seller if they have a buyer")).toBeVisible();
    await ada.goto("/admin/transactions");
    await ada.getByLabel("Stage").selectOption("Ready for a buyer");
    await press(ada, "Apply");
    await expect(ada.locator(`a[href="${record}"]`).first()).toBeVisible();
  });

  const agents = await anotherBrowser();
  const agent = await agents.newPage();

  await test.step("the seller shares a link, which shows what is ready and no names", async () => {
    await page.goto(`/dashboard/sell/${sale.id}`);
    await page.getByRole("link", { name: "Share what’s ready" }).click();
    await press(page, "Create a link");
    await expect(card(page, "Copy this link")).toBeVisible();
    await inspect(page);
    await agent.goto((await page.locator("code").textContent()) ?? "");
    await expect(heading(agent, "Ready for a buyer")).toBeVisible();
    expect(new URL(agent.url()).search).toBe("");
    await expect(
      agent.getByText("A buyer’s solicitor can start once they have the contract pack"),
    ).toBeVisible();
    await expect(agent.getByRole("main")).not.toContainText(
      `${person.first_name} ${person.last_name}`,
    );
    await inspect(agent);
  });

  const theirs = await anotherBrowser();
  const email = emailOf("bea");
  const buyer_id = await signInCustomer(db, theirs, { ...person, first_name: "Bea", email });
  const buyer = await theirs.newPage();

  await test.step("a buyer brings their own steps, and the seller’s stages stay done", async () => {
    const purchase = await insertPurchase(db, sale, buyer_id, false);
    await recordEvent(db, {
      transaction_id: sale.id,
      purchase_intent_id: purchase.id,
      event_name: "purchase_intent_created",
      author: "system",
    });
    await ada.goto(`${record}/buyers`);
    await openDialog(ada, "Activate Purchase Intent 1", "Activate purchase intent");
    await press(ada, "Activate purchase intent");
    await expect(ada.getByText(/Purchase intent activated$/).first()).toBeVisible();
    await page.goto(`/dashboard/sell/${sale.id}`);
    await expect(page.getByText("We’re arranging your buyer’s solicitor")).toBeVisible();
    await expect(page.getByText("Stage 5 of 7: enquiries")).toBeVisible();
    await inspect(page);
    await expectOneScreen(page);
    await agent.reload();
    await expect(heading(agent, "This home has a buyer")).toBeVisible();
    await inspect(agent);
  });

  await test.step("the first letter to the buyer’s solicitor says what is ready, and carries the answers", async () => {
    await ada.goto(record);
    await openPage(ada, "Assign the buyer’s solicitor", "Assign solicitors");
    await ada.getByLabel("Buyer solicitor").selectOption({ label: `${firm} South, ${firm}` });
    await press(ada, "Check and continue");
    await press(ada, "Yes, I'm sure. Assign solicitors");
    await expect(message(ada, "You've successfully assigned solicitors")).toBeVisible();
    await postbox.expectNames(emailOf("buyer.lawyer"), ["buyer_solicitor_instruction"]);
    const [letter] = await postbox.of(emailOf("buyer.lawyer"));
    expect(letter?.TextBody).toContain("What’s ready");
    expect(letter?.TextBody).toContain("The answers are attached as a PDF and as data");
    await buyer.goto(`/dashboard/buy/${sale.id}`);
    await expect(buyer.getByText("Stage 2 of 7: ID checks")).toBeVisible();
    await inspect(buyer);
  });

  await test.step("the pack is sent to the buyer’s solicitor, who raises enquiries", async () => {
    await ada.goto(`${record}/stages`);
    await press(ada, "Contract pack sent");
    await expect(message(ada, "Contract pack sent:")).toBeVisible();
    await page.reload();
    await expect(
      page.getByText("Your buyer’s solicitor is reading the contract pack").first(),
    ).toBeVisible();
    await expect(page.getByText("Stage 5 of 7: enquiries")).toBeVisible();
  });
  await postbox.expectNames(person.email, [
    "payment_received",
    "purchase_intent_activated_seller",
    "seller_introduction",
    "seller_terms_accepted",
  ]);
});
