import { randomBytes } from "node:crypto";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { expectPath, heading, press } from "./support/seller.ts";
import { signInStaff } from "./support/staff.ts";

test("staff can search for a matter and a user from any page (WF-07.3, I-056, I-063 to I-073, AMB-I04)", async ({
  page,
  context,
  db,
  person,
  scripts,
  inspect,
  anotherBrowser,
}) => {
  const word = `Q${randomBytes(5).toString("hex")}`;
  const seller = await signInCustomer(db, await anotherBrowser(), { ...person, last_name: word });
  const home = await createHomeForSale(db, { line_1: `12 ${word} Street` }, seller);
  await signInStaff(db, context);
  await page.goto("/admin/estate-agents");
  const options = (which: { selected?: boolean } = {}) =>
    page.getByRole("listbox", { name: "Results" }).getByRole("option", which);
  const box = page.getByLabel("Search transactions and users");

  await test.step("the results page lists the matter and the user", async () => {
    await box.fill(`${word} street`);
    await press(page, "Search");
    await expectPath(page, "/admin/search");
    await expect(heading(page, "Search")).toBeVisible();
    const results = page.getByRole("main").getByRole("listitem");
    await expect(results.filter({ hasText: "Transaction" })).toContainText(`12 ${word} Street`);
    await inspect(page);
    await page.getByRole("link", { name: `12 ${word} Street` }).click();
    await expectPath(page, `/admin/transactions/${home.transaction_id}`);
    await page.goto("/admin/search?q=s");
    await expect(page.getByText("Type at least 2 characters.")).toBeVisible();
    await page.goto("/admin/search?q=zzzz");
    await expect(page.getByText("No results found for “zzzz”")).toBeVisible();
    await inspect(page);
  });
  if (!scripts) return;

  await test.step("suggestions open below the search box if scripts run", async () => {
    await page.goto("/admin/estate-agents");
    await box.pressSequentially("q");
    await expect(options()).toHaveCount(0);
    await box.fill("");
    await box.pressSequentially(word);
    await expect(options()).toHaveCount(2);
    await expect(options().first()).toContainText(`Transaction 12 ${word} Street`);
    await expect(options().last()).toContainText(`User Sam ${word}`);
    await expect(options().last()).toContainText(person.email);
    await inspect(page);
    await box.press("Escape");
    await expect(options()).toHaveCount(0);
    await box.pressSequentially(" zz");
    await expect(page.getByText(`No results found for “${word} zz”`)).toBeVisible();
  });

  await test.step("Enter opens the results page if no suggestion is chosen, before and after they load", async () => {
    for (const wait of [true, false]) {
      await page.goto("/admin/estate-agents");
      await expect(page.getByRole("combobox", { name: /^Search/ })).toBeVisible();
      await box.pressSequentially(word);
      if (wait) await expect(options()).toHaveCount(2);
      await box.press("Enter");
      await expectPath(page, "/admin/search");
      await expect(page.getByRole("link", { name: `12 ${word} Street` })).toBeVisible();
    }
  });

  await test.step("the arrow keys choose a suggestion and Enter opens it", async () => {
    await box.fill("");
    await box.pressSequentially(word);
    await expect(options()).toHaveCount(2);
    await box.press("ArrowDown");
    await box.press("ArrowDown");
    await expect(options({ selected: true })).toContainText(person.email);
    await box.press("Enter");
    await expectPath(page, `/admin/users/${seller}`);
    await expect(options()).toHaveCount(0);
  });

  await test.step("the key S focuses the search box, unless the user is typing or has turned the shortcut off", async () => {
    await page.goto("/admin/estate-agents");
    await expect(box).toHaveAttribute("aria-keyshortcuts", "s");
    await page.keyboard.press("s");
    await expect(box).toBeFocused();
    await expect(box).toHaveValue("");
    await page.getByLabel("Search", { exact: true }).focus();
    await page.keyboard.press("s");
    await expect(page.getByLabel("Search", { exact: true })).toHaveValue("s");
    await expect(page).toHaveURL(/search=s/);
    await page.getByText("Menu", { exact: true }).click();
    await press(page, "Turn off the “s” shortcut for search");
    await expect(box).not.toHaveAttribute("aria-keyshortcuts", "s");
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("s");
    await expect(box).not.toBeFocused();
  });

  await test.step("the suggestions close when the box loses the focus", async () => {
    await box.fill("");
    await box.pressSequentially(word);
    await expect(options()).toHaveCount(2);
    await page.getByRole("button", { name: "Search" }).focus();
    await expect(options()).toHaveCount(0);
    await box.focus();
    await box.press("Enter");
    await expectPath(page, "/admin/search");
    await page.getByText("Menu", { exact: true }).click();
    await inspect(page);
  });
});
