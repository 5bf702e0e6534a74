import { insertPerson, insertSale } from "#tests/db/people.ts";
import { addSearch } from "#tests/support/searched-matter.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectEvents } from "./support/records.ts";
import { press } from "./support/seller.ts";
import { message, signInStaff } from "./support/staff.ts";

const NOTICE = "The enforcement notice of 2019 has not been lifted.";

test("WF-12 WF-13 staff find out where a matter stands, and read, generate and save the report on its searches (O-030, O-031, O-032, O-057)", async ({
  page,
  context,
  db,
  person,
  inspect,
}) => {
  test.setTimeout(90_000);
  await signInStaff(db, context);
  const seller = await insertPerson(db, person.email);
  const { id } = await insertSale(db, seller.id);
  const record = `/admin/transactions/${id}`;

  await test.step("1. nothing is known yet; refreshed, twice pressed, it is known once", async () => {
    await page.goto(record);
    await expect(page.getByText("No intelligence yet")).toBeVisible();
    await inspect(page);
    await page.getByRole("button", { name: "Refresh transaction intelligence" }).dblclick();
    await expect(message(page, "Intelligence refreshed")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${record}$`));
    await expect(page.getByText("Next step")).toBeVisible();
    await expect(page.getByText(/Written by rules, not by AI/)).toBeVisible();
    await inspect(page);
    const kept = await db
      .selectFrom("intelligence")
      .select("id")
      .where("transaction_id", "=", id)
      .execute();
    expect(kept).toHaveLength(1);
  });

  await test.step("2. without a complete search there is nothing to report on", async () => {
    await page.goto(`${record}/searches`);
    await expect(page.getByText("No report has been generated yet.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Generate report" })).toBeDisabled();
    await inspect(page);
  });

  await test.step("3. the first report comes by itself, and quotes the document", async () => {
    await addSearch(db, id, { pages: [`Planning. ${NOTICE}`] });
    await expect(async () => {
      await page.goto(`${record}/searches`);
      await expect(page.getByText("High risk")).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await expect(page.getByText(`“${NOTICE}”`)).toBeVisible();
    await inspect(page);
  });

  const download = page.getByRole("link", { name: /^Download the property search report/ });

  await test.step("4. generated again by hand, and saved", async () => {
    const before = (await download.getAttribute("href")) ?? "";
    await press(page, "Generate again");
    await expect(message(page, "Report generated")).toBeVisible();
    await expect(download).not.toHaveAttribute("href", before);
    await inspect(page);
    const answer = await context.request.get((await download.getAttribute("href")) ?? "");
    expect(answer.headers()["content-type"]).toBe("application/pdf");
    expect(answer.headers()["content-disposition"]).toMatch(/^attachment; filename=".*PSR-/);
    expect((await answer.body()).subarray(0, 5).toString()).toBe("%PDF-");
  });

  await expectEvents(db, id, [
    "property_search_report_generated",
    "property_search_report_generated",
  ]);
});
