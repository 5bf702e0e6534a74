import type { Page } from "@playwright/test";
import { addMinutes } from "date-fns";
import type { Updateable } from "kysely";
import { MAX_OPTIONS } from "#app/domain/shared/choices.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { insertAgent, insertOffice } from "#tests/support/estate-agents.ts";
import { insertLawFirm, insertLawyerGroup } from "#tests/support/solicitors.ts";
import { expect, test } from "./support/fixtures.ts";
import { heading, press } from "./support/seller.ts";
import { signInStaff, uniqueName } from "./support/staff.ts";

/**
 * Expects the list’s rows to have equal heights, and its headings to stay at the top of the window.
 */
async function expectEvenRows(page: Page) {
  const heights = await page
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(new Set(heights)).toEqual(new Set([52]));
  expect((await page.locator("tbody tr").first().boundingBox())?.y).toBeLessThanOrEqual(250);
  await page.mouse.wheel(0, 600);
  await expect(async () => {
    expect((await page.locator("thead").boundingBox())?.y).toBe(0);
  }).toPass();
  const beyond = await page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(beyond, "pixels beyond 1280").toBe(0);
}

test("staff filter the list of matters and see how long each took to exchange (WF-08.2, WF-08.3, J-001 to J-023, AMB-J02)", async ({
  page,
  context,
  db,
  person,
  scripts,
  inspect,
}) => {
  await signInStaff(db, context);
  await insertManyLawyerGroups(db);
  const seller = await insertPerson(db, person.email);
  const buyer = await insertPerson(db, `buyer.${person.email}`);
  const office = uniqueName("Northgate");
  const { id: agent } = await insertOffice(db, office);
  const { id: nameless } = await insertOffice(db, null);
  const able = uniqueName("Able Sellers");
  const lawyers = await insertLawyerGroup(db, { name: able });
  const [dated, bare, other] = [
    await insertSale(db, seller.id),
    await insertSale(db, seller.id),
    await insertSale(db, seller.id),
  ];
  const change = (ids: string[], to: Updateable<DB["transactions"]>) =>
    db.updateTable("transactions").set(to).where("id", "in", ids).execute();
  await change([dated.id, bare.id], { estate_agent_id: agent, estate_agent_status: "assigned" });
  await change([other.id], { estate_agent_id: nameless, estate_agent_status: "assigned" });
  await change([dated.id], { seller_lawyer_group_id: lawyers });
  const purchase = await insertPurchase(db, dated, buyer.id, true);
  await db
    .updateTable("purchase_intents")
    .set({ sale_agreed: "2025-01-01", exchanged: "2025-04-11" })
    .where("id", "=", purchase.id)
    .execute();
  const rowOf = ({ id }: { id: string }) =>
    page.getByRole("row").filter({ has: page.locator(`a[href^="/admin/transactions/${id}"]`) });
  const rows = page.locator("tbody tr");

  await test.step("each row shows its dates and the days to exchange, or “Not started” (WF-08.3)", async () => {
    await page.goto("/admin/transactions");
    await page.getByLabel("Estate agent").selectOption({ label: office });
    await press(page, "Apply");
    await expect(rows).toHaveCount(2);
    for (const cell of ["01/01/2025", "11/04/2025", "100", "50", "33%"]) {
      await expect(rowOf(dated).getByRole("cell", { name: cell, exact: true })).toBeVisible();
    }
    await expect(rowOf(bare)).toContainText("Not started");
    await expect(rowOf(bare).getByRole("cell", { name: "TBC", exact: true })).toHaveCount(1);
    await inspect(page);
  });

  await test.step("staff filter the list by lawyers and by estate agent (WF-08.2)", async () => {
    await chooseLawyers(page, scripts, able);
    await press(page, "Apply");
    await expect(rows).toHaveCount(1);
    await expect(rowOf(dated)).toBeVisible();
    await page.getByRole("link", { name: "Clear filters" }).click();
    const chosen = page.getByLabel("Estate agent").locator("option:checked");
    await expect(chosen).toHaveText("All Estate Agents");
    await page.getByLabel("Estate agent").selectOption(nameless);
    await expect(chosen).toHaveText("Unknown Agent");
    await press(page, "Apply");
    await expect(rows).toHaveCount(1);
    await expect(rowOf(other)).toBeVisible();
  });
});

