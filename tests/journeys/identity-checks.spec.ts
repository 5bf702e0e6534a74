import { sql } from "kysely";
import { insertAgent, NO_CHECKS } from "#tests/support/estate-agents.ts";
import {
  assignSolicitors,
  createMatter,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { fullPurchasePeople } from "#tests/support/purchases.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectEvents } from "./support/records.ts";
import { press } from "./support/seller.ts";
import { message, row, signInStaff, uniqueName } from "./support/staff.ts";

test("staff request, order, abort, reorder and complete identity checks (WF-11, N-001 to N-032, K-014)", async ({
  page,
  context,
  db,
  person,
  postbox,
  inspect,
  scripts,
}) => {
  await signInStaff(db, context);
  const matter = await createMatter(db, uniqueName("Arch"));
  const requester = `requester.${person.email}`;
  const estate_agent_id = await insertAgent(db, {
    checks: {
      ...NO_CHECKS,
      requests_seller_thirdfort_checks: true,
      requests_buyer_thirdfort_checks: true,
      thirdfort_requester_emails: [requester],
    },
  });
  const { seller_id } = await db
    .updateTable("transactions")
    .set({ estate_agent_id, estate_agent_status: "assigned", created_at: new Date() })
    .where("id", "=", matter.id)
    .returning("seller_id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("users")
    .set({ first_name: "Sam", last_name: "Seller", phone_number: "07400 123456" })
    .where("id", "=", seller_id)
    .execute();
  const sam = row(page, "Sam Seller");

  await test.step("checks cannot be requested without solicitors, or buyers’ checks without a purchase (WF-11.1)", async () => {
    await page.goto(`/admin/transactions/${matter.id}`);
    await page.getByRole("link", { name: "Thirdfort", exact: true }).click();
    await expect(page.getByRole("button", { name: "Request seller checks" })).toBeDisabled();
    await expect(
      page.getByRole("button", { name: "Request buyer and giftor checks" }),
    ).toBeDisabled();
    await expect(page.getByRole("button", { name: "Order check for Sam Seller" })).toBeDisabled();
    await expect(page.getByText("Assign a solicitor on the seller side first.")).toHaveCount(2);
    await expect(page.getByText(/^Identity checks ?Outstanding$/)).toBeVisible();
    await inspect(page);
    await assignSolicitors(db, matter.id, ["seller", "buyer"]);
    await page.reload();
    await expect(page.getByRole("link", { name: "Request seller checks" })).toBeVisible();
    await expect(page.getByText("There is no purchase intent yet.")).toBeVisible();
    await createPurchaseAtStage(db, matter, { active: true }, fullPurchasePeople);
  });

  await test.step("the office is asked to check the sellers (WF-11.5)", async () => {
    await page.reload();
    await expect(
      page.getByText(/Northgate York conducts checks on sellers, and on buyers/),
    ).toBeVisible();
    await page.getByRole("link", { name: "Request seller checks" }).click();
    await expect(page.getByRole("dialog")).toContainText(requester);
    await inspect(page);
    await press(page, "Request seller checks");
    const feedback = message(page, "Seller checks requested");
    await expect(feedback).toBeVisible();
    if (scripts) await expect(feedback).toHaveCount(0);
    await postbox.expectNames(requester, ["thirdfort_request_sellers"]);
  });

  await test.step("an order shows the phone number in full (WF-11.2)", async () => {
    await expect(row(page, "Gail Giver")).toContainText("Not requested");
    await expect(row(page, "Gail Giver")).toContainText("Not shared");
    await page.getByRole("link", { name: "Order check for Sam Seller" }).click();
    await expect(page.getByRole("dialog")).toContainText("+447400123456");
    await expect(page.getByRole("dialog")).toContainText("Thirdfort will charge us for it");
    await inspect(page);
    await press(page, "Order check");
    await expect(message(page, "Check ordered")).toBeVisible();
    await expect(sam).toContainText("Pending");
    await expect(sam).toContainText("Able seller");
    const { rows } = await sql<{ phone: string }>`
      select value->'request'->'actor'->>'phone' as phone from doubles.records
      where vendor = 'thirdfort' and kind = 'transaction' and value->>'ref' = ${matter.id}`.execute(
      db,
    );
    expect(rows).toEqual([{ phone: "+447400123456" }]);
  });

  await test.step("the details of each person are shown (WF-11.6)", async () => {
    await page
      .getByText("Show Full Details for Sellers")
      .or(page.locator("summary").filter({ hasText: "Sellers" }))
      .first()
      .click();
    const details = page.locator("details[open]");
    await expect(details).toContainText("Hide");
    for (const label of [
      "File reference",
      "Full name",
      "Phone",
      "Email",
      "Property address",
      "Solicitor email",
      "Recipient email",
    ]) {
      await expect(details.getByText(label, { exact: true })).toBeVisible();
    }
    await expect(details).toContainText("7400 123456");
    await inspect(page);
  });

  await test.step("a check is reordered after it was aborted, failed or completed with a warning, until it is clear (WF-11.3)", async () => {
    await page.getByRole("link", { name: "Abort check for Sam Seller" }).click();
    await inspect(page);
    await press(page, "Abort check");
    await expect(sam).toContainText("Aborted");
    await page.getByRole("link", { name: "Reorder check for Sam Seller" }).click();
    await expect(page.getByRole("dialog")).toContainText("the current check (aborted)");
    await press(page, "Reorder check");
    await expect(message(page, "Check reordered")).toBeVisible();
    await expect(sam).toContainText("Pending");

    const endIt = async (button: string) => {
      await sam.getByRole("link", { name: /^t\w{19}$/ }).click();
      await page.getByRole("button", { name: new RegExp(`^${button} t`) }).click();
      await expect(page.getByRole("button", { name: /^Send webhook again/ })).toBeVisible();
    };
    const back = () => page.goto(`/admin/transactions/${matter.id}/thirdfort`);
    await endIt("Fail");
    await back();
    await expect(sam).toContainText("Failed");
    await page.reload();
    await expect(
      page.getByRole("link", { name: /^Thirdfort ?, a check has failed$/ }),
    ).toBeVisible();
    await expect(page.getByText("In progress").first()).toBeVisible();
    await inspect(page);
    await page.getByRole("link", { name: "Reorder check for Sam Seller" }).click();
    await press(page, "Reorder check");
    await expect(message(page, "Check reordered")).toBeVisible();
    await endIt("Complete: consider");
    await back();
    await expect(sam).toContainText("Complete, consider");
    await expect(sam).toContainText("PEPs and sanctions: consider");
    await page.reload();
    await expect(
      page.getByRole("link", { name: /^Thirdfort ?, a result to consider$/ }),
    ).toBeVisible();
    await inspect(page);
    await page.getByRole("link", { name: "Reorder check for Sam Seller" }).click();
    await expect(page.getByRole("dialog")).toContainText("the current check (complete, consider)");
    await press(page, "Reorder check");
    await expect(message(page, "Check reordered")).toBeVisible();
    await endIt("Complete");
    await expect(async () => {
      const { rows } = await sql<{ status: string }>`
        select status from identity_checks where transaction_id = ${matter.id}
        order by created_at desc limit 1`.execute(db);
      expect(rows[0]?.status).toBe("complete");
    }).toPass();
    await back();
    await expect(sam).toContainText("Complete, clear");
    await expect(page.getByRole("button", { name: "Reorder check for Sam Seller" })).toBeDisabled();
    await inspect(page);
  });

  await expectEvents(db, matter.id, [
    ...(await earlier()),
    "thirdfort_seller_request_email_sent",
    "thirdfort_check_ordered",
    "thirdfort_check_aborted",
    "thirdfort_check_reordered",
    "thirdfort_check_failed",
    "thirdfort_check_reordered",
    "thirdfort_check_completed",
    "thirdfort_check_reordered",
    "thirdfort_check_completed",
  ]);

  async function earlier() {
    const events = await db
      .selectFrom("events")
      .select("event_name")
      .where("transaction_id", "=", matter.id)
      .where("event_name", "not like", "thirdfort%")
      .orderBy("date_time")
      .orderBy("id")
      .execute();
    return events.map(({ event_name }) => event_name);
  }
});
