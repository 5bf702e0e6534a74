import { followUpChases } from "#app/domain/chases/follow-up.server.ts";
import { confirmPurchase } from "#app/domain/purchases/purchases.server.ts";
import { sentenceDate, londonDay } from "#app/domain/shared/dates.ts";
import { addDays, addWorkingDays } from "#app/domain/shared/working-days.ts";
import { acceptBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import type { Db } from "#db/connection.ts";
import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { createPurchase } from "#tests/support/create-matter.ts";
import { newPurchase } from "#tests/support/purchases.ts";
import { insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";
import { aCustomer, signInCustomer } from "./support/people.ts";
import { expect, test } from "./support/fixtures.ts";
import { heading, press } from "./support/seller.ts";
import { message, opener, signInStaff } from "./support/staff.ts";

const today = londonDay(new Date());

test("staff chase a solicitor, who answers without an account, and the seller reads the day", async ({
  page,
  context,
  db,
  person,
  inspect,
  anotherBrowser,
  postbox,
}) => {
  await signInStaff(db, context);
  const theirs = await anotherBrowser();
  const seller_id = await signInCustomer(db, theirs, person);
  const seller = await theirs.newPage();
  const solicitor = `sol.${person.email}`;
  const id = await exchangedSale(db, {
    seller_id,
    buyer: `bea.${person.email}`,
    solicitor,
    person,
  });
  const record = `/admin/transactions/${id}`;
  const asked = `We asked your solicitor today and will ask again on ${sentenceDate(addWorkingDays(today, 3), today)}.`;

  await test.step("the page shows the addresses and the words of the email", async () => {
    await page.goto(record);
    await opener(page, "Chase seller’s solicitor").click();
    await expect(page.getByText(solicitor)).toBeVisible();
    await inspect(page);
    await press(page, "Send email");
    await expect(message(page, "Email queued")).toBeVisible();
    await postbox.expectNames(solicitor, ["firm_chase"]);
  });

  await test.step("the seller reads when we asked and when we will ask again", async () => {
    await seller.goto(`/dashboard/sell/${id}`);
    await expect(seller.getByText(asked)).toBeVisible();
  });

  const day = addDays(today, 8);
  await test.step("the solicitor answers with a day, once", async () => {
    const [email] = await postbox.of(solicitor);
    const link = /https?:\/\/\S+\/answers\/\S+/.exec(email?.TextBody ?? "")?.[0] ?? "";
    const firm = await (await anotherBrowser()).newPage();
    await firm.goto(link);
    await expect(heading(firm, "When will the sale complete?")).toBeVisible();
    expect(firm.url()).not.toContain("token");
    await inspect(firm);
    await firm.getByLabel("We’ll do this by a day").check();
    const [year = "", month = "", date = ""] = day.split("-");
    await firm.getByLabel("Day", { exact: true }).fill(date);
    await firm.getByLabel("Month", { exact: true }).fill(month);
    await firm.getByLabel("Year", { exact: true }).fill(year);
    await firm.getByLabel("Your name").fill("Sol Able");
    await press(firm, "Send answer");
    await expect(heading(firm, "Thank you for your answer")).toBeVisible();
    await firm.goto(new URL(firm.url()).pathname);
    await expect(heading(firm, "This question has been answered")).toBeVisible();
  });

  await test.step("the seller reads the day, and after it the handler has a task", async () => {
    await seller.reload();
    await expect(
      seller.getByText(`They expect to finish by ${sentenceDate(day, today)}.`),
    ).toBeVisible();
    await followUpChases(db, new Date(`${addWorkingDays(day, 1)}T09:00:00Z`));
    await page.goto(record);
    await expect(
      page.getByText(/expected to finish by .*: check or chase again/).first(),
    ).toBeAttached();
  });
});

async function exchangedSale(
  db: Db,
  {
    seller_id,
    buyer,
    solicitor,
    person,
  }: {
    seller_id: string;
    buyer: string;
    solicitor: string;
    person: Parameters<typeof aCustomer>[1];
  },
) {
  const id = await insertSaleAtStage(db, seller_id, { terms: true, complete: true });
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const buyer_id = await aCustomer(db, { ...person, email: buyer });
  const purchase = await createPurchase(db, buyer_id, newPurchase(property_id));
  await acceptBuyerTerms(db, { purchase_intent_id: purchase.id, buyer_id });
  await confirmPurchase(db, { id: purchase.id, buyer_id });
  await db
    .updateTable("transactions")
    .set({
      seller_lawyer_group_id: await insertLawyerGroup(db, {
        solicitor: { ...lawyer("Sol"), email: solicitor },
      }),
      buyer_lawyer_group_id: await insertLawyerGroup(db),
    })
    .where("id", "=", id)
    .execute();
  await db
    .updateTable("purchase_intents")
    .set({ is_active: true, exchanged: addDays(today, -1) })
    .where("id", "=", purchase.id)
    .execute();
  return id;
}
