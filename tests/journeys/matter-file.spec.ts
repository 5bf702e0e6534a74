import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { expect, test } from "./support/fixtures.ts";
import { heading, press } from "./support/seller.ts";
import { signInStaff } from "./support/staff.ts";

test("staff export a matter into one file, wait for it and download it", async ({
  page,
  context,
  db,
  person,
  inspect,
}) => {
  await signInStaff(db, context);
  const seller = await insertPerson(db, person.email);
  const sale = await insertSale(db, seller.id);
  const buyer = await insertPerson(db, `buyer.${person.email}`);
  await insertPurchase(db, sale, buyer.id, true);
  await page.goto(`/admin/transactions/${sale.id}`);
  await page.getByRole("link", { name: "Full matter file" }).click();
  await expect(heading(page, /^File for /)).toBeVisible();
  await expect(page.getByText("No file has been made recently.")).toBeVisible();
  await inspect(page);

  await press(page, "Make file");
  await expect(page.getByText("The file is being made").first()).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("The file is ready.")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await inspect(page);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^Download file/ }).click(),
  ]);
  const files = unzipSync(await readFile(await file.path()));
  expect(Object.keys(files)[0]).toBe("Read me first.pdf");
  expect(Buffer.from(files["index.txt"]!).toString()).toContain("  Read me first.pdf\n");

  await page.goto(`/admin/transactions/${sale.id}/history`);
  await expect(page.getByText("Matter file requested")).toBeVisible();
  await expect(page.getByText("Matter file downloaded")).toBeVisible();
});
