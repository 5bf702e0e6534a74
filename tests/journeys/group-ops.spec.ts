import { insertPerson } from "#tests/db/people.ts";
import { insertAgent, valuer } from "#tests/support/estate-agents.ts";
import { eventNames } from "#tests/support/sales.ts";
import { insertGroup, newUnit } from "#tests/support/groups.ts";
import { insertLawFirm, insertLawyerGroup } from "#tests/support/solicitors.ts";
import type { Db } from "#db/connection.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectErrors, press } from "./support/seller.ts";
import { expectDialog, message, row, signInStaff, uniqueName, openPage } from "./support/staff.ts";

const ASSIGNED = [
  "seller_solicitors_assigned",
  "buyer_solicitors_assigned",
  "seller_introduction_email_sent",
  "seller_solicitor_instruction_email_sent",
  "plot_plan_request_email_sent",
];

async function emailsTo(db: Db, recipient: string) {
  const rows = await db
    .selectFrom("email_log")
    .select("name")
    .where("recipient", "=", recipient)
    .orderBy("name")
    .execute();
  return rows.map((row) => row.name);
}

test("staff assign an estate agent and solicitors to a whole group (WF-17, P-058 to P-063, M-081 to M-087, L-054, L-065) @scripts", async ({
  page,
  context,
  db,
  person,
  postbox,
  inspect,
}) => {
  await signInStaff(db, context);
  const name = uniqueName("Quay Court");
  const representative = { ...person, middle_name: null, phone_number: "+447400123456" };
  const { first_name, middle_name, last_name, email, phone_number } = representative;
  const { id, units } = await insertGroup(db, {
    name,
    representative: { person: { first_name, middle_name, last_name, email, phone_number } },
    units: [newUnit(1), newUnit(2), newUnit(3)],
  });
  const agent = uniqueName("Agent");
  const valuerEmail = `val.${person.email}`;
  await insertAgent(db, {
    office: { office_name: agent },
    valuers: [valuer("Val", { email: valuerEmail })],
  });
  const firm = uniqueName("Firm");
  const law_firm_id = await insertLawFirm(db, { name: firm });
  for (const side of ["Sellers", "Buyers"]) {
    await insertLawyerGroup(db, { name: `${firm} ${side}`, law_firm_id });
  }
  const [before] = await db
    .selectFrom("lawyer_groups")
    .select("id")
    .where("law_firm_id", "=", law_firm_id)
    .execute();
  await db
    .updateTable("transactions")
    .set({ seller_lawyer_group_id: before!.id, buyer_lawyer_group_id: before!.id })
    .where("id", "=", units[2]!)
    .execute();

  await test.step("the group’s page has its tabs (WF-17.1)", async () => {
    await page.goto(`/admin/transactions-groups/${id}`);
    await expect(row(page, "Plot 3, Elm Field")).toContainText(firm);
    await inspect(page);
    await page.getByRole("link", { name: "Ops", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Step 1: assign estate agent" })).toBeVisible();
    await inspect(page);
  });

  await test.step("the group’s form for an agent is hidden if one of its units has an agent (WF-17.2)", async () => {
    const { id: user_id } = await insertPerson(db, `other.${person.email}`);
    const other = await insertGroup(db, {
      name: uniqueName("Other Court"),
      representative: { user_id },
    });
    const estate_agent_id = await insertAgent(db, { office: { office_name: uniqueName("Agent") } });
    await db
      .updateTable("transactions")
      .set({ estate_agent_id, estate_agent_status: "assigned" })
      .where("id", "=", other.units[0]!)
      .execute();
    await page.goto(`/admin/transactions-groups/${other.id}/ops`);
    await expect(
      page.getByText("You cannot assign a Estate Agent for this transactions group"),
    ).toBeVisible();
    await expect(page.getByLabel("Estate agent", { exact: true })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Assign estate agent" })).toHaveCount(0);
    await inspect(page);
    await page.goto(`/admin/transactions-groups/${id}/ops`);
  });

  await test.step("the agent is assigned to the units after a confirmation, and a warning is shown (WF-17.2)", async () => {
    await press(page, "Assign estate agent");
    await expectErrors(page, ["Estate agent is required"]);
    await page.getByLabel("Estate agent", { exact: true }).selectOption({ label: agent });
    await press(page, "Assign estate agent");
    await expectDialog(page, "Assign estate agent");
    await inspect(page);
    await press(page, "Yes, assign estate agent");
    await expect(
      message(page, "You've successfully assigned an estate agent for this transaction group."),
    ).toBeVisible();
    await expect(
      page.getByText("You cannot assign a Estate Agent for this transactions group"),
    ).toBeVisible();
    await postbox.expectNames(valuerEmail, ["estate_agent_introduction"]);
    await inspect(page);
  });

  await test.step("solicitors are assigned to all units but one, which the message counts as skipped (WF-17.3)", async () => {
    await openPage(page, "Assign solicitors", "Assign solicitors");
    await expect(page.getByLabel("Plot plan request")).toBeChecked();
    await expect(page.getByLabel("Introduction to the buyer")).toBeEnabled();
    await inspect(page);
    await page.getByLabel("Seller solicitor").selectOption({ label: `${firm} Sellers, ${firm}` });
    await page.getByLabel("Buyer solicitor").selectOption({ label: `${firm} Buyers, ${firm}` });
    await press(page, "Check and continue");
    await expect(page.getByText("1 already assigned")).toBeVisible();
    await expect(
      page.getByText(`Plot plan request: ${person.email} (all transactions)`),
    ).toBeVisible();
    await inspect(page);
    await press(page, "Yes, I'm sure. Assign solicitors");
    await expect(
      message(page, "You've successfully assigned solicitors for this transaction."),
    ).toBeVisible();
    await expect(
      page.getByText("Solicitors have been assigned to all 3 transactions in this group."),
    ).toBeVisible();
    const emails = await emailsTo(db, person.email);
    expect(emails).toEqual(["plot_plan_request", "seller_introduction"]);
  });

  for (const unit of units) {
    const assigned = unit === units[2] ? [] : ASSIGNED;
    expect(await eventNames(db, unit)).toEqual([
      "transaction_created",
      "handler_assigned",
      "estate_agent_assigned",
      "estate_agent_introduction_email_sent",
      ...assigned,
    ]);
  }
});
