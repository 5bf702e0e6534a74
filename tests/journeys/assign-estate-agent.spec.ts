import { insertPerson, insertSale } from "#tests/db/people.ts";
import { insertAgent, valuer } from "#tests/support/estate-agents.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectEvents } from "./support/records.ts";
import { expectErrors, heading, press } from "./support/seller.ts";
import { message, signInStaff, uniqueName } from "./support/staff.ts";

test("two members of staff assign an estate agent to a matter at the same time (WF-09, I-028, M-077 to M-088) @scripts", async ({
  page,
  context,
  db,
  person,
  postbox,
  inspect,
  anotherBrowser,
}) => {
  await signInStaff(db, context);
  const [office, silent] = [uniqueName("Northgate"), uniqueName("Silent")];
  const val = `val.${person.email}`;
  const agent = await insertAgent(db, {
    office: { office_name: office },
    valuers: [valuer("Val", { email: val })],
  });
  await insertAgent(db, {
    office: { office_name: silent },
    valuers: [valuer("Sid", { email: null })],
  });
  const seller = await insertPerson(db, person.email);
  const { id } = await insertSale(db, seller.id);
  await db
    .updateTable("transactions")
    .set({ estate_agent_status: "not_listed" })
    .where("id", "=", id)
    .execute();

  await test.step("the tab rejects a form without an estate agent (WF-09.1)", async () => {
    await page.goto(`/admin/transactions/${id}`);
    await page.getByRole("link", { name: "Estate Agent", exact: true }).click();
    await expect(page.getByRole("main")).toContainText("Estate agent not found in list");
    await inspect(page);
    await press(page, "Assign estate agent");
    await expectErrors(page, ["Estate agent is required"]);
    await inspect(page);
  });

  await test.step("choosing an agent without an email shows a warning, and staff can go back and choose another (WF-09.2)", async () => {
    await page.getByLabel("Estate agent", { exact: true }).selectOption({ label: silent });
    await press(page, "Assign estate agent");
    await expect(page.getByText("An introduction email will not be sent")).toBeVisible();
    await inspect(page);
    await page.getByRole("link", { name: "Go back and amend" }).click();
    await expect(
      page.getByLabel("Estate agent", { exact: true }).locator("option:checked"),
    ).toHaveText(silent);
  });

  await test.step("if both confirm, one assigns the agent and the other gets a conflict (WF-09.3)", async () => {
    const other = await anotherBrowser();
    await signInStaff(db, other, "Tomasin");
    const tom = await other.newPage();
    for (const each of [page, tom]) {
      await each.goto(`/admin/transactions/${id}/estate-agent`);
      await each.getByLabel("Estate agent", { exact: true }).selectOption({ label: office });
      await press(each, "Assign estate agent");
      await expect(each.getByText(val).first()).toBeVisible();
    }
    await page.getByRole("button", { name: "Yes, assign estate agent" }).dblclick();
    const success = message(page, "Success!");
    await expect(success).toContainText(
      "You've successfully assigned an estate agent for this transaction.",
    );
    await expect(page.getByRole("button", { name: "Assign estate agent" })).toHaveCount(0);
    await inspect(page);
    await press(tom, "Yes, assign estate agent");
    await expect(message(tom, "Assignment Failed")).toContainText(
      "An estate agent is already assigned to this matter",
    );
  });
  const record = await db
    .selectFrom("transactions")
    .select(["estate_agent_id", "estate_agent_status"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(record).toEqual({ estate_agent_id: agent, estate_agent_status: "assigned" });
  await expectEvents(db, id, ["estate_agent_assigned", "estate_agent_introduction_email_sent"]);
  await postbox.expectNames(val, ["estate_agent_introduction"]);

  await test.step("an unknown or deleted matter shows an error (WF-09.4)", async () => {
    await page.goto(`/admin/transactions/${"0".repeat(24)}/estate-agent`);
    await expect(heading(page, "Transaction not found")).toBeVisible();
    await inspect(page);

    // The matter is deleted while its confirmation is open.
    const gone = await insertSale(db, seller.id);
    await page.goto(`/admin/transactions/${gone.id}/estate-agent/assign?estate_agent=${agent}`);
    await expect(page.getByText(val).first()).toBeVisible();
    await db.deleteFrom("transactions").where("id", "=", gone.id).execute();
    await press(page, "Yes, assign estate agent");
    await expect(heading(page, "Transaction not found")).toBeVisible();
    await expect(message(page, "Assignment Failed")).toContainText("Transaction not found");
  });
});
