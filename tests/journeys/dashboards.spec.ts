import type { Page } from "@playwright/test";
import { acceptBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import { confirmPurchase } from "#app/domain/purchases/purchases.server.ts";
import type { Db } from "#db/connection.ts";
import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { newPurchase } from "#tests/support/purchases.ts";
import { insertLawFirm, insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";
import { expect, type NewPerson, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { press } from "./support/seller.ts";
import { unfold } from "./support/unfold.ts";
import { message, openDialog, row, signInStaff, uniqueName } from "./support/staff.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

async function finishBuying(db: Db, transaction_id: string, buyer_id: string) {
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const { id } = await createPurchase(db, buyer_id, newPurchase(property_id));
  await acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id });
  await confirmPurchase(db, { id, buyer_id });
  return id;
}

/** The steps and the progress are folded, so they are found although they are hidden. */
const step = (page: Page, title: string) =>
  page
    .getByRole("listitem", { includeHidden: true })
    .filter({ has: page.getByRole("heading", { name: title, includeHidden: true }) });

const progress = (page: Page) =>
  page.getByRole("region", { name: "Progress", exact: true, includeHidden: true });

test("each customer sees what staff did on that customer’s side of the matter (F-032 to F-044, W-005, AMB-F06)", async ({
  page,
  context,
  db,
  person,
  inspect,
  anotherBrowser,
}) => {
  await signInStaff(db, context);
  const firm = uniqueName("Minster Law");
  const law_firm_id = await insertLawFirm(db, { name: firm });
  for (const side of ["North", "South"]) {
    const solicitor = { ...lawyer("Priya"), email: `${side.toLowerCase()}.${person.email}` };
    await insertLawyerGroup(db, { name: `${firm} ${side}`, law_firm_id, solicitor });
  }
  const open = async (first_name: string) => {
    const theirs = await anotherBrowser();
    const email = `${first_name.toLowerCase()}.${person.email}`;
    const who: NewPerson = { ...person, first_name, last_name: "Byron", email };
    const id = await signInCustomer(db, theirs, who);
    return { id, page: await theirs.newPage() };
  };
  const [sam, bea, cy] = [await open("Sam"), await open("Bea"), await open("Cy")];
  const id = await insertSaleAtStage(db, sam.id, { terms: true, complete: true });
  // Makes the matter new, because staff cannot order identity checks for older matters (AMB-N02).
  await db
    .updateTable("transactions")
    .set({ created_at: new Date() })
    .where("id", "=", id)
    .execute();
  const purchase_id = await finishBuying(db, id, bea.id);
  await finishBuying(db, id, cy.id);
  await db
    .updateTable("purchase_intents")
    .set({ is_active: true })
    .where("id", "=", purchase_id)
    .execute();
  const matter = `/admin/transactions/${id}`;
  const sale = `/dashboard/sell/${id}`;
  const purchase = `/dashboard/buy/${id}`;

  await test.step("both sides see their first steps, none of which is done", async () => {
    await sam.page.goto(sale);
    await expect(step(sam.page, "Complete your ID check")).toContainText(
      "We’ll order your ID check once you have a solicitor.",
    );
    await expect(progress(sam.page)).toHaveCount(0);
    await expect(
      sam.page.getByRole("heading", { name: "Choose your solicitor" }).first(),
    ).toBeVisible();
    await inspect(sam.page);
    await bea.page.goto(purchase);
    await expect(
      bea.page.getByRole("heading", { name: "The seller is choosing a solicitor" }),
    ).toBeVisible();
    await expect(step(bea.page, "Introduce you to your legal team")).toContainText("With us");
    await inspect(bea.page);
  });

  await cy.page.goto(purchase);
  const others = await cy.page.getByRole("main").innerText();

  await test.step("staff assign solicitors", async () => {
    await page.goto(`${matter}/solicitors/assign`);
    await page.getByLabel("Seller solicitor").selectOption({ label: `${firm} North, ${firm}` });
    await page.getByLabel("Buyer solicitor").selectOption({ label: `${firm} South, ${firm}` });
    await press(page, "Check and continue");
    await press(page, "Yes, I'm sure. Assign solicitors");
    await expect(message(page, "You've successfully assigned solicitors")).toBeVisible();
    await sam.page.reload();
    const moment = /Solicitor assigned\s*\d{1,2} \w{3} \d{4} at \d\d:\d\d/;
    await expect(progress(sam.page)).toContainText(moment);
    await expect(sam.page.getByText(`north.${person.email}`)).toBeVisible();
    await bea.page.reload();
    await expect(progress(bea.page)).toContainText(moment);
    await expect(step(bea.page, "Introduce you to your legal team")).toContainText("Done");
  });

  await test.step("staff order the seller’s check, which is completed", async () => {
    await page.goto(`${matter}/thirdfort`);
    await page.getByRole("link", { name: "Order check for Sam Byron" }).click();
    await press(page, "Order check");
    await expect(message(page, "Check ordered")).toBeVisible();
    await sam.page.reload();
    await expect(step(sam.page, "Complete your ID check")).toContainText(
      "We’ve sent you a text message",
    );
    await expect(
      sam.page.getByRole("heading", { name: "Complete your ID check", level: 2 }),
    ).toBeVisible();
    await inspect(sam.page);
    await row(page, "Sam Byron")
      .getByRole("link", { name: /^t\w{19}$/ })
      .click();
    await page.getByRole("button", { name: /^Complete t/ }).click();
    await expect(page.getByRole("button", { name: /^Send webhook again/ })).toBeVisible();
    await expect(async () => {
      await sam.page.reload();
      await expect(step(sam.page, "Complete your ID check")).toContainText("Done", {
        timeout: 500,
      });
    }).toPass();
    await expect(step(sam.page, "Sign the engagement letter")).toContainText(`From ${firm}`);
    await bea.page.reload();
    await expect(step(bea.page, "Complete your ID check")).toContainText(
      "We’ll order your ID check next.",
    );
  });

  await test.step("Sam marks documents as returned, undoes it and marks them again", async () => {
    await expect(sam.page.getByText("Documents to return")).toBeVisible();
    await press(sam.page, "I’ve returned the engagement letter and TA forms");
    await expect(
      message(sam.page, "Thanks. We’ve marked your engagement letter and TA forms as returned"),
    ).toBeVisible();
    await expect(sam.page.getByText("Documents to return")).toHaveCount(0);
    await expect(step(sam.page, "Fill in the TA forms")).toContainText("Done");
    await inspect(sam.page);
    await press(sam.page, "I haven’t returned the engagement letter and TA forms yet");
    await expect(
      message(sam.page, "Thanks. We’ve marked your engagement letter and TA forms as not returned"),
    ).toBeVisible();
    await press(sam.page, "I’ve returned the engagement letter and TA forms");
    await expect(sam.page.getByText("You told us today that you’ve returned")).toBeVisible();
    await bea.page.reload();
    await expect(
      bea.page.getByRole("button", { name: "I’ve returned the engagement letter" }),
    ).toBeVisible();
    await page.goto(`${matter}/events`);
    await expect(page.getByText("Papers Not Returned")).toHaveCount(1);
    await expect(page.getByText("Papers Returned")).toHaveCount(2);
  });

  await test.step("staff order the searches, and their results create a report", async () => {
    await page.goto(`${matter}/searches`);
    await openDialog(page, "Order Searches", "Order searches");
    await page.getByLabel("Building number").fill("12");
    await press(page, "Order searches");
    await expect(message(page, "Searches ordered")).toBeVisible();
    for (const { page: theirs } of [sam, bea]) {
      await theirs.reload();
      await expect(progress(theirs)).toContainText(
        "We’ve ordered the searches, and no results are in yet",
      );
    }
    await inspect(bea.page);
    const { reference } = await db
      .selectFrom("search_orders")
      .select((eb) => eb.ref("reference").$notNull().as("reference"))
      .where("transaction_id", "=", id)
      .executeTakeFirstOrThrow();
    await page.goto("/mocks/one-search");
    await page.getByRole("button", { name: `Complete ${reference}` }).click();
    await expect(page.getByRole("row").filter({ hasText: reference })).toContainText(": 204");
    await expect(async () => {
      await page.goto(`${matter}/searches`);
      await expect(page.getByText("Not shared with the buyer yet.")).toBeVisible({ timeout: 500 });
    }).toPass();
    await bea.page.reload();
    await expect(step(bea.page, "Review the searches and the title")).toContainText("With us");
    await expect(step(bea.page, "Prepare the property report")).toContainText("With us");
  });

  await test.step("staff share the report, and the buyer reads it (CU-5)", async () => {
    await openDialog(page, "Share with buyer", "Share report with buyer");
    await press(page, "Share report");
    await expect(message(page, "Report shared")).toBeVisible();
    await bea.page.reload();
    const prepared = step(bea.page, "Prepare the property report");
    await expect(prepared).toContainText("Done");
    await expect(step(bea.page, "Review the searches and the title")).toContainText(`With ${firm}`);
    await unfold(bea.page);
    await prepared.getByRole("link", { name: "Read your property report" }).click();
    await expect(
      bea.page.getByRole("heading", { name: "Your property report", level: 1 }),
    ).toBeVisible();
    await inspect(bea.page);
    await bea.page.getByRole("link", { name: "Back", exact: true }).click();
    await expect(step(bea.page, "Raise enquiries")).toContainText("Not started");
    await sam.page.reload();
    await expect(progress(sam.page)).toContainText("All search results are in");
    await inspect(bea.page);
    await inspect(sam.page);
  });

  await test.step("a buyer who is not the active one still sees the same page", async () => {
    await cy.page.reload();
    expect(await cy.page.getByRole("main").innerText()).toBe(others);
  });

  const setDate = (date: { exchanged: string } | { completed: string }) =>
    db.updateTable("purchase_intents").set(date).where("id", "=", purchase_id).execute();

  await test.step("both sides see that contracts have been exchanged", async () => {
    await setDate({ exchanged: "2026-11-02" });
    for (const { page: theirs } of [sam, bea]) {
      await theirs.reload();
      await expect(theirs.getByText("Contracts have been exchanged, so your")).toBeVisible();
      await expect(progress(theirs)).toContainText("2 Nov 2026");
      await expect(step(theirs, "Sign the engagement letter")).toContainText("Done");
      await expect(
        theirs.getByRole("heading", { name: "Ask your solicitor for your completion date" }),
      ).toBeVisible();
      await expect(theirs.getByRole("heading", { name: "Before you move" })).toBeVisible();
      await inspect(theirs);
    }
  });

  await test.step("the sale is completed, and no one has a step left", async () => {
    await setDate({ completed: "2026-11-20" });
    for (const [theirs, news] of [
      [sam.page, "12 Arch Street is sold"],
      [bea.page, "12 Arch Street is yours"],
    ] as const) {
      await theirs.reload();
      await expect(theirs.getByRole("heading", { level: 1, name: news })).toBeVisible();
      await expect(theirs.getByText("Completed on Friday 20 November 2026")).toBeVisible();
      await expect(theirs.getByText("engagement letter")).toHaveCount(0);
      await inspect(theirs);
    }
  });

  await test.step("the other buyer sees that the property has been sold", async () => {
    await cy.page.reload();
    await expect(
      cy.page.getByRole("heading", { name: "12 Arch Street has been sold" }),
    ).toBeVisible();
    await expect(cy.page.getByText("Done")).toHaveCount(0);
    await inspect(cy.page);
  });
});
