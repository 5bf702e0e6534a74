import type { Page } from "@playwright/test";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { insertPurchase, insertSale } from "#tests/db/people.ts";
import { fullAnswers, saveAs } from "#tests/support/property-information.ts";
import { readerId } from "#tests/support/readers.ts";
import { insertLawFirm, insertLawyerGroup } from "#tests/support/solicitors.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { heading, press } from "./support/seller.ts";
import { message, openDialog, openPage, signInStaff, uniqueName } from "./support/staff.ts";

const card = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });

const part = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Ready for a buyer" })
    .getByRole("listitem")
    .filter({ hasText: name });

test("the legal work of a sale is ready before there is a buyer, and continues with one (L-047)", async ({
  page,
  context,
  db,
  person,
  inspect,
  anotherBrowser,
  postbox,
}) => {
  const firm = uniqueName("Early Law");
  const law_firm_id = await insertLawFirm(db, { name: firm });
  await insertLawyerGroup(db, { name: `${firm} North`, law_firm_id });
  const seller_id = await signInCustomer(db, context, person);
  const sale = await insertSale(db, seller_id);
  await db
    .insertInto("orders")
    .values({
      transaction_id: sale.id,
      payment_type: "stripe_direct",
      total_amount_pence: 24_000,
      stripe_transaction_status: "succeeded",
      paid_at: new Date(),
    })
    .execute();
  const payment = { transaction_id: sale.id, event_name: "payment_successful" } as const;
  await recordEvent(db, { ...payment, author: "system" });
  const other = await anotherBrowser();
  await signInStaff(db, other);
  const ada = await other.newPage();
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
  });

  await test.step("once the check is ordered, the next step is to order the searches", async () => {
    const { email, first_name, last_name } = await db
      .selectFrom("users")
      .select(["email", "first_name", "last_name"])
      .where("email", "=", person.email)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("identity_checks")
      .values({
        transaction_id: sale.id,
        person_type: "seller",
        first_name,
        last_name,
        email,
        phone_number: "+447400123456",
        status: "complete",
        result: "clear",
      })
      .execute();
    await ada.goto(record);
    await expect(ada.getByText("Order the searches")).toBeVisible();
  });

  await test.step("once the results are in, only the seller’s answers about the home are left", async () => {
    await db
      .insertInto("searches")
      .values({ transaction_id: sale.id, product_id: "P1", reference: "OS1", status: "complete" })
      .execute();
    await page.reload();
    await expect(card(page, "3 of 5 ready for a buyer")).toBeVisible();
    await expect(part(page, "Property information")).toContainText("Yours");
    await expect(part(page, "Contract pack")).toContainText("Next");
    await inspect(page);
  });

  await test.step("the seller confirms the answers, and their solicitor prepares the contract pack", async () => {
    const answers = fullAnswers({ tenure: "Freehold", onward_purchase: "no" });
    await saveAs(db, readerId(seller_id), sale.id, answers);
    await page.getByRole("link", { name: "Answer questions about your home" }).click();
    await page.getByRole("link", { name: "Check your answers" }).click();
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
  const email = `buyer.${person.email}`;
  const buyer_id = await signInCustomer(db, theirs, { ...person, first_name: "Bea", email });
  const buyer = await theirs.newPage();
  const purchase = await insertPurchase(db, sale, buyer_id, true);
  await recordEvent(db, {
    transaction_id: sale.id,
    purchase_intent_id: purchase.id,
    event_name: "purchase_intent_success_email_sent",
    author: "system",
  });

  await test.step("a buyer brings their own steps, and the seller’s stages stay done", async () => {
    await ada.goto(record);
    await expect(ada.getByRole("link", { name: "Assign the buyer’s solicitor" })).toBeVisible();
    await page.goto(`/dashboard/sell/${sale.id}`);
    await expect(page.getByText("We’re arranging your buyer’s solicitor")).toBeVisible();
    await expect(page.getByText("Stage 5 of 7: enquiries")).toBeVisible();
    await inspect(page);
    await agent.reload();
    await expect(heading(agent, "This home has a buyer")).toBeVisible();
    await db
      .updateTable("transactions")
      .set({ buyer_lawyer_group_id: await insertLawyerGroup(db, { law_firm_id }) })
      .where("id", "=", sale.id)
      .execute();
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
  await postbox.expectNames(person.email, ["seller_introduction"]);
});
