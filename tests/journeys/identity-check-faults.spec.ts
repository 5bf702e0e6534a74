import type { Page } from "@playwright/test";
import { sql, type Updateable } from "kysely";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { createMatter, assignSolicitors } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectErrors, press } from "./support/seller.ts";
import { message, row, signInStaff, uniqueName } from "./support/staff.ts";

async function aSellerToCheck(db: Db) {
  const { id } = await createMatter(db, uniqueName("Arch"));
  await assignSolicitors(db, id, ["seller"]);
  const { seller_id } = await db
    .updateTable("transactions")
    .set({ created_at: new Date() })
    .where("id", "=", id)
    .returning("seller_id")
    .executeTakeFirstOrThrow();
  const rename = (last_name: string) =>
    db
      .updateTable("users")
      .set({ first_name: "Sam", last_name, phone_number: "07400 123456" })
      .where("id", "=", seller_id)
      .execute();
  const changeCheck = (change: Updateable<DB["identity_checks"]>) =>
    db.updateTable("identity_checks").set(change).where("transaction_id", "=", id).execute();
  await rename("Seller");
  return { id, tab: `/admin/transactions/${id}/thirdfort`, rename, changeCheck };
}

async function ask(page: Page, verb: "Order" | "Abort" | "Reorder", name: string) {
  await page.getByRole("link", { name: `${verb} check for ${name}` }).click();
  await press(page, `${verb} check`);
}

test("an identity check belongs to one person in one role, and older matters show the details instead of checks (WF-11.4, WF-11.7, N-017, N-026, AMB-N02) @scripts", async ({
  page,
  context,
  db,
  inspect,
}) => {
  await signInStaff(db, context);
  const { id, tab, changeCheck } = await aSellerToCheck(db);
  const checksOf = (group: string) => page.getByRole("table", { name: `Checks: ${group}` });
  const sam = checksOf("Sellers").getByRole("row").filter({ hasText: "Sam Seller" });

  await test.step("matters from before the switchover show only the details, and later ones the tables of checks (WF-11.7)", async () => {
    const config = await db
      .selectFrom("admin_config")
      .select("thirdfort_v2_switchover_date")
      .executeTakeFirstOrThrow();
    const made = (created_at: Date) =>
      db.updateTable("transactions").set({ created_at }).where("id", "=", id).execute();
    const noon = new Date(`${config.thirdfort_v2_switchover_date}T12:00:00Z`);
    await made(new Date(noon.getTime() - 24 * 60 * 60 * 1_000));
    await page.goto(tab);
    await expect(page.getByText("Recipient email", { exact: true })).toBeVisible();
    await expect(page.getByText("Not requested")).toHaveCount(0);
    await inspect(page);
    await made(noon);
    await page.reload();
    await expect(sam).toContainText("Not requested");
  });

  await test.step("an email in different capitals is the same person, but a different role counts as a different person (WF-11.4)", async () => {
    await ask(page, "Order", "Sam Seller");
    await expect(sam).toContainText("Pending");
    await expect(page.getByText(/^Identity checks ?In progress$/)).toBeVisible();
    const { email } = await db
      .selectFrom("identity_checks")
      .select("email")
      .where("transaction_id", "=", id)
      .executeTakeFirstOrThrow();
    await changeCheck({ email: email.toUpperCase(), first_name: "SAM", last_name: "seller" });
    await page.goto(tab);
    await expect(sam).toContainText("Pending");
    await changeCheck({ person_type: "buyer" });
    await page.goto(tab);
    await expect(sam).toContainText("Not requested");
    await expect(page.getByRole("link", { name: "Order check for Sam Seller" })).toBeVisible();
    await expect(checksOf("No longer on this matter")).toContainText("Pending");
  });
});

