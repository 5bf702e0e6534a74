import { randomBytes } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import type { Db } from "#db/connection.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { insertAgent, valuer, valuersIn } from "#tests/support/estate-agents.ts";
import { expect, test } from "./support/fixtures.ts";
import { signIn } from "./support/people.ts";
import { expectEvents } from "./support/records.ts";
import { expectErrors, expectPath, heading, press } from "./support/seller.ts";

/** What is called so by this journey alone, in a database that several share. */
const unique = (name: string) => `${name} ${randomBytes(4).toString("hex")}`;

/** A member of staff who has signed in. */
async function staff(db: Db, context: BrowserContext, first_name = "Ada") {
  const email = `${randomBytes(6).toString("hex")}@fanlight.example`;
  const { id } = await db
    .insertInto("users")
    .values({ email, type: "admin", active: true, first_name, last_name: "Marsh" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await signIn(db, context, id, "admin");
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

/** What a toast says, or without scripts the banner; its button to dismiss it repeats the words. */
const message = (page: Page, text: string) => page.getByText(text).first();

/** Follows a link of the page and waits for the dialog that it opens. */
async function openDialog(page: Page, link: string, title: string) {
  await page.getByRole("link", { name: link, exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: title })).toBeVisible();
}

test("WF-21.1 brands: add, refuse, rename, delete, and one in use (M-067 to M-076)", async ({
  page,
  context,
  db,
  inspect,
  scripts,
}) => {
  await staff(db, context);
  const [name, renamed, used] = [unique("Larkfield"), unique("Meadow"), unique("Used")];
  await page.goto("/admin/estate-agents");
  await page.getByRole("link", { name: "Brands", exact: true }).click();
  await expectPath(page, "/admin/estate-agent-brands");
  await inspect(page);

  await openDialog(page, "Add brand", "Add brand");
  if (scripts) {
    await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
  } else {
    await press(page, "Save");
    await expectErrors(page, ["Enter a brand name"]);
  }
  await inspect(page);
  await page.getByLabel("Brand name").fill(name);
  await press(page, "Save");
  await expectPath(page, "/admin/estate-agent-brands");
  await expect(message(page, "Brand added")).toBeVisible();

  await openDialog(page, `Edit ${name}`, "Edit brand");
  if (scripts) await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
  await page.getByLabel("Brand name").fill(renamed);
  await press(page, "Save");
  await expect(row(page, renamed)).toBeVisible();

  await openDialog(page, `Delete ${renamed}`, "Delete brand");
  await inspect(page);
  await press(page, `Delete ${renamed}`);
  await expectPath(page, "/admin/estate-agent-brands");
  await expect(row(page, renamed)).toHaveCount(0);

  const brand = await db
    .insertInto("brands")
    .values({ brand_name: used })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertAgent(db, { brand_id: brand.id });
  await page.reload();
  await openDialog(page, `Delete ${used}`, "Delete brand");
  await expect(page.getByText("This brand is used by 1 estate agents")).toBeVisible();
  await expect(page.getByRole("button", { name: `Delete ${used}` })).toHaveCount(0);
  await inspect(page);
});

test("WF-21.2 to 21.5 a new estate agent, their people and checks (M-021 to M-060)", async ({
  page,
  context,
  db,
  inspect,
  scripts,
}) => {
  test.setTimeout(120_000);
  await staff(db, context);
  const [brand, office] = [unique("Brand"), unique("Office")];
  await db.insertInto("brands").values({ brand_name: brand }).execute();

  await test.step("2. nothing filled in, then the least", async () => {
    await page.goto("/admin/estate-agents");
    await page.getByRole("link", { name: "Add estate agent" }).click();
    await expect(heading(page, "Add estate agent")).toBeVisible();
    await inspect(page);
    await press(page, "Submit");
    await expectErrors(page, [
      "Please fill in the office details",
      "Please add at least one valuer",
    ]);
    await inspect(page);
    await page.getByLabel("Brand", { exact: true }).selectOption({ label: brand });
    await page.getByLabel("Office name").fill(office);
    await press(page, "Add valuer");
    const first = page.getByRole("group", { name: "Valuer 1" });
    await expect(first).toBeVisible();
    await expect(page.getByLabel("Office name")).toHaveValue(office);
    await first.getByLabel("First name").fill("Val");
    await inspect(page);
    await press(page, "Submit");
    await expect(heading(page, office)).toBeVisible();
    await expect(message(page, "Estate agent added")).toBeVisible();
    await inspect(page);
  });

  await test.step("3. a second valuer is primary; the primary one is deleted; the last stays", async () => {
    await openDialog(page, "Add valuer", "Add valuer");
    await page.getByLabel("First name").fill("Bob");
    await page.getByLabel("Primary valuer").check();
    await inspect(page);
    await press(page, "Add valuer");
    await expect(page.getByRole("heading", { name: "Bob Primary" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Val Secondary" })).toBeVisible();
    await openDialog(page, "Delete Bob", "Delete valuer");
    await inspect(page);
    await press(page, "Delete Bob");
    await expect(page.getByRole("heading", { name: "Val Primary" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Delete Val" })).toHaveCount(0);
  });

  await test.step("4. the coordinator, and five negotiators", async () => {
    await openDialog(page, "Add office coordinator", "Office coordinator");
    await press(page, "Save");
    await expectErrors(page, [
      "First name is required",
      "Last name is required",
      "Valid email is required",
    ]);
    await page.getByLabel("First name").fill("Cora");
    await page.getByLabel("Last name").fill("Dale");
    await page.getByLabel("Email", { exact: true }).fill("cora@example.test");
    await press(page, "Save");
    await expect(page.getByText("Cora Dale").first()).toBeVisible();
    for (let number = 1; number <= 5; number++) {
      await openDialog(page, "Add negotiator", "Add negotiator");
      await page.getByLabel("First name").fill(`Ned${number}`);
      await page.getByLabel("Last name").fill("Marsh");
      await page.getByLabel("Email", { exact: true }).fill(`ned${number}@example.test`);
      await page.getByLabel("Phone number").fill("01904 555010");
      await press(page, "Add negotiator");
      await expect(page.getByRole("heading", { name: `Ned${number} Marsh` })).toBeVisible();
    }
    await expect(page.getByRole("link", { name: "Add negotiator" })).toHaveCount(0);
  });

  await test.step("5. Thirdfort: a row comes with the tick, cannot be removed, and goes with it", async () => {
    await openDialog(page, "Edit Thirdfort checks", "Thirdfort checks");
    const seller = page.getByLabel("Requests seller checks");
    const email = page.getByLabel("Requester email 1");
    await seller.check();
    if (scripts) {
      await expect(email).toBeVisible();
      await seller.uncheck();
      await expect(email).toHaveCount(0);
      await seller.check();
    } else {
      await press(page, "Save");
      await expectErrors(page, ["Enter at least one requester email"]);
    }
    await email.fill("compliance");
    await press(page, "Save");
    await expectErrors(page, ["Please enter a valid email address"]);
    await expect(page.getByRole("button", { name: "Remove requester email 1" })).toHaveCount(0);
    await inspect(page);
    await email.fill("compliance@example.test");
    await press(page, "Save");
    await expect(page.getByText("compliance@example.test").first()).toBeVisible();
  });
});

test("WF-21.6 the list: search, brand filter, page size, pages (M-001 to M-017)", async ({
  page,
  context,
  db,
  inspect,
  scripts,
}) => {
  await staff(db, context);
  const brand_name = unique("Pages");
  const brand = await db
    .insertInto("brands")
    .values({ brand_name })
    .returning("id")
    .executeTakeFirstOrThrow();
  const word = randomBytes(4).toString("hex");
  for (let number = 10; number < 22; number++) {
    const office = {
      brand_id: brand.id,
      office_name: `${word} ${number}`,
      office_phone_number: null,
      address: null,
    };
    await insertAgent(db, { office });
  }
  await page.goto("/admin/estate-agents");
  await page.getByLabel("Brand").selectOption({ label: `${brand_name} (12)` });
  await page.getByLabel("Rows per page").selectOption("10");
  await press(page, "Apply");
  await expect(page.getByText("1 - 10 of 12")).toBeVisible();
  await inspect(page);
  await page.getByRole("link", { name: "Page 2" }).click();
  await expect(page.getByText("11 - 12 of 12")).toBeVisible();
  await page.getByLabel("Search").fill(`${word} 15`);
  if (!scripts) await press(page, "Apply");
  await expect(page.getByText("1 - 1 of 1")).toBeVisible();
  await expect(page.getByLabel("Search")).toHaveValue(`${word} 15`);
  await row(page, `${word} 15`).getByRole("link").click();
  await expect(heading(page, `${word} 15`)).toBeVisible();
});

test("M-032 two editors of one valuer: the second chooses between both versions", async ({
  page,
  context,
  db,
  inspect,
  anotherBrowser,
}) => {
  const id = await insertAgent(db, { valuers: [valuer("Val"), valuer("Bob")] });
  const path = `/admin/estate-agents/${id}/valuers/${(await valuersIn(db, id))[1]!.id}`;
  await staff(db, context, "Tomasin");
  const other = await anotherBrowser();
  await staff(db, other, "Ada");
  const ada = await other.newPage();
  await Promise.all([page.goto(path), ada.goto(path)]);

  await ada.getByLabel("First name").fill("Abe");
  await ada.getByLabel("Phone number").fill("01904 555011");
  await press(ada, "Save");
  await expectPath(ada, `/admin/estate-agents/${id}`);

  await page.getByLabel("First name").fill("Tim");
  await page.getByLabel("Subscribed to the weekly leads email").check();
  await press(page, "Save");
  await expect(page.getByText(/Ada Marsh saved this on/)).toBeVisible();
  const versions = (field: string) => page.getByRole("group", { name: field });
  await expect(versions("First name").getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(versions("Phone number").getByLabel("Theirs")).toBeChecked();
  await expect(versions("Weekly leads email").getByLabel("Yours")).toBeChecked();
  await expect(versions("Last name")).toHaveCount(0);
  await inspect(page);
  await press(page, "Save the chosen versions");
  await expectErrors(page, ["Choose a version of First name"]);
  await inspect(page);
  await versions("First name").getByLabel("Yours").check();
  await press(page, "Save the chosen versions");
  await expectPath(page, `/admin/estate-agents/${id}`);
  const [, saved] = await valuersIn(db, id);
  expect(saved).toMatchObject({
    first_name: "Tim",
    phone_number: "+441904555011",
    is_subscribed: true,
  });
});

test("WF-09 an estate agent is assigned to a transaction by two at once (M-077 to M-088)", async ({
  page,
  context,
  db,
  postbox,
  inspect,
  anotherBrowser,
}) => {
  test.setTimeout(90_000);
  await staff(db, context);
  const val = `val.${randomBytes(4).toString("hex")}@northgate.example`;
  const [office, silent] = [unique("Northgate"), unique("Silent")];
  const named = (office_name: string) => ({
    brand_id: null,
    office_name,
    office_phone_number: null,
    address: null,
  });
  await insertAgent(db, { office: named(office), valuers: [valuer("Val", { email: val })] });
  await insertAgent(db, { office: named(silent), valuers: [valuer("Sid", { email: null })] });
  const seller = await insertPerson(db, `${randomBytes(6).toString("hex")}@example.test`);
  const { id } = await insertSale(db, seller.id);
  await db
    .updateTable("transactions")
    .set({ estate_agent_status: "not_listed" })
    .where("id", "=", id)
    .execute();

  await test.step("1. the tab, and none chosen", async () => {
    await page.goto(`/admin/transactions/${id}`);
    await page.getByRole("link", { name: "Estate Agent", exact: true }).click();
    await expect(page.getByRole("main")).toContainText("Estate agent not found in list");
    await inspect(page);
    await press(page, "Assign estate agent");
    await expectErrors(page, ["Estate agent is required"]);
    await inspect(page);
  });

  await test.step("2. one without an email is warned of; back to amend", async () => {
    await page.getByLabel("Estate agent", { exact: true }).selectOption({ label: silent });
    await press(page, "Assign estate agent");
    await expect(page.getByText("An introduction email will not be sent")).toBeVisible();
    await inspect(page);
    await page.getByRole("link", { name: "Go back and amend" }).click();
    await expect(
      page.getByLabel("Estate agent", { exact: true }).locator("option:checked"),
    ).toHaveText(silent);
  });

  await test.step("3. confirmed by two members of staff: one assigns, the other is told", async () => {
    const other = await anotherBrowser();
    await staff(db, other, "Tomasin");
    const tom = await other.newPage();
    for (const each of [page, tom]) {
      await each.goto(`/admin/transactions/${id}/estate-agent`);
      await each.getByLabel("Estate agent", { exact: true }).selectOption({ label: office });
      await press(each, "Assign estate agent");
      await expect(each.getByText(val).first()).toBeVisible();
    }
    await press(page, "Yes, assign estate agent");
    await expect(message(page, "Success!")).toBeVisible();
    await expect(
      page.getByText("You've successfully assigned an estate agent for this transaction."),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Assign estate agent" })).toHaveCount(0);
    await inspect(page);
    await press(tom, "Yes, assign estate agent");
    await expect(message(tom, "Assignment Failed")).toBeVisible();
    await expect(
      tom.getByText("An estate agent is already assigned to this transaction"),
    ).toBeVisible();
  });
  await expectEvents(db, id, ["estate_agent_assigned", "estate_agent_introduction_email_sent"]);
  await postbox.expectNames(val, ["estate_agent_introduction"]);

  await test.step("4. an unknown transaction", async () => {
    await page.goto(`/admin/transactions/${"0".repeat(24)}/estate-agent`);
    await expect(heading(page, "Transaction not found")).toBeVisible();
    await inspect(page);
  });
});

test("WF-08.1 Load More goes on to the end of the list (J-024, J-025, V-041)", async ({
  page,
  context,
  db,
  inspect,
  scripts,
}) => {
  await staff(db, context);
  const seller = await insertPerson(db, `${randomBytes(6).toString("hex")}@example.test`);
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
  await loadMore.click();
  await expect(page.getByText("Showing 40 of 45 items")).toBeVisible();
  await expect(rows).toHaveCount(scripts ? 40 : 20);
  if (scripts) await expect(rows.nth(20).getByRole("link")).toBeFocused();
  await inspect(page);
  await loadMore.click();
  await expect(page.getByText("Showing 45 of 45 items")).toBeVisible();
  await expect(rows).toHaveCount(scripts ? 45 : 5);
  await expect(loadMore).toHaveCount(0);
  await page.getByLabel("Paid status").selectOption("Unpaid");
  await press(page, "Apply");
  await expect(page.getByText("Showing 20 of 45 items")).toBeVisible();
  await expect(rows).toHaveCount(20);
});
