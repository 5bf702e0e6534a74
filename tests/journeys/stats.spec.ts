import type { Page } from "@playwright/test";
import { sql } from "kysely";
import type { Db } from "#db/connection.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { insertLawFirm, insertLawyerGroup } from "#tests/support/solicitors.ts";
import { withExclusiveLock } from "./support/exclusive.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectPath, heading } from "./support/seller.ts";
import { signInStaff, uniqueName } from "./support/staff.ts";

const OFFICES = 12;

const table = (page: Page, name: string) => page.getByRole("table", { name, exact: true });
const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("staff read the statistics, expand a long table and retry a failed panel (WF-19, I-024, S-001 to S-013, S-016, S-018, S-019, S-026) @scripts", async ({
  page,
  context,
  db,
  person,
  inspect,
}) => {
  const name = uniqueName("Zeal");
  await insertOffices(db, name);
  await insertReferrals(db, name, person.email);
  await signInStaff(db, context);

  await test.step("the menu opens the statistics page, which has every panel (WF-19.1, WF-19.2, WF-19.3)", async () => {
    await page.goto("/admin/transactions");
    await page.getByText("Menu", { exact: true }).click();
    const menu = page.getByRole("navigation", { name: "Main", exact: true });
    await menu.getByRole("link", { name: "Stats & Metrics" }).click();
    await expect(heading(page, "Stats & Metrics")).toBeVisible();
    for (const type of ["Total", "Resale", "Development"]) {
      const cells = table(page, "New transactions per month").getByRole("row", { name: type });
      await expect(cells.getByRole("cell")).toHaveText([/^\d/, /^\d/, /^\d/]);
    }
    await expect(panel(page, "New Leads")).toBeVisible();
    await expect(
      panel(page, "New Leads").getByRole("img", { name: /^Bar chart: .* so far$/ }),
    ).toBeVisible();
    await expect(table(page, "Assignments by law firm").getByRole("row", { name })).toContainText(
      /0\s*0\s*0\s*1\s*1\s*2$/,
    );
    const currency = table(page, "Foreign Currency").getByRole("row", { name: `Aa ${name}` });
    await expect(currency).toHaveCount(1);
    await expect(currency).toContainText("£300,000");
    const mortgage = table(page, "Mortgage Referrals").getByRole("row", { name: `Ab ${name}` });
    await expect(mortgage).toContainText("Buyer");
    await expect(mortgage).toContainText("Not started");
    await inspect(page);
  });

  await test.step("ten offices are shown first, then all (WF-19.1)", async () => {
    const leads = table(page, "Leads by office");
    await expect(leads.locator("tbody tr")).toHaveCount(10);
    await page.getByRole("link", { name: "Show More (offices)", exact: true }).click();
    await expect(leads.getByRole("row", { name })).toHaveCount(OFFICES);
    const less = page.getByRole("link", { name: "Show Less (offices)", exact: true });
    await expect(less).toBeFocused();
    await expectPath(page, "/admin/stats");
    await inspect(page);
    await page.getByRole("link", { name: "Show Less (offices)", exact: true }).click();
    await expect(leads.locator("tbody tr")).toHaveCount(10);
    await page.goBack();
    await expect(leads.getByRole("row", { name })).toHaveCount(OFFICES);
  });

  await test.step("a failed panel shows an error and can be retried, and an empty panel says that it has no data (WF-19.4, WF-19.5)", async () => {
    const health = panel(page, "Office Health");
    await withExclusiveLock(db, "office health", async () => {
      await sql`alter table office_health rename to office_health_away`.execute(db);
      try {
        await page.reload();
        await expect(health).toContainText("Failed to retrieve office health statistics");
        await expect(table(page, "New transactions per month")).toBeVisible();
        await inspect(page);
      } finally {
        await sql`alter table office_health_away rename to office_health`.execute(db);
      }
      await db.deleteFrom("office_health").execute();
      await health.getByRole("link", { name: "Try again" }).click();
      await expect(health).toContainText(
        "No data available yet. The scraper runs weekly on Fridays.",
      );
      await inspect(page);
      await db
        .insertInto("office_health")
        .values({
          estate_agent_name: `Aa ${name}`,
          week: "2026-11-20",
          weekly_listings: 2,
          monthly_listings: 9,
          total_active_listings: 40,
        })
        .execute();
      await page.reload();
      await expect(health).not.toContainText("Failed");
      for (const column of ["Estate agent", "Weekly", "Monthly", "Total active"]) {
        await expect(health.getByRole("columnheader", { name: column })).toBeVisible();
      }
      await expect(health.getByRole("row", { name: `Aa ${name}` })).toContainText(/2\s*9\s*40$/);
      await expect(health).toContainText("Last updated on 20/11/2026");
    });
    await inspect(page);
  });
});

/** Inserts offices with more leads than any other office, so that they are listed first. */
async function insertOffices(db: Db, name: string) {
  for (let n = 0; n < OFFICES; n++) {
    const { id } = await insertOffice(db, `${name} ${n}`);
    await sql`
      insert into leads (estate_agent_id, property_address, initial_asking_price_pounds, seller_1_name, seller_1_email,
        seller_1_phone)
      select ${id}, '1 Arch Street, Bath', 300000, 'Ada Byron', 'ada@example.test', '+447400123456'
      from generate_series(1, ${50 + n}::integer)`.execute(db);
  }
}

async function insertReferrals(db: Db, name: string, email: string) {
  const law_firm_id = await insertLawFirm(db, { name });
  const group = await insertLawyerGroup(db, { law_firm_id });
  const seller = await insertPerson(db, email);
  await db
    .updateTable("users")
    .set({ first_name: "Aa", last_name: name })
    .where("id", "=", seller.id)
    .execute();
  const [sure, notSure] = [await insertSale(db, seller.id), await insertSale(db, seller.id)];
  const lawyers = { seller_lawyer_group_id: group, buyer_lawyer_group_id: group };
  const change = (id: string, answer: "yes" | "not_sure", rest = {}) =>
    db
      .updateTable("transactions")
      .set({ is_using_foreign_currency: answer, ...rest })
      .where("id", "=", id)
      .execute();
  await change(sure.id, "yes", { ...lawyers, legals_started_at: new Date() });
  await change(notSure.id, "not_sure");
  const buyer = await insertPerson(db, `buyer.${email}`);
  await db
    .updateTable("users")
    .set({ first_name: "Ab", last_name: name })
    .where("id", "=", buyer.id)
    .execute();
  const { id } = await insertPurchase(db, notSure, buyer.id, false);
  await db
    .updateTable("purchase_intents")
    .set({ requires_mortgage_referral: "yes" })
    .where("id", "=", id)
    .execute();
}
