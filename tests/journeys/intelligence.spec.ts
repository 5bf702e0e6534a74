import type { Db } from "#db/connection.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { addSearch } from "#tests/support/searched-matter.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectEvents } from "./support/records.ts";
import { press } from "./support/seller.ts";
import { message, signInStaff } from "./support/staff.ts";

const NOTICE = "The enforcement notice of 2019 has not been lifted.";

test("staff see what a matter is waiting for, and read, generate and download the report on its searches (WF-12, WF-13, O-030, O-031, O-032, O-057) @scripts", async ({
  page,
  context,
  db,
  person,
  inspect,
}) => {
  await signInStaff(db, context);
  const seller = await insertPerson(db, person.email);
  const { id } = await insertSale(db, seller.id);
  const record = `/admin/transactions/${id}`;
  const badge = (words: string) => page.locator(".badge").getByText(words, { exact: true });

  await test.step("a double click on refresh updates the intelligence once (WF-13.2)", async () => {
    await page.goto(`${record}/intelligence`);
    await expect(page.getByText("No intelligence yet")).toBeVisible();
    await inspect(page);
    await page.getByRole("button", { name: "Refresh transaction intelligence" }).dblclick();
    await expect(message(page, "Intelligence refreshed")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${record}/intelligence$`));
    await expect(page.getByRole("main").getByText("Next step").last()).toBeVisible();
    await expect(page.getByText(/Rule-based, not AI-generated/)).toBeVisible();
    await inspect(page);
    const kept = await db
      .selectFrom("intelligence")
      .select("id")
      .where("transaction_id", "=", id)
      .execute();
    expect(kept).toHaveLength(1);
  });

  await test.step("a refresh shows what the matter is waiting for, and how severe each blocker is (WF-13.1)", async () => {
    const before = await readNewest(db, id);
    for (const [product_id, days] of [
      ["ENVRES", 8],
      ["LLC1CON29", 4],
      ["ONESEARCHDW", 3],
    ] as const) {
      const search = await addSearch(db, id, { product_id, status: "in progress", pages: null });
      const created_at = new Date(Date.now() - (days + 0.1) * 86_400_000);
      await db.updateTable("searches").set({ created_at }).where("id", "=", search).execute();
    }
    await press(page, "Refresh transaction intelligence");
    await expect(badge("8 days")).toHaveAttribute("data-tone", "stop");
    await expect(badge("4 days")).toHaveAttribute("data-tone", "act");
    await expect(badge("3 days")).toHaveAttribute("data-tone", "plain");
    for (const part of ["Waiting for", "Blockers"]) {
      await expect(page.getByRole("heading", { name: part, exact: true })).toBeVisible();
    }
    await expect(page.getByText("Next milestone", { exact: true })).toBeVisible();
    await inspect(page);
    const after = await readNewest(db, id);
    expect(after.id).not.toBe(before.id);
    expect(after.generated_at.getTime()).toBeGreaterThan(before.generated_at.getTime());

    const blockers = ["high", "medium", "low"].map((severity) => ({
      severity,
      description: `Something ${severity}`,
    }));
    await db
      .updateTable("intelligence")
      .set({ blockers: JSON.stringify(blockers) })
      .where("id", "=", after.id)
      .execute();
    await page.reload();
    await expect(badge("High")).toHaveAttribute("data-tone", "stop");
    await expect(badge("Medium")).toHaveAttribute("data-tone", "act");
    await expect(badge("Low")).toHaveAttribute("data-tone", "plain");
    await inspect(page);
    await db.deleteFrom("searches").where("transaction_id", "=", id).execute();
  });

  await test.step("no report can be generated until a search is completed (WF-12.3)", async () => {
    await page.goto(`${record}/searches`);
    await expect(page.getByText("No report has been generated yet.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Generate report" })).toBeDisabled();
    await inspect(page);
  });

  await test.step("the first report appears automatically and quotes the document (WF-12.3)", async () => {
    await addSearch(db, id, { pages: [`Planning. ${NOTICE}`] });
    await expect(async () => {
      await page.goto(`${record}/searches`);
      await expect(page.getByText("High risk")).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(page.getByText(`“${NOTICE}”`)).toBeVisible();
    await inspect(page);
  });

  const download = page.getByRole("link", { name: /^Download the property search report/ });

  await test.step("a report that staff generate can be downloaded as a PDF (WF-12.3)", async () => {
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

  await test.step("if a search’s document is missing, staff see that the report failed, and the previous report is still shown (WF-12.3)", async () => {
    const lost = { s3_document_key: `test/lost/${id}.pdf` };
    const searches = await db
      .updateTable("searches")
      .set(lost)
      .where("transaction_id", "=", id)
      .returning("id")
      .execute();
    await db
      .updateTable("search_documents")
      .set(lost)
      .where(
        "search_id",
        "in",
        searches.map((search) => search.id),
      )
      .execute();
    await press(page, "Generate again");
    await expect(message(page, "Failed to generate property search report")).toBeVisible();
    await expect(page.getByText(`“${NOTICE}”`)).toBeVisible();
    await inspect(page);
  });

  await expectEvents(db, id, [
    "property_search_report_generated",
    "property_search_report_generated",
  ]);
});

function readNewest(db: Db, transaction_id: string) {
  return db
    .selectFrom("intelligence")
    .select(["id", "generated_at"])
    .where("transaction_id", "=", transaction_id)
    .orderBy("generated_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
}
