import type { Page } from "@playwright/test";
import {
  assignSolicitors,
  createMatter,
  createPaidMatter,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { createMatterWithPeople } from "#tests/routes/admin/transaction-tabs/checked-matter.ts";
import { createPaidSale } from "#tests/support/documents.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectPath, press } from "./support/seller.ts";
import { message, signInStaff, uniqueName } from "./support/staff.ts";

/**
 * Counts the loads of staff tasks from where one would be: the changes of the address. Without
 * scripts, the same tasks are walked and not counted.
 */

async function countLoads(page: Page, work: () => Promise<void>): Promise<number> {
  let address = page.url();
  let loads = 0;
  const onNavigation = (frame: { url: () => string }) => {
    if (frame !== page.mainFrame() || frame.url() === address) return;
    address = frame.url();
    loads += 1;
  };
  page.on("framenavigated", onNavigation);
  await work();
  page.off("framenavigated", onNavigation);
  return loads;
}

const overview = (id: string) => `/admin/transactions/${id}`;

test("staff set a date and correct a phone number in place (4, 8)", async ({
  page,
  context,
  db,
  scripts,
  inspect,
}) => {
  await signInStaff(db, context);
  const { id, purchase, seller } = await createMatterWithPeople(db);
  await page.goto(overview(id));
  await inspect(page);

  const dates = await countLoads(page, async () => {
    const date = page.getByRole("group", { name: "Sale Agreed" });
    for (const [part, text] of Object.entries({ Day: "02", Month: "11", Year: "2026" })) {
      await date.getByLabel(part, { exact: true }).fill(text);
    }
    await press(page, "Save Sale Agreed");
    await expect(message(page, "Significant dates saved")).toBeVisible();
    await expectPath(page, overview(id));
  });
  if (scripts) expect(dates).toBeLessThanOrEqual(1);
  const { sale_agreed } = await db
    .selectFrom("purchase_intents")
    .select("sale_agreed")
    .where("id", "=", purchase.id)
    .executeTakeFirstOrThrow();
  expect(sale_agreed).toBe("2026-11-02");

  const phones = await countLoads(page, async () => {
    const row = page.locator(`#row-${seller.person_id}`);
    await row.locator("summary").click();
    await row.getByRole("textbox").fill("07400 123777");
    await row.getByRole("button", { name: /^Save/ }).click();
    await expect(message(page, "Details corrected")).toBeVisible();
    await expect(row.getByRole("link", { name: "07400 123777" })).toBeVisible();
  });
  if (scripts) expect(phones).toBeLessThanOrEqual(1);
});

test("staff order the ID checks of everyone on a matter (6)", async ({
  page,
  context,
  db,
  scripts,
  inspect,
}) => {
  await signInStaff(db, context);
  const { id } = await createMatterWithPeople(db);
  await page.goto(overview(id));
  const loads = await countLoads(page, async () => {
    await page.getByRole("link", { name: "Order ID checks" }).click();
    await expect(page.getByRole("heading", { name: "Order ID checks" })).toBeVisible();
    await inspect(page);
    await press(page, "Order checks");
    await expect(message(page, "ID checks ordered")).toBeVisible();
    await expectPath(page, overview(id));
  });
  if (scripts) expect(loads).toBe(2);
});

test("the buyer found email is the next step until staff send it (5)", async ({
  page,
  context,
  db,
  scripts,
}) => {
  await signInStaff(db, context);
  const matter = await createPaidMatter(db, uniqueName("Arch"));
  await createPurchaseAtStage(db, matter, { active: true });
  await assignSolicitors(db, matter.id, ["seller", "buyer"]);
  await page.goto(overview(matter.id));
  const strip = page.getByRole("group", { name: "Progress of this matter" });
  const loads = await countLoads(page, async () => {
    await strip.getByRole("link", { name: "Send buyer found email" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send buyer found email" }).click();
    await expect(message(page, "Buyer found email sent")).toBeVisible();
    await expectPath(page, overview(matter.id));
  });
  if (scripts) expect(loads).toBe(2);
  await expect(strip.getByRole("link", { name: "Send buyer found email" })).toHaveCount(0);
});

test("staff assign both solicitors from the record (3)", async ({ page, context, db, scripts }) => {
  await signInStaff(db, context);
  const name = uniqueName("Able");
  await insertLawyerGroup(db, { name });
  const matter = await createMatter(db, uniqueName("Arch"));
  await createPurchaseAtStage(db, matter, { active: true });
  await page.goto(overview(matter.id));
  const loads = await countLoads(page, async () => {
    await page.locator("#firm-seller").click();
    await expect(page.getByRole("heading", { level: 1, name: "Assign solicitors" })).toBeVisible();
  });
  if (scripts) expect(loads).toBe(1);
});

test("staff open the seller’s other matter (9)", async ({ page, context, db, scripts }) => {
  await signInStaff(db, context);
  const one = await createMatter(db, uniqueName("Arch"));
  const line_1 = uniqueName("Brook");
  const other = await createMatter(db, line_1);
  const { seller_id } = await db
    .selectFrom("transactions")
    .select("seller_id")
    .where("id", "=", one.id)
    .executeTakeFirstOrThrow();
  await db.updateTable("transactions").set({ seller_id }).where("id", "=", other.id).execute();
  await page.goto(overview(one.id));
  const loads = await countLoads(page, async () => {
    const details = page.locator("details", { hasText: "Other matters" });
    if (!(await details.getByRole("link").first().isVisible())) {
      await details.locator("summary").click();
    }
    await details.getByRole("link", { name: new RegExp(line_1) }).click();
    await expectPath(page, overview(other.id));
  });
  if (scripts) expect(loads).toBe(1);
});

test("staff upload a document from the record (18)", async ({ page, context, db, scripts }) => {
  await signInStaff(db, context);
  const { id } = await createPaidSale(db);
  await page.goto(overview(id));
  const loads = await countLoads(page, async () => {
    await page.locator("summary", { hasText: "Upload documents" }).click();
    await page.getByLabel("Where do they belong?").selectOption("seller");
    await page.getByLabel("Files").setInputFiles({
      name: "note.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4\nnote\n%%EOF\n"),
    });
    await press(page, "Upload");
    await expect(message(page, "1 file added")).toBeVisible();
    await expectPath(page, overview(id));
  });
  if (scripts) expect(loads).toBeLessThanOrEqual(1);
});

test("staff sort the list by unpaid and by late (7, 15)", async ({
  page,
  context,
  db,
  scripts,
}) => {
  await signInStaff(db, context);
  await createMatter(db, uniqueName("Arch"));
  await page.goto("/admin/transactions");
  const sorts = { "Unpaid since": "unpaid_since", "Late by": "late_by" };
  for (const [label, sort] of Object.entries(sorts)) {
    const loads = await countLoads(page, async () => {
      await page.getByLabel("Sort by").selectOption({ label });
      const apply = page.getByRole("button", { name: /Apply|Filter/ });
      if (await apply.first().isVisible()) await apply.first().click();
      await expect(page).toHaveURL(new RegExp(`sort=${sort}`));
    });
    if (scripts) expect(loads).toBe(1);
  }
});

test("staff find a matter with a typing error and by a part of a number (1)", async ({
  page,
  context,
  db,
  scripts,
}) => {
  await signInStaff(db, context);
  const { id, property_id } = await createMatter(db, "7 Zephyrine Terrace");
  const digits = String(Math.floor(100_000 + Math.random() * 899_999));
  await db
    .updateTable("properties")
    .set({ title_number: `WYK${digits}` })
    .where("id", "=", property_id)
    .execute();
  for (const typed of ["zephyrnie", digits]) {
    await page.goto("/admin/transactions");
    const loads = await countLoads(page, async () => {
      const box = page.getByRole("search").locator("input");
      await box.fill(typed);
      if (scripts) {
        await page
          .getByRole("option", { name: /Zephyrine Terrace/ })
          .first()
          .click();
      } else {
        await press(page, "Search");
        await page
          .getByRole("link", { name: /Zephyrine Terrace/ })
          .first()
          .click();
      }
      await expect(page).toHaveURL(/transactions\/[0-9a-f]{24}/);
    });
    if (scripts) expect(loads).toBe(1);
    if (typed === digits) await expectPath(page, overview(id));
  }
});

test("one button makes the file of a matter, and the page offers it (27)", async ({
  page,
  context,
  db,
  scripts,
}) => {
  await signInStaff(db, context);
  const { id } = await createMatter(db, uniqueName("Arch"));
  await page.goto(overview(id));
  const loads = await countLoads(page, async () => {
    await page.goto(`${overview(id)}/file`);
    await press(page, "Make file");
    await expect(async () => {
      if (!scripts) await page.getByRole("link", { name: "Check again" }).click();
      await expect(page.getByText("The file is ready.")).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
  });
  if (scripts) expect(loads).toBe(1);
  await expect(page.getByRole("link", { name: /^Download file/ })).toBeVisible();
});