test("staff find a lawyer group by part of its name if a select cannot list all groups (J-004, J-005)", async ({
  page,
  context,
  db,
  person,
  scripts,
  inspect,
}) => {
  await signInStaff(db, context);
  await insertManyLawyerGroups(db);
  const name = uniqueName("Quillfeather");
  const seller_lawyer_group_id = await insertLawyerGroup(db, { name });
  const sale = await insertSale(db, (await insertPerson(db, person.email)).id);
  await db
    .updateTable("transactions")
    .set({ seller_lawyer_group_id })
    .where("id", "=", sale.id)
    .execute();
  await page.goto("/admin/transactions");
  const box = page.getByRole("combobox", { name: "Lawyer group" });
  const rows = page.locator("tbody tr");

  if (scripts) {
    await expect(box).toHaveAttribute("aria-autocomplete", "list");
    await box.pressSequentially("no such name");
    await expect(page.getByText("Nothing found")).toBeVisible();
    await box.fill("");
    await box.pressSequentially(name.toLowerCase());
    await expect(page.getByRole("option", { name })).toBeVisible();
    await inspect(page);
    await box.fill("");
    await box.pressSequentially(name.toLowerCase());
    await expect(page.getByRole("option", { name })).toBeVisible();
    await box.press("ArrowDown");
    await expect(page.getByRole("option", { name, selected: true })).toBeVisible();
    await box.press("Enter");
    await expect(box).toHaveValue(`${name}, Ashby & Co`);
  } else {
    await chooseLawyers(page, scripts, name);
  }
  await press(page, "Apply");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveTitle(`Transactions - ${name}, Ashby & Co - Fanlight`);
  await expect(page).toHaveURL(new RegExp(`lawyer_group=${seller_lawyer_group_id}`));
  await inspect(page);

  await test.step("the chosen group is shown by its name until it is removed", async () => {
    await page.reload();
    await expect(rows).toHaveCount(1);
    if (scripts) {
      await expect(box).toHaveValue(`${name}, Ashby & Co`);
      await box.fill("");
    } else {
      await expect(box.locator("option:checked")).toHaveText(`${name}, Ashby & Co`);
      await box.selectOption("");
    }
    await press(page, "Apply");
    await expect(page).toHaveURL(/lawyer_group=(&|$)/);
    await expect(rows).not.toHaveCount(1);
  });
});

/** Inserts more lawyer groups than a select shows. None of them can be assigned to a matter. */
async function insertManyLawyerGroups(db: Db) {
  const law_firm_id = await insertLawFirm(db, { name: uniqueName("Many") });
  await db
    .insertInto("lawyer_groups")
    .values(
      Array.from({ length: MAX_OPTIONS + 1 }, (_, number) => ({
        name: `Retired ${number}`,
        law_firm_id,
        retired_at: new Date(),
      })),
    )
    .execute();
}

async function chooseLawyers(page: Page, scripts: boolean, name: string) {
  const box = page.getByRole("combobox", { name: "Lawyer group" });
  if (scripts) {
    await expect(box).toHaveAttribute("aria-autocomplete", "list");
    await box.fill(name);
    await page.getByRole("option", { name }).click();
    await expect(box).toHaveValue(`${name}, Ashby & Co`);
    return;
  }
  await page.locator("summary", { hasText: "Find a lawyer group" }).click();
  await page.getByLabel("Part of the name").locator("visible=true").fill(name);
  await page.getByRole("button", { name: "Find a lawyer group" }).click();
  await expect(page.locator("summary", { hasText: "Find a lawyer group: 1 found" })).toBeVisible();
  await box.selectOption({ label: `${name}, Ashby & Co` });
}