test("staff see an error and the identity check is unchanged if Thirdfort rejects a request (WF-11.8, N-033 to N-038) @scripts", async ({
  page,
  context,
  db,
  inspect,
}) => {
  await signInStaff(db, context);
  const { id, tab, rename, changeCheck } = await aSellerToCheck(db);
  const sam = row(page, "Sam Seller");
  // Thirdfort rejects every request about this id, because it never issued the id.
  const unknown = `t${id}`;

  await test.step("an order that Thirdfort rejects creates no check (WF-11.8)", async () => {
    await rename("Refused");
    await page.goto(tab);
    await ask(page, "Order", "Sam Refused");
    await expect(message(page, "Error trying to order thirdfort check")).toBeVisible();
    await expect(row(page, "Sam Refused")).toContainText("Not requested");
    await inspect(page);
    await rename("Seller");
    await page.goto(tab);
    await ask(page, "Order", "Sam Seller");
    await expect(sam).toContainText("Pending");
  });

  await test.step("a list of checks that cannot be loaded and a failed abort leave the check unchanged (WF-11.8)", async () => {
    await changeCheck({ thirdfort_id: unknown });
    await page.goto(tab);
    await expect(page.getByText("There was an error fetching the thirdfort checks")).toBeVisible();
    await expect(page.getByText("Showing the last results we received.")).toBeVisible();
    await inspect(page);
    await ask(page, "Abort", "Sam Seller");
    await expect(message(page, "Error trying to abort thirdfort check")).toBeVisible();
    await expect(sam).toContainText("Pending");
  });

  await test.step("a check without an id cannot be aborted (WF-11.8)", async () => {
    await changeCheck({ thirdfort_id: null });
    await page.goto(tab);
    await page.getByRole("link", { name: "Abort check for Sam Seller" }).click();
    await expect(page.getByRole("dialog")).toContainText(
      "Error getting check id, cannot abort check",
    );
    await expect(page.getByRole("button", { name: "Abort check", exact: true })).toHaveCount(0);
    await inspect(page);
  });

  await test.step("a reorder that Thirdfort rejects leaves the check unchanged (WF-11.8)", async () => {
    await rename("Refused");
    await changeCheck({ thirdfort_id: unknown, status: "failed", last_name: "Refused" });
    await page.goto(tab);
    await ask(page, "Reorder", "Sam Refused");
    await expect(message(page, "Error trying to reorder thirdfort check")).toBeVisible();
    await expect(row(page, "Sam Refused")).toContainText("Failed");
    await inspect(page);
  });
});

test("staff resolve an order of an identity check if Thirdfort’s answer was lost (N-037) @scripts", async ({
  page,
  context,
  db,
  inspect,
}) => {
  test.setTimeout(90_000);
  await signInStaff(db, context);
  const { id, tab, rename } = await aSellerToCheck(db);
  await rename("Lost");
  const sam = row(page, "Sam Lost");
  await page.goto(tab);
  await ask(page, "Order", "Sam Lost");
  await expect(message(page, "Order not confirmed")).toBeVisible();
  await expect(sam).toContainText("We don’t know yet if Thirdfort received the order.");
  await page.reload();
  await expect(
    page.getByRole("link", { name: /^Thirdfort ?, order not confirmed$/ }),
  ).toBeVisible();
  await inspect(page);

  await test.step("a form without a choice, or with an id that Thirdfort does not know, is rejected", async () => {
    await page.getByRole("link", { name: "Resolve order check for Sam Lost" }).click();
    await expect(page.getByRole("dialog")).toContainText(id);
    await inspect(page);
    await press(page, "Resolve order");
    await expectErrors(page, ["Select whether Thirdfort has the order"]);
    await page.getByLabel("Thirdfort has it").check();
    await page.getByLabel("Check ID").fill("t0");
    await press(page, "Resolve order");
    await expectErrors(page, ["Thirdfort has no check with this ID. Check the ID"]);
    await inspect(page);
    await expect(page.getByLabel("Check ID")).toHaveValue("t0");
  });

  await test.step("the id of the check at Thirdfort is saved", async () => {
    const { rows } = await sql<{ id: string }>`
      select value->>'id' as id from doubles.records
      where vendor = 'thirdfort' and kind = 'transaction' and value->>'ref' = ${id}`.execute(db);
    await page.getByLabel("Check ID").fill(rows[0]?.id ?? "");
    await press(page, "Resolve order");
    await expect(message(page, "Order resolved")).toBeVisible();
    await expect(sam).toContainText(rows[0]?.id ?? "");
    await expect(sam).toContainText("Pending");
    await inspect(page);
  });
});
