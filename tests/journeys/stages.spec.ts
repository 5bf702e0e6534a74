import type { Page } from "@playwright/test";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import { computeStageDurations } from "#app/domain/stages/duration-stats.server.ts";
import { acceptBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import { confirmPurchase } from "#app/domain/purchases/purchases.server.ts";
import type { Db } from "#db/connection.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { newPurchase } from "#tests/support/purchases.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { press } from "./support/seller.ts";
import { message, openDialog, signInStaff } from "./support/staff.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

/** The list of stages is folded for customers, so it is found although it is hidden. */
const stage = (page: Page, name: string) =>
  page.getByRole("listitem", { includeHidden: true }).filter({
    has: page.getByRole("heading", { name, exact: true, level: 3, includeHidden: true }),
  });

const strip = (page: Page) => page.getByRole("group", { name: "Progress of this matter" });

test("staff record a matter’s stages, and both sides see each stage’s holder, start date and expected date", async ({
  page,
  context,
  db,
  person,
  inspect,
  anotherBrowser,
}) => {
  await signInStaff(db, context);
  const open = async (first_name: string) => {
    const theirs = await anotherBrowser();
    const email = `${first_name.toLowerCase()}.${person.email}`;
    const id = await signInCustomer(db, theirs, { ...person, first_name, email });
    return { id, page: await theirs.newPage() };
  };
  const [sam, bea] = [await open("Sam"), await open("Bea")];
  const { id, purchase_id } = await readyForContracts(db, sam.id, bea.id);
  await rememberPacks(db);
  const matter = `/admin/transactions/${id}`;
  const sale = `/dashboard/sell/${id}`;
  const purchase = `/dashboard/buy/${id}`;

  await test.step("both sides see who has the contract pack, and the seller sees how long it usually takes", async () => {
    await sam.page.goto(sale);
    await expect(sam.page.getByText("Stage 4 of 7: contract pack")).toBeVisible();
    await expect(stage(sam.page, "Searches")).toContainText("Done Fri 13 November");
    await expect(stage(sam.page, "Contract pack")).toContainText("your solicitor");
    // Other tests complete packs in the same database.
    await expect(stage(sam.page, "Contract pack")).toContainText(
      /this stage was done \d to \d working days/,
    );
    await expect(stage(sam.page, "Enquiries")).toContainText("Next, with both solicitors");
    await expect(stage(sam.page, "Exchange of contracts")).toContainText("Later");
    await inspect(sam.page);
    await bea.page.goto(purchase);
    await expect(stage(bea.page, "Contract pack")).toContainText("the seller’s solicitor");
    await inspect(bea.page);
  });

  await test.step("staff find the matter by its stage and by who holds it", async () => {
    await page.goto("/admin/transactions");
    await page.getByLabel("Stage").selectOption("Contract pack");
    await page.getByLabel("Waiting for").selectOption("Seller’s solicitor");
    await press(page, "Apply");
    await expect(page).toHaveURL(/stage=contract_pack&holder=seller_solicitor/);
    await expect(page.locator(`a[href="${matter}"]`).first()).toBeVisible();
    await inspect(page);
  });

  await test.step("staff record the contract pack as ready, and one click then marks it as sent", async () => {
    await page.goto(matter);
    await expect(strip(page)).toContainText("Stage 4 of 7");
    await openDialog(page, "Record contract pack ready", "Record contract pack ready");
    await inspect(page);
    await press(page, "Record as ready");
    await expect(message(page, "Contract pack recorded as ready")).toBeVisible();
    await page.goto(matter);
    await expect(strip(page)).toContainText("Stage 5 of 7");
    await press(page, "Contract pack sent");
    await expect(message(page, "Contract pack sent:")).toBeVisible();
    await expect(stage(page, "Contract pack")).toContainText("Done");
    await expect(stage(page, "Enquiries")).toContainText("the buyer’s solicitor since today");
    await inspect(page);
    await bea.page.reload();
    await expect(stage(bea.page, "Enquiries")).toContainText("your solicitor since today");
  });

  await test.step("a note that only the seller sees is added and deleted", async () => {
    await openDialog(page, "Add a note", "Add a note for customers");
    await inspect(page);
    await press(page, "Add note");
    await expect(page.getByRole("alert")).toContainText("Choose a stage");
    await page.getByLabel("Stage", { exact: true }).selectOption("Enquiries");
    await page.getByLabel("Sellers only").check();
    await page.getByLabel("Note", { exact: true }).fill("The loft is asked about");
    await press(page, "Add note");
    await expect(message(page, "Note added")).toBeVisible();
    await sam.page.reload();
    await expect(stage(sam.page, "Enquiries")).toContainText("“The loft is asked about”");
    await expect(sam.page.getByText("Read our note")).toBeVisible();
    await expect(sam.page.getByRole("heading", { name: /left you a note today$/ })).toBeVisible();
    await sam.page.getByRole("link", { name: "See this note in the stages below" }).click();
    await expect(sam.page.locator(".stage-note:target")).toContainText("The loft is asked about");
    await inspect(sam.page);
    await bea.page.reload();
    await expect(bea.page.getByText("The loft is asked about")).toHaveCount(0);
    await openDialog(page, "Delete “The loft is asked about”", "Delete a note");
    await press(page, "Delete note");
    await expect(message(page, "Note deleted")).toBeVisible();
    await sam.page.reload();
    await expect(sam.page.getByText("The loft is asked about")).toHaveCount(0);
  });

  await test.step("staff mark enquiries as raised and answered, and clear the second date, which was a mistake", async () => {
    await press(page, "Enquiries raised");
    await expect(message(page, "Enquiries raised:")).toBeVisible();
    await press(page, "Enquiries answered");
    await expect(message(page, "Enquiries answered:")).toBeVisible();
    await expect(stage(page, "Exchange")).toContainText("In progress");
    await page.goto(`${matter}/buyers/${purchase_id}/dates`);
    const answered = page.getByRole("group", { name: "Enquiries answered" });
    for (const part of ["Day", "Month", "Year"]) await answered.getByLabel(part).fill("");
    await press(page, "Save");
    await expect(page.getByText("Are you sure?")).toBeVisible();
    await press(page, "Save");
    await expect(message(page, "Significant dates saved")).toBeVisible();
    await expect(strip(page)).toContainText("Stage 5 of 7");
    await expect(strip(page)).toContainText("Seller’s solicitor");
    await inspect(page);
  });

  await test.step("completion shows all seven stages as done", async () => {
    const today = londonDay(new Date());
    await db
      .updateTable("purchase_intents")
      .set({ exchanged: today, completed: today })
      .where("id", "=", purchase_id)
      .execute();
    await bea.page.reload();
    await expect(bea.page.getByRole("heading", { level: 1 })).toContainText("is yours");
    const done = bea.page.getByRole("region", { name: "All stages complete" });
    await expect(done.getByRole("listitem")).toHaveCount(7);
    await inspect(bea.page);
  });
});

async function readyForContracts(db: Db, seller_id: string, buyer_id: string) {
  const id = await insertSaleAtStage(db, seller_id, { terms: true, complete: true });
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const purchase = await createPurchase(db, buyer_id, newPurchase(property_id));
  await acceptBuyerTerms(db, { purchase_intent_id: purchase.id, buyer_id });
  await confirmPurchase(db, { id: purchase.id, buyer_id });
  await db
    .updateTable("purchase_intents")
    .set({ is_active: true })
    .where("id", "=", purchase.id)
    .execute();
  await db
    .updateTable("transactions")
    .set({
      seller_lawyer_group_id: await insertLawyerGroup(db),
      buyer_lawyer_group_id: await insertLawyerGroup(db),
      legals_started_at: new Date("2026-11-02T10:00:00Z"),
    })
    .where("id", "=", id)
    .execute();
  const people = await db
    .selectFrom("users")
    .select(["id", "email", "first_name", "last_name"])
    .where("id", "in", [seller_id, buyer_id])
    .execute();
  await db
    .insertInto("identity_checks")
    .values(
      people.map(({ id: user_id, email, first_name, last_name }) => ({
        transaction_id: id,
        purchase_intent_id: user_id === buyer_id ? purchase.id : null,
        person_type: user_id === buyer_id ? ("buyer" as const) : ("seller" as const),
        ...{ email, first_name, last_name },
        phone_number: "+447400123456",
        status: "complete" as const,
      })),
    )
    .execute();
  await db
    .insertInto("searches")
    .values({
      transaction_id: id,
      product_id: "LLC1CON29",
      reference: id,
      status: "complete",
      completion_date: "2026-11-13",
      created_at: new Date("2026-11-03T10:00:00Z"),
    })
    .execute();
  return { id, purchase_id: purchase.id };
}

async function rememberPacks(db: Db) {
  const { id: seller_id } = await insertPerson(db, `${crypto.randomUUID()}@example.test`);
  for (let sale = 0; sale < 20; sale++) {
    const { id } = await insertSale(db, seller_id);
    const working_days = 2 + (sale % 5);
    const ended_on = addWorkingDays("2026-09-01", working_days);
    await db
      .insertInto("stage_durations")
      .values({
        transaction_id: id,
        stage: "contract_pack",
        began_on: "2026-09-01",
        ended_on,
        working_days,
      })
      .execute();
  }
  await computeStageDurations(db);
}
