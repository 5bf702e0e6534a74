import {
  assignSolicitors,
  createMatter,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { insertGroup } from "#tests/support/groups.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectPath, heading, press } from "./support/seller.ts";
import { message, signInStaff, uniqueName } from "./support/staff.ts";

test("staff agree a sale with a buyer who is new to us, replace and release buyers, and undo each (ST-3 ST-4)", async ({
  page,
  context,
  db,
  inspect,
}) => {
  await signInStaff(db, context);
  const matter = await createMatter(db);
  const { id } = matter;
  await assignSolicitors(db, id, ["seller"]);
  const buyers = `/admin/transactions/${id}/buyers`;
  const confirm = () =>
    page.getByRole("button", { name: /^Confirm( and send (\d+ emails|1 email))?$/ }).click();
  const undo = async () => {
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    await expect(message(page, "Undone")).toBeVisible();
  };

  await test.step("an empty memorandum names each field", async () => {
    await page.goto(buyers);
    await page.getByRole("link", { name: "Agree a sale" }).click();
    await expect(heading(page, "Agree a sale")).toBeVisible();
    await inspect(page);
    await press(page, "Check and continue");
    await expect(page.getByText("Choose the buyer").first()).toBeVisible();
    await inspect(page);
  });

  await test.step("the confirmation shows the invitation, and Back keeps what was typed", async () => {
    const email = `grace.${id}@example.test`;
    await page.getByLabel("A buyer who hasn’t entered a purchase").check();
    await page.getByLabel("First name", { exact: true }).fill("Grace");
    await page.getByLabel("Last name", { exact: true }).fill("Hopper");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Mobile number", { exact: true }).fill("07400 123456");
    await page.getByLabel("Agreed price").fill("450,000");
    await press(page, "Check and continue");
    await expect(heading(page, "Agree a sale: check and confirm")).toBeVisible();
    await page.getByText("Grace Hopper, buyer", { exact: true }).click();
    await expect(page.getByText("The link is valid for 7 days and is only for you.")).toBeVisible();
    await inspect(page);
    await press(page, "Go back and amend");
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
    await press(page, "Check and continue");
    await confirm();
    await expect(message(page, "Success!")).toBeVisible();
    await page.goto(buyers);
    await expect(
      page.getByRole("heading", { name: "Sale agreed with Grace Hopper", exact: true }),
    ).toBeVisible();
    await inspect(page);
    await page.goto(`/admin/transactions/${id}`);
    await undo();
  });

  await createPurchaseAtStage(db, matter, { first_name: "Wen" });
  const active = await createPurchaseAtStage(db, matter, { first_name: "Bea", active: true });
  await assignSolicitors(db, id, ["buyer"]);

  await test.step("replacing the buyer names who is displaced", async () => {
    await page.goto(buyers);
    await page.getByRole("link", { name: "Replace the buyer" }).click();
    await press(page, "Check and continue");
    await expect(page.getByText("Choose the new buyer").first()).toBeVisible();
    await page.getByLabel(/^Wen Byron/).check();
    await press(page, "Check and continue");
    await expect(page.getByText("Now: Bea Byron")).toBeVisible();
    await page.getByText("Bea Byron, previous buyer", { exact: true }).click();
    await expect(page.getByText("isn’t going ahead with you as the buyer.")).toBeVisible();
    await inspect(page);
    await confirm();
    await expect(message(page, "Success!")).toBeVisible();
    await expectPath(page, `/admin/transactions/${id}`);
    await undo();
  });

  await test.step("a released buyer can be resumed", async () => {
    await page.goto(buyers);
    await page.getByRole("link", { name: "Release the buyer" }).click();
    await page.getByLabel("Note for staff (optional)").fill("Lost their job");
    await inspect(page);
    await press(page, "Check and continue");
    await expect(page.getByText("Now: Bea Byron")).toBeVisible();
    await confirm();
    await expect(message(page, "Success!")).toBeVisible();
    await page.goto(buyers);
    await page.getByRole("link", { name: "Resume the buyer" }).click();
    await press(page, "Check and continue");
    await confirm();
    await expect(message(page, "Success!")).toBeVisible();
    const { is_active } = await db
      .selectFrom("purchase_intents")
      .select("is_active")
      .where("id", "=", active.id)
      .executeTakeFirstOrThrow();
    expect(is_active).toBe(true);
  });
});

const REPRESENTATIVE = {
  first_name: "Rae",
  middle_name: null,
  last_name: "Elm",
  phone_number: "+447400123456",
};

test("staff take a home out of its group, and the group no longer lists it", async ({
  page,
  context,
  db,
  inspect,
}) => {
  await signInStaff(db, context);
  const email = `${uniqueName("rae").replace(" ", ".")}@elmfield.example`;
  const group = await insertGroup(db, {
    name: uniqueName("elm"),
    representative: { person: { ...REPRESENTATIVE, email } },
  });
  const [unit = ""] = group.units;
  await page.goto(`/admin/transactions/${unit}/actions/take-unit-out`);
  await expect(heading(page, "Take this sale out of its group")).toBeVisible();
  await inspect(page);
  await press(page, "Check and continue");
  await expect(heading(page, "Take this sale out of its group: check and confirm")).toBeVisible();
  await inspect(page);
  await page.getByRole("button", { name: "Confirm and send 1 email" }).click();
  await expect(message(page, "Success!")).toBeVisible();
  await page.goto(`/admin/transactions-groups/${group.id}/details`);
  await expect(page.getByRole("link", { name: /^Plot/ })).toHaveCount(1);
});
