import { sql } from "kysely";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectEvents } from "./support/records.ts";
import { expectErrors, press } from "./support/seller.ts";
import { message, openDialog, row, signInStaff } from "./support/staff.ts";

test("staff order searches, read the results and request a water bill (WF-12, I-031, K-017, O-001 to O-027, O-036 to O-044)", async ({
  page,
  context,
  db,
  person,
  postbox,
  inspect,
}) => {
  await signInStaff(db, context);
  const seller = await insertPerson(db, person.email);
  const sale = await insertSale(db, seller.id);
  const tab = `/admin/transactions/${sale.id}/searches`;
  const push = async (reference: string, button: string) => {
    await page.goto(`/mocks/one-search/orders/${reference}`);
    const pressed = page.getByRole("button", { name: `${button} ${reference}` });
    if (!(await pressed.isVisible())) await page.getByText("Send unusual results").click();
    const stored = page
      .getByRole("row")
      .filter({ hasText: reference })
      .getByText(/: 204$/);
    const before = await stored.count();
    await pressed.click();
    await expect(stored).not.toHaveCount(before);
    await page.goto(tab);
  };

  await test.step("an alert is shown until the first order, and the form requires a building (WF-12.1)", async () => {
    await page.goto(`/admin/transactions/${sale.id}`);
    await page.getByRole("link", { name: /^Searches ?, none ordered$/ }).click();
    await expect(page.getByText("No searches have been ordered yet.")).toBeVisible();
    await inspect(page);
    await openDialog(page, "Order Searches", "Order searches");
    await inspect(page);
    await press(page, "Order searches");
    await expectErrors(page, ["Either building name or number is required"]);
    await inspect(page);
  });

  const late = await context.newPage();
  await late.goto(`${tab}/order`);
  await late.getByLabel("Building number").fill("12");

  await test.step("a double click orders once, and a second order on the same day is rejected (WF-12.2)", async () => {
    await page.getByLabel("Building number").fill("12");
    await page.getByRole("button", { name: "Order searches" }).dblclick();
    // The second submit may be answered before OneSearch has answered the first, if scripts do not
    // run.
    const sent = message(page, "The order is being sent");
    await expect(message(page, "Searches ordered").or(sent)).toBeVisible();
    await expect(async () => {
      if (await sent.isVisible()) await page.reload();
      await expect(row(page, "Local")).toContainText("in progress", { timeout: 500 });
    }).toPass();
    for (const product of ["Local", "Drainage & Water", "Environmental", "Land Registry Plan"]) {
      await expect(row(page, product)).toContainText("in progress");
      await expect(row(page, product)).toContainText("Estimated ");
    }
    await inspect(page);
    await openDialog(page, "Reorder Searches", "Reorder searches");
    await expect(page.getByRole("dialog")).toContainText("Searches may be ordered once per day.");
    await inspect(page);
    await page.getByRole("link", { name: "Go back" }).click();
    await press(late, "Order searches");
    await expect(late.locator(".error-summary li")).toHaveText(
      "Searches may be ordered once per day.",
    );
    await inspect(late);
    await late.close();
  });

  const { reference } = await db
    .selectFrom("search_orders")
    .select((eb) => eb.ref("reference").$notNull().as("reference"))
    .where("transaction_id", "=", sale.id)
    .executeTakeFirstOrThrow();

  await test.step("the parts of a message that could not be processed are shown on the matter until staff resolve them", async () => {
    await push(reference, "An unknown status");
    await expect(row(page, "Local")).toContainText("OneSearch status: Awaiting council");
    await push(reference, "Broken XML");
    const notice = page.getByRole("region", {
      name: /We couldn’t process everything OneSearch sent/,
    });
    await expect(notice).toContainText("We couldn’t read the message.");
    await page.reload();
    await expect(
      page.getByRole("link", { name: /^Searches ?, results not processed$/ }),
    ).toBeVisible();
    await inspect(page);
    await press(page, "Mark as resolved We couldn’t read the message.");
    await expect(message(page, "Marked as resolved")).toBeVisible();
    await expect(notice).toHaveCount(0);
  });

  await test.step("the provider completes the searches, with dates and documents (WF-12.3)", async () => {
    await push(reference, "Complete");
    await expect(row(page, "Environmental")).toContainText("complete");
    await expect(row(page, "Environmental")).toContainText("Completed ");
    await expect(row(page, "Environmental")).toContainText("Stored");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download Local search" }).click();
    expect((await download).suggestedFilename()).toBe(`Local search ${reference}.pdf`);
    await inspect(page);
  });

  await expect(async () => {
    await page.goto(tab);
    const again = page.getByRole("button", { name: "Generate again" });
    await expect(again).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await test.step("the report appears automatically, with its risk, counts and date, and downloads in a new tab (WF-12.3)", async () => {
    await expect(page.getByText(/^(?:Low|Moderate|High) risk$/)).toBeVisible();
    await expect(page.getByText(/ issues?$/)).toBeVisible();
    await expect(page.getByText(/, generated \d\d\/\d\d\/\d{4}, \d\d:\d\d\./)).toBeVisible();
    const download = page.getByRole("link", { name: /^Download the property search report/ });
    await expect(download).toHaveAttribute("target", "_blank");
    await expect(download).toHaveAttribute("rel", "noopener");
  });

  await test.step("the water bill is requested once, and the provider requests the title plan (WF-12.4)", async () => {
    await openDialog(page, "Request water bill", "Request water bill");
    await expect(page.getByRole("dialog")).toContainText(person.email);
    await inspect(page);
    await press(page, "Send request");
    await expect(message(page, "Water bill requested")).toBeVisible();
    await expect(page.getByRole("link", { name: "Request water bill" })).toHaveCount(0);
    await press(page, "Mark as Received Water bill");
    await expect(row(page, "Water bill")).toContainText("received");
    await push(reference, "Request the title plan");
    await press(page, "Mark as Sent Title plan");
    await expect(row(page, "Title plan")).toContainText("sent");
    await press(page, "Mark as Received Title plan");
    await expect(row(page, "Title plan")).toContainText("received");
    await expect(page.getByRole("button", { name: /^Mark as/ })).toHaveCount(0);
    await inspect(page);
  });

  await test.step("the links open the map, the land registry with the postcode, and the order (WF-12.5)", async () => {
    await expect(page.getByRole("link", { name: /^Maps/ })).toHaveAttribute("href", /1\+Arch/);
    await expect(page.getByRole("link", { name: /^Land registry/ })).toBeVisible();
    await expect(
      page.getByRole("link", { name: new RegExp(`^Order ${reference}`) }),
    ).toHaveAttribute("href", new RegExp(reference));
  });

  await test.step("an order on the next day is a reorder (WF-12.2)", async () => {
    await db
      .updateTable("search_orders")
      .set({
        ordered_on: sql`ordered_on - 1`,
        created_at: sql`created_at - interval '1 day'`,
      })
      .where("transaction_id", "=", sale.id)
      .execute();
    await openDialog(page, "Reorder Searches", "Reorder searches");
    await expect(page.getByRole("dialog")).toContainText(
      "These searches have been ordered before, so we’ll be charged again.",
    );
    await page.getByLabel("Building number").fill("12");
    await press(page, "Reorder searches");
    await expect(message(page, "Searches ordered")).toBeVisible();
    await expect(row(page, "Environmental").filter({ hasText: "reordered" })).toContainText(
      "in progress",
    );
    await inspect(page);
  });

  await expectEvents(db, sale.id, [
    "searches_ordered",
    "search_results_not_taken",
    "search_completed",
    "search_completed",
    "search_completed",
    "search_completed",
    "property_search_report_generated",
    "additional_request_created",
    "additional_request_sent",
    "additional_request_received",
    "additional_request_created",
    "additional_request_sent",
    "additional_request_received",
    "searches_reordered",
  ]);
  const orders = await db
    .selectFrom("search_orders")
    .select(["answer", "is_reorder"])
    .where("transaction_id", "=", sale.id)
    .orderBy("created_at")
    .execute();
  expect(orders).toEqual([
    { answer: "accepted", is_reorder: false },
    { answer: "accepted", is_reorder: true },
  ]);
  const requests = await db
    .selectFrom("additional_requests")
    .select(["type", "status"])
    .select((eb) => eb("sent_at", "is not", null).as("was_sent"))
    .where("transaction_id", "=", sale.id)
    .orderBy("type")
    .execute();
  expect(requests).toEqual([
    { type: "sewer_bill", status: "received", was_sent: true },
    { type: "title_plan", status: "received", was_sent: true },
  ]);
  await postbox.expectNames(person.email, ["sewer_bill_request"]);
});
