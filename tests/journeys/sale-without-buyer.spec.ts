import { recordEvent } from "#app/domain/events/events.server.ts";
import { insertSale } from "#tests/db/people.ts";
import { insertLawFirm, insertLawyerGroup } from "#tests/support/solicitors.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { heading, press } from "./support/seller.ts";
import { message, openPage, signInStaff, uniqueName } from "./support/staff.ts";

test("the legal work of a sale starts before there is a buyer (L-047)", async ({
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
  const sale = await insertSale(db, await signInCustomer(db, context, person));
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
    await expect(page.getByText("We’re ordering the ID checks")).toBeVisible();
    await expect(page.getByText("This part of the legal work doesn’t need a buyer.")).toBeVisible();
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

  await test.step("once the results are in, only a buyer is missing, and no one is kept waiting", async () => {
    await db
      .insertInto("searches")
      .values({ transaction_id: sale.id, product_id: "P1", reference: "OS1", status: "complete" })
      .execute();
    await ada.goto(record);
    await expect(ada.getByText("Ask the seller if they have a buyer")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Your ID checks and searches are done")).toBeVisible();
    await expect(page.getByText(/Waiting for/)).toHaveCount(0);
    await inspect(page);
  });
  await postbox.expectNames(person.email, ["seller_introduction"]);
});
