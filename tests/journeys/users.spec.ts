import { insertPerson, insertSale } from "#tests/db/people.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { heading } from "./support/seller.ts";
import { signInStaff } from "./support/staff.ts";

const ADDRESS = [
  "Organisation name",
  "Address line 1",
  "Address line 2",
  "Address line 3",
  "Post town",
  "County",
  "Postcode",
  "Country",
  "Country ISO 2",
  "Building number",
  "Sub building name",
  "Building name",
  "Premise",
  "PO box",
  "UPRN",
  "District",
  "Latitude",
  "Longitude",
];

test("staff list the users, see all details of a user and open that user’s sale (WF-22.2, I-008, I-009, Q-001 to Q-022, Q-025)", async ({
  page,
  context,
  db,
  person,
  scripts,
  inspect,
  anotherBrowser,
}) => {
  const id = await signInCustomer(db, await anotherBrowser(), person);
  const sale = await insertSale(db, id);
  await signInStaff(db, context);

  await page.goto("/admin/users");
  await inspect(page);
  await page.getByRole("link", { name: "Load More" }).click();
  if (scripts) await expect(page.locator(":focus")).toHaveAttribute("href", /^\/admin\/users\//);
  else
    await expect(page.getByRole("link", { name: "Back to the start of the list" })).toBeVisible();
  await expect(page.getByText(/^Showing 40 of /)).toBeVisible();
  await inspect(page);

  await page.goto(`/admin/users/${id}`);
  await expect(heading(page, "Sam Seller")).toBeVisible();
  for (const part of ADDRESS) await expect(page.getByText(part, { exact: true })).toBeVisible();
  await expect(page.getByText("No purchase intents found for this user.")).toBeVisible();
  await inspect(page);
  await page.getByRole("table", { name: "Sam Seller’s transactions" }).getByRole("link").click();
  await expect(page).toHaveURL((url) => url.pathname === `/admin/transactions/${sale.id}`);

  const { id: without } = await insertPerson(db, `nothing.${person.email}`);
  await page.goto(`/admin/users/${without}`);
  await expect(page.getByText("No transactions found for this user.")).toBeVisible();
  await expect(page.getByText("No purchase intents found for this user.")).toBeVisible();

  await page.goto("/admin/users/nobody");
  await expect(heading(page, "No valid user ID provided")).toBeVisible();
  await inspect(page);
});
