import { insertPerson, insertSale } from "#tests/db/people.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectErrors, expectPath, heading, press } from "./support/seller.ts";
import { message, row, signInStaff } from "./support/staff.ts";

test("staff find a payment under review, resolve it, and find it among the resolved ones (K-083, AMB-E09) @scripts", async ({
  page,
  context,
  db,
  person,
  inspect,
}) => {
  const seller = await insertPerson(db, person.email);
  const { id: transaction_id } = await insertSale(db, seller.id);
  const order = await db
    .insertInto("orders")
    .values({
      transaction_id,
      payment_type: "stripe_direct",
      total_amount_pence: 24_000,
      review: "amount_mismatch",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const stripe_transaction_id = `pi_${order.id}`;
  await db
    .insertInto("payment_reviews")
    .values({
      order_id: order.id,
      stripe_transaction_id,
      stripe_status: "succeeded",
      amount_pence: 20_000,
      currency: "gbp",
      reason: "amount_mismatch",
    })
    .execute();
  await signInStaff(db, context);

  await test.step("the list of matters links to the payments under review, which include this one", async () => {
    await page.goto("/admin/transactions");
    await page.getByRole("link", { name: "Payments to look at" }).click();
    await expect(heading(page, "Payments to look at")).toBeVisible();
    await expect(row(page, stripe_transaction_id)).toContainText("£200.00");
    await inspect(page);
    await row(page, stripe_transaction_id).getByRole("link", { name: "1 Arch Street" }).click();
    await expectPath(page, `/admin/transactions/${transaction_id}/orders`);
  });

  await test.step("the payment can only be resolved with a note on what was done", async () => {
    await expect(page.getByText("A payment is under review")).toBeVisible();
    await inspect(page);
    await page.getByRole("link", { name: `Resolve ${stripe_transaction_id}` }).click();
    await expect(page.getByRole("heading", { name: "Resolve a payment" })).toBeVisible();
    await inspect(page);
    await page.getByLabel("Resolved", { exact: true }).check();
    await press(page, "Save");
    await expectErrors(page, ["Add a note saying what was done"]);
    await inspect(page);
    await page.getByLabel("Note").fill("Given back; Ada will pay again.");
    await press(page, "Save");
    await expect(message(page, "Payment saved")).toBeVisible();
    await expectPath(page, "/admin/payments");
    await expect(row(page, stripe_transaction_id)).toHaveCount(0);
  });

  await test.step("the payment is in the resolved list and on the order", async () => {
    await page.getByLabel("Show").selectOption({ label: "Resolved" });
    await press(page, "Apply");
    await expect(row(page, stripe_transaction_id)).toContainText("Given back; Ada will pay again.");
    await inspect(page);
    await page.goto(`/admin/transactions/${transaction_id}/orders`);
    await expect(page.getByText("A payment is under review")).toHaveCount(0);
    await expect(page.getByRole("table", { name: "Resolved payments" })).toContainText("Ada Marsh");
    await inspect(page);
  });
});
