import {
  createMatter,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { assignOffice } from "#tests/support/agent-pages.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { countLoads } from "./support/loads.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectPath, heading, press } from "./support/seller.ts";
import { message, signInStaff, uniqueName } from "./support/staff.ts";

/** The loads of changes and endings, by the numbers of the tasks. Each has one confirmation. */

const overview = (id: string) => `/admin/transactions/${id}`;

test("staff record the agent’s fee from the agent’s tab (20)", async ({
  page,
  context,
  db,
  scripts,
  inspect,
}) => {
  await signInStaff(db, context);
  const matter = await createMatter(db);
  const { id } = matter;
  await createPurchaseAtStage(db, matter, { active: true });
  const office = await insertOffice(db, uniqueName("Office"));
  await assignOffice(db, id, office.id);
  await page.goto(`${overview(id)}/estate-agent`);
  const loads = await countLoads(page, async () => {
    await page.getByRole("link", { name: "Edit fee" }).click();
    await page.getByLabel("Fee", { exact: true }).fill("1.25%");
    await page.getByLabel("Plus VAT").check();
    await inspect(page);
    await press(page, "Save");
    await expect(message(page, "Agent’s fee saved")).toBeVisible();
    await expect(page.getByText("1.25% of the sale price plus VAT")).toBeVisible();
  });
  if (scripts) expect(loads).toBe(2);
});

test("staff end a matter, undo it and correct a title number from the record (22, 26, 29)", async ({
  page,
  context,
  db,
  scripts,
}) => {
  await signInStaff(db, context);
  const matter = await createMatter(db);
  const { id } = matter;
  await createPurchaseAtStage(db, matter, { active: true });
  await page.goto(overview(id));
  const ending = await countLoads(page, async () => {
    await page.getByRole("link", { name: "End matter" }).click();
    await page.getByLabel("Chain broke").check();
    await press(page, "Check and continue");
    await page.getByRole("button", { name: /^End matter and send/ }).click();
    await expectPath(page, overview(id));
  });
  if (scripts) expect(ending).toBe(2);
  const undo = await countLoads(page, async () => {
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect(message(page, "Undone")).toBeVisible();
  });
  if (scripts) expect(undo).toBeLessThanOrEqual(1);
  await page.goto(`${overview(id)}/property`);
  const correction = await countLoads(page, async () => {
    await page.getByRole("link", { name: "Correct title number" }).click();
    await page.getByLabel("Correct title number").fill("NYK654321");
    await press(page, "Check and continue");
    await page.getByRole("button", { name: /^Confirm/ }).click();
    await expect(message(page, "Success!")).toBeVisible();
  });
  if (scripts) expect(correction).toBe(2);
});

test("staff see how fast a firm is and its open matters from the record (28)", async ({
  page,
  context,
  db,
  scripts,
}) => {
  await signInStaff(db, context);
  const { id } = await createMatter(db);
  // The journeys share one list of lawyer groups, so this one creates none.
  const group = await db
    .selectFrom("lawyer_groups")
    .innerJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
    .select(["lawyer_groups.id", "law_firms.name as law_firm"])
    .orderBy("lawyer_groups.id")
    .executeTakeFirstOrThrow();
  const { law_firm } = group;
  await db
    .updateTable("transactions")
    .set({ seller_lawyer_group_id: group.id })
    .where("id", "=", id)
    .execute();
  await page.goto(overview(id));
  const loads = await countLoads(page, async () => {
    await page
      .getByRole("table", { name: "People of this matter" })
      .getByRole("link", { name: law_firm })
      .first()
      .click();
    await expect(heading(page, law_firm)).toBeVisible();
    await expect(page.getByText("To accept")).toBeVisible();
    await expect(page.getByRole("table", { name: `Open matters of ${law_firm}` })).toBeVisible();
  });
  if (scripts) expect(loads).toBe(1);
});
