import { insertPerson, insertSale } from "#tests/db/people.ts";
import { expect, test } from "./support/fixtures.ts";
import { heading } from "./support/seller.ts";
import { signInStaff } from "./support/staff.ts";

test("I-025 K-009 K-011 K-013 the pages that staff only read are in order: sellers, orders, settings", async ({
  page,
  context,
  db,
  person,
  inspect,
}) => {
  const seller = await insertPerson(db, person.email);
  const { id } = await insertSale(db, seller.id);
  await signInStaff(db, context);
  for (const tab of ["Sellers", "Orders"]) {
    await page.goto(`/admin/transactions/${id}`);
    await page.getByRole("link", { name: new RegExp(`^${tab}`) }).click();
    await expect(page).toHaveURL((url) => url.pathname.endsWith(`/${tab.toLowerCase()}`));
    await inspect(page);
  }
  await page.goto("/admin/config");
  await expect(heading(page, "Config")).toBeVisible();
  await inspect(page);
});
