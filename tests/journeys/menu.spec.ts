import { openEarly } from "./support/delayed-scripts.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectPath } from "./support/seller.ts";
import { signInStaff } from "./support/staff.ts";

test("the menu keeps the focus while it is open, and Escape, a click outside it or a link closes it (I-055, I-057 to I-059, AMB-I02) @scripts", async ({
  page,
  context,
  db,
}) => {
  await signInStaff(db, context);
  await page.goto("/admin/users");
  const button = page.getByText("Menu", { exact: true });
  const menu = page.getByRole("navigation", { name: "Main", exact: true });
  const last = menu.getByRole("button", { name: /^Turn off/ });
  await expect(page.getByLabel("Search transactions and users")).toHaveRole("combobox");

  await test.step("Escape closes the menu and moves the focus to the button", async () => {
    await button.click();
    await expect(menu).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(page.locator(":focus")).toHaveText("Menu");
  });

  await test.step("Tab stays inside the menu in both directions", async () => {
    await page.keyboard.press("Enter");
    await expect(menu).toBeVisible();
    await page.keyboard.press("Shift+Tab");
    await expect(last).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.locator(":focus")).toHaveText("Menu");
    await page.keyboard.press("Tab");
    await expect(menu.getByRole("link", { name: "Transactions" })).toBeFocused();
  });

  await test.step("a click outside closes the menu", async () => {
    await page.getByRole("heading", { level: 1 }).click();
    await expect(menu).toBeHidden();
  });

  await test.step("a link of the menu opens the page with the menu closed", async () => {
    await button.click();
    await menu.getByRole("link", { name: "Law Firms" }).click();
    await expectPath(page, "/admin/law-firms");
    await expect(menu).toBeHidden();
  });
});

test("a menu that is opened before the scripts arrive stays open (I-057) @scripts", async ({
  page,
  context,
  db,
}) => {
  await signInStaff(db, context);
  const letIn = await openEarly(page, "/admin/users");
  await page.getByText("Menu", { exact: true }).click();
  const menu = page.getByRole("navigation", { name: "Main", exact: true });
  await expect(menu).toBeVisible();
  letIn();
  await expect(page.getByLabel("Search transactions and users")).toHaveRole("combobox");
  await expect(menu).toBeVisible();
  await menu.getByRole("link", { name: "Law Firms" }).click();
  await expectPath(page, "/admin/law-firms");
  await expect(menu).toBeHidden();
});