test("the list of matters loads more rows until its end, and shows the same rows again after Back (WF-08.1, WF-08.2, J-022 to J-026, V-041)", async ({
  page,
  context,
  db,
  person,
  inspect,
  scripts,
}) => {
  await signInStaff(db, context);
  const seller = await insertPerson(db, person.email);
  const agent = await insertAgent(db);
  for (let count = 0; count < 45; count++) {
    const { id } = await insertSale(db, seller.id);
    await db
      .updateTable("transactions")
      .set({ estate_agent_id: agent, estate_agent_status: "assigned" })
      .where("id", "=", id)
      .execute();
  }
  await page.goto(`/admin/transactions?estate_agent=${agent}`);
  const rows = page.locator("tbody tr");
  const loadMore = page.getByRole("link", { name: "Load More" });
  await expect(page.getByText("Showing 20 of 45 items")).toBeVisible();
  await expectEvenRows(page);
  await loadMore.click();
  await expect(page.getByText("Showing 40 of 45 items")).toBeVisible();
  await expect(rows).toHaveCount(scripts ? 40 : 20);
  if (scripts) await expect(rows.nth(20).getByRole("link")).toBeFocused();
  await inspect(page);

  await test.step("Back from a record shows the same rows at the same position", async () => {
    const last = rows.last().getByRole("link");
    await last.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    await rows.last().getByRole("cell").nth(3).click({ force: true });
    await expect(page).toHaveURL(/\/admin\/transactions\/[0-9a-f]{24}/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Arch Street");
    await page.goBack();
    await expect(rows).toHaveCount(scripts ? 40 : 20);
    await expect(page.getByText("Showing 40 of 45 items")).toBeVisible();
    await expect
      .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - before))
      .toBeLessThan(5);
  });

  await loadMore.click();
  await expect(page.getByText("Showing 45 of 45 items")).toBeVisible();
  await expect(rows).toHaveCount(scripts ? 45 : 5);
  await expect(loadMore).toHaveCount(0);
  await page.getByLabel("Paid status").selectOption("Unpaid");
  await press(page, "Apply");
  await expect(page.getByText("Showing 20 of 45 items")).toBeVisible();
  await expect(rows).toHaveCount(20);

  await test.step("on a phone, each row looks like a card, and is still a table row for screen readers", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    const card = page.getByRole("row").filter({ hasText: "1 Arch Street" }).first();
    await expect(card.getByRole("rowheader", { name: "1 Arch Street" })).toBeVisible();
    await expect(card.getByRole("cell", { name: "£300,000" })).toBeVisible();
    await expect(page.getByRole("columnheader")).toHaveCount(18);
    const { y = 999, height = 999 } = (await rows.first().boundingBox()) ?? {};
    expect(y, "the top of the first card").toBeLessThanOrEqual(345);
    expect(height, "a card").toBeLessThanOrEqual(180);
    await inspect(page);
  });
  await page.getByText("Filters: 2 set").click();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL((url) => url.search === "");
});

test("the feed shows five cards, then five more, and filters matters by a missing step (WF-08.4, I-026, J-034 to J-060)", async ({
  page,
  context,
  db,
  person,
  inspect,
  scripts,
}) => {
  await signInStaff(db, context);
  const seller = await insertPerson(db, person.email);
  const cards = page.locator("[id^=row-]");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/feed.*after=/.test(request.url())) asked.push(request.url());
  });

  await page.goto("/admin/feed");
  await expect(heading(page, "Transaction Feed")).toBeVisible();
  await expect(page.getByText(/^Showing 5 of \d+ transactions$/)).toBeVisible();
  await inspect(page);
  const first = await cards.first().textContent();
  const more = page.getByRole("link", { name: "Load 5 More" });
  if (scripts) {
    // Three clicks load one page of cards, and the loading is announced (J-042, J-048).
    await more.click();
    await more.click();
    await more.click();
    await expect(page.getByText("Loading events...")).toBeVisible();
    await expect(cards).toHaveCount(10);
    await expect(page.getByText("Loading events...")).toHaveCount(0);
    await expect(cards.nth(5).getByRole("link")).toBeFocused();
    // The matter’s details are not requested again (J-060).
    expect(asked).toHaveLength(1);
    expect(await cards.first().textContent()).toBe(first);
  } else {
    await more.click();
    await expect(cards).toHaveCount(5);
    await expect(page.getByRole("link", { name: "Back to the start of the list" })).toBeVisible();
  }
  await expect(page.getByText(/^Showing 10 of \d+ transactions$/)).toBeVisible();
  await inspect(page);

  const { id } = await insertSale(db, seller.id);
  const created_at = addMinutes(new Date(), 1);
  await db.updateTable("transactions").set({ created_at }).where("id", "=", id).execute();
  await page.goto("/admin/feed");
  for (const [filter, outstanding] of [
    ["Unpaid", "Payment: Outstanding"],
    ["No Estate Agents", "Estate agent: Outstanding"],
    ["No Solicitors", "Solicitors: Outstanding"],
    ["No Searches", "Searches: Outstanding"],
    ["No Thirdfort Checks", "ID checks: Outstanding"],
  ] as const) {
    await page.getByRole("link", { name: filter }).click();
    await expect(page.getByRole("link", { name: filter })).toHaveAttribute("aria-current", "page");
    await expect(page.locator(`#row-${id}`)).toContainText(outstanding);
  }
  await inspect(page);
  await db
    .insertInto("searches")
    .values({ transaction_id: id, product_id: "P1", reference: "OS1", status: "complete" })
    .execute();
  await page.getByRole("link", { name: "No Searches" }).click();
  await expect(page.getByRole("link", { name: "No Searches" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(page.locator(`#row-${id}`)).toHaveCount(0);
  await page.getByRole("link", { name: "Show All" }).click();
  const card = page.locator(`#row-${id}`);
  await expect(card).toContainText("No event found");
  await expect(card).toContainText(/Created (0|1) hours? ago/);
  await expect(card).toContainText("Searches: Complete");
  await card.getByRole("link").click();
  await expect(page).toHaveURL((url) => url.pathname === `/admin/transactions/${id}`);
});
