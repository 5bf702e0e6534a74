import type { Page } from "@playwright/test";
import { createMatter } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { expect, test } from "./support/fixtures.ts";
import { press } from "./support/seller.ts";
import { openDialog, signInStaff, uniqueName } from "./support/staff.ts";
import { listStaffPages } from "./support/staff-addresses.ts";

/**
 * Maximum number of questions in a dialog. More questions need a separate page, except in a dialog
 * that the specification requires (K-072).
 */
const MOST_FIELDS = 5;
const NAMED = /\/buyers\/\w+\/dates$/;

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** Counts questions as a reader does: a date, an address or a group of checkboxes counts once. */
/** Counts the questions of a dialog. The tick that sends a letter again asks for no fact. */
const countQuestions = (page: Page) =>
  page
    .locator('dialog:modal .field:visible:not(:has([name="letters"]))')
    .evaluateAll(
      (all) => all.filter((each) => !each.parentElement?.closest("fieldset.field")).length,
    );

test("every staff dialog has Close at its top, its buttons in view and at most five questions (AX-10) @scripts", async ({
  page,
  context,
  db,
}) => {
  await signInStaff(db, context);
  let dialogs = 0;
  for (const path of await listStaffPages(db)) {
    await page.setViewportSize(SIZES[0]!);
    await page.goto(path);
    await expect(page.getByRole("combobox", { name: /^Search/ })).toBeVisible();
    const dialog = page.locator("dialog:modal");
    if ((await page.locator("dialog.dialog[open]").count()) === 0) continue;
    await expect(dialog).toBeVisible();
    dialogs += 1;
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const close = dialog.getByRole("link", { name: "Close", exact: true });
      await expect(close, path).toBeInViewport({ ratio: 1 });
      const button = dialog.locator(".submit-row button, .dialog-foot a").last();
      await expect(button, path).toBeInViewport({ ratio: 1 });
    }
    if (!NAMED.test(path)) {
      expect(await countQuestions(page), path).toBeLessThanOrEqual(MOST_FIELDS);
    }
    await dialog.getByRole("link", { name: "Close", exact: true }).click();
    await expect(dialog, path).toHaveCount(0);
  }
  expect(dialogs).toBeGreaterThan(20);
});

test("Back after saving tags skips the tags dialog, and the breadcrumb leads to the filtered list (ST-22) @scripts", async ({
  page,
  context,
  db,
}) => {
  await signInStaff(db, context);
  const { id } = await createMatter(db, uniqueName("Arch"));
  await page.goto("/admin/transactions?paid=unpaid");
  await page.getByRole("main").getByRole("row").getByRole("link").first().click();
  const crumb = page.getByRole("navigation", { name: "Breadcrumb" });
  await crumb.getByRole("link", { name: "Transactions" }).click();
  await expect(page).toHaveURL(/\/admin\/transactions\?paid=unpaid$/);

  await page.goto(`/admin/transactions/${id}`);
  await openDialog(page, "Edit tags", "Edit tags");
  await press(page.getByRole("dialog"), "Save");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goBack();
  await expect(page).not.toHaveURL(/tags/);
});
