import { sql } from "kysely";
import type { Page } from "@playwright/test";
import type { Db } from "#db/connection.ts";
import { createMatterWithPeople } from "#tests/routes/admin/transaction-tabs/checked-matter.ts";
import { assignSolicitors, createPaidMatter } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { signIn } from "./support/people.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectErrors, expectPath, heading, press } from "./support/seller.ts";
import { message, signInStaff } from "./support/staff.ts";

/** Ends the ten minutes of the actions of a matter. */
const expire = (db: Db, id: string) =>
  db
    .updateTable("matter_actions")
    .set({ sends_at: sql`now()` })
    .where("transaction_id", "=", id)
    .execute();

async function activeSellerOf(db: Db, id: string) {
  const { seller_id } = await db
    .selectFrom("transactions")
    .select("seller_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await db.updateTable("users").set({ active: true }).where("id", "=", seller_id).execute();
  return seller_id;
}

const record = (id: string) => `/admin/transactions/${id}`;

async function endMatter(page: Page) {
  await page.getByRole("link", { name: "End matter" }).click();
  await page.getByRole("radio", { name: "Seller withdrew" }).check();
  await press(page, "Check and continue");
  await page.getByRole("button", { name: /^End matter and send \d+ emails?$/ }).click();
  await expect(page.getByText(/This matter ended on/)).toBeVisible();
}

test("staff end a matter with a buyer, undo it, end it again and resume it later (ST-3)", async ({
  page,
  context,
  db,
  inspect,
}) => {
  await signInStaff(db, context);
  const { id, purchase } = await createMatterWithPeople(db);
  const aborted = async () =>
    (
      await db
        .selectFrom("purchase_intents")
        .select("aborted")
        .where("id", "=", purchase.id)
        .executeTakeFirstOrThrow()
    ).aborted;
  await page.goto(record(id));

  await test.step("the page shows the matter, and needs a reason", async () => {
    await page.getByRole("link", { name: "End matter" }).click();
    await expect(heading(page, "End this matter")).toBeVisible();
    await expect(page.getByRole("link", { name: "Release this buyer instead" })).toBeVisible();
    await inspect(page);
    await press(page, "Check and continue");
    await expectErrors(page, ["Choose the reason"]);
    await inspect(page);
  });

  await test.step("the confirmation shows each email without the reason, and one red button", async () => {
    await page.getByRole("radio", { name: "Chain broke" }).check();
    await page.getByLabel("Note for staff").fill("£5,000 short & 50% #chain");
    await press(page, "Check and continue");
    await expect(heading(page, "End this matter: check and confirm")).toBeVisible();
    await expect(page.getByText("£5,000 short & 50% #chain")).toBeVisible();
    await page.getByText(/, seller’s solicitor$/).click();
    await expect(page.getByText("Please stop work on it", { exact: false }).first()).toBeVisible();
    await inspect(page);
    expect(await aborted()).toBeNull();
    await press(page, "Go back and amend");
    await expect(page.getByRole("radio", { name: "Chain broke" })).toBeChecked();
    await expect(page.getByLabel("Note for staff")).toHaveValue("£5,000 short & 50% #chain");
    await press(page, "Check and continue");
  });

  await test.step("the record says that the matter has ended, and an undo restores it", async () => {
    await page.getByRole("button", { name: /^End matter and send \d+ emails$/ }).click();
    await expect(message(page, "Success!")).toBeVisible();
    await expectPath(page, record(id));
    expect(await aborted()).not.toBeNull();
    await expect(page.getByText("Reason: Chain broke")).toBeVisible();
    await inspect(page);
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect(message(page, "Undone")).toBeVisible();
    expect(await aborted()).toBeNull();
    await expect(page.getByText(/This matter ended on/)).toHaveCount(0);
  });

  await test.step("a matter that has ended can be resumed after the ten minutes", async () => {
    await endMatter(page);
    await expect(page.getByRole("button", { name: /^Undo/ })).toBeVisible();
    await expect(page.getByRole("link", { name: "Resume matter" })).toHaveCount(0);
    await expire(db, id);
    await page.goto(record(id));
    await page.getByRole("link", { name: "Resume matter" }).click();
    await expect(heading(page, "Resume this matter")).toBeVisible();
    await inspect(page);
    await press(page, "Check and continue");
    await expect(heading(page, "Resume this matter: check and confirm")).toBeVisible();
    await inspect(page);
    await page.getByRole("button", { name: /^Confirm and send \d+ emails$/ }).click();
    await expect(message(page, "Success!")).toBeVisible();
    expect(await aborted()).toBeNull();
  });
});

test("a seller without a buyer reads that the sale is paused, and later that it has ended (ST-3)", async ({
  page,
  context,
  db,
  inspect,
  anotherBrowser,
}) => {
  await signInStaff(db, context);
  const { id } = await createPaidMatter(db, `${Date.now()} Pause Street`);
  await assignSolicitors(db, id, ["seller"]);
  const sellers = await anotherBrowser();
  await signIn(db, sellers, await activeSellerOf(db, id));
  const dashboard = await sellers.newPage();

  await test.step("staff pause the matter until a day", async () => {
    await page.goto(record(id));
    await page.getByRole("link", { name: "Pause matter" }).click();
    await expect(heading(page, "Pause this matter")).toBeVisible();
    const until = page.getByRole("group", { name: /^Paused until/ });
    await until.getByLabel("Day").fill("1");
    await until.getByLabel("Month").fill("1");
    await until.getByLabel("Year").fill("2020");
    await press(page, "Check and continue");
    await expectErrors(page, ["Enter a day after today"]);
    await inspect(page);
    await until.getByLabel("Year").fill("2099");
    await press(page, "Check and continue");
    await expect(page.getByText(/until Thursday 1 January 2099\./).first()).toBeAttached();
    await inspect(page);
    await press(page, "Go back and amend");
    await expect(until.getByLabel("Year")).toHaveValue("2099");
    await press(page, "Check and continue");
    await page.getByRole("button", { name: /^Confirm and send \d+ emails$/ }).click();
    await expect(message(page, "Success!")).toBeVisible();
    await expect(page.getByText("This matter is paused until 01/01/2099")).toBeVisible();
    await inspect(page);
    await dashboard.goto(`/dashboard/sell/${id}`);
    await expect(dashboard.getByText("Your sale is paused")).toBeVisible();
    await inspect(dashboard);
  });

  await test.step("staff resume it", async () => {
    await expire(db, id);
    await page.goto(record(id));
    await page.getByRole("link", { name: "Resume matter" }).click();
    await press(page, "Check and continue");
    await page.getByRole("button", { name: /^Confirm and send \d+ emails$/ }).click();
    await expect(message(page, "Success!")).toBeVisible();
    await expect(page.getByText(/This matter is paused/)).toHaveCount(0);
  });

  await test.step("staff end it, and the seller’s dashboard says so", async () => {
    await endMatter(page);
    await dashboard.goto(`/dashboard/sell/${id}`);
    await expect(dashboard.getByText("Your sale has ended")).toBeVisible();
    await inspect(dashboard);
  });
});
