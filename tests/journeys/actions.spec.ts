import { createMatterWithPeople } from "#tests/routes/admin/transaction-tabs/checked-matter.ts";
import { assignSolicitors } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectPath, heading, press } from "./support/seller.ts";
import { message, signInStaff } from "./support/staff.ts";

test("staff change the agreed price, see who will be emailed, and undo it before the emails are sent", async ({
  page,
  context,
  db,
  inspect,
}) => {
  await signInStaff(db, context);
  const { id, purchase } = await createMatterWithPeople(db);
  await assignSolicitors(db, id, ["seller", "buyer"]);
  const price = async () =>
    (
      await db
        .selectFrom("purchase_intents")
        .select("agreed_price_pounds")
        .where("id", "=", purchase.id)
        .executeTakeFirstOrThrow()
    ).agreed_price_pounds;
  const before = await price();
  await page.goto(`/admin/transactions/${id}`);
  await page.getByRole("link", { name: "Change the agreed price" }).click();
  await expect(heading(page, "Change the agreed price")).toBeVisible();

  await test.step("an empty price shows an error, and the same price is refused", async () => {
    await page.getByLabel("New agreed price").fill("");
    await press(page, "Check and continue");
    await expect(page.getByText(/^The agreed price must be higher than/).first()).toBeVisible();
    await inspect(page);
    await page.getByLabel("New agreed price").fill(String(before));
    await press(page, "Check and continue");
    await expect(page.getByText("This is the same as now").first()).toBeVisible();
  });

  await test.step("the confirmation shows each email, and nothing has changed yet", async () => {
    await page.getByLabel("New agreed price").fill("462,000");
    await press(page, "Check and continue");
    await expect(heading(page, "Change the agreed price: check and confirm")).toBeVisible();
    await page.getByText(/, seller’s solicitor$/).click();
    await expect(page.getByText("Please use the new price in the contract.")).toBeVisible();
    await inspect(page);
    expect(await price()).toBe(before);
    await press(page, "Go back and amend");
    await expect(page.getByLabel("New agreed price")).toHaveValue("462,000");
    await press(page, "Check and continue");
  });

  await test.step("the record shows the change and when its emails will be sent, and Undo restores the price", async () => {
    await page.getByRole("button", { name: /^Confirm and send \d+ emails$/ }).click();
    await expect(message(page, "Success!")).toBeVisible();
    await expectPath(page, `/admin/transactions/${id}`);
    expect(await price()).toBe(462_000);
    await expect(page.getByText(/\d+ emails will be sent at \d\d:\d\d\./)).toBeVisible();
    await inspect(page);
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect(message(page, "Undone")).toBeVisible();
    expect(await price()).toBe(before);
    await expect(page.getByText(/emails will be sent at/)).toHaveCount(0);
  });
});
