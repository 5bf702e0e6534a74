import type { Page } from "@playwright/test";
import type { Db } from "#db/connection.ts";
import { openEarly } from "./support/delayed-scripts.ts";
import { expect, test } from "./support/fixtures.ts";
import { signIn, signInCustomer } from "./support/people.ts";
import { readSales } from "./support/records.ts";
import { expectPath, fillProperty, press, openProperty } from "./support/seller.ts";
import { signInStaff } from "./support/staff.ts";

const price = (page: Page) => page.getByLabel("What is your asking price?");

async function keptPrice(db: Db, user_id: string) {
  const draft = await db
    .selectFrom("drafts")
    .select("data")
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  const { answers } = (draft?.data ?? {}) as { answers?: { asking_price_pounds?: string } };
  return answers?.asking_price_pounds;
}

test("typed values are saved after a second without typing if scripts run (WCAG 3.3.7)", async ({
  page,
  context,
  person,
  db,
  scripts,
  anotherBrowser,
}) => {
  const id = await signInCustomer(db, context, person);
  await openProperty(page);
  const says = (text: string) => expect(page.getByText(text)).toBeVisible();
  if (!scripts) return says("We’ll save your answers when you select Continue.");
  await says("We’ll save your answers as you go.");
  const posts: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(Date.now());
  });
  const typed = Date.now();
  await price(page).pressSequentially("455000", { delay: 30 });
  await expect.poll(() => keptPrice(db, id)).toBe("455,000");
  expect(posts.length).toBeLessThan("455000".length);
  expect(posts[0]! - typed).toBeGreaterThan(1_000);
  await expect(price(page)).toHaveValue("455,000");

  const device = await anotherBrowser();
  await signIn(db, device, id);
  const other = await device.newPage();
  await other.goto("/sell/about-the-property");
  await expect(price(other)).toHaveValue("455,000");
});

test("typed values are saved when the page is left within a second (WCAG 3.3.7) @scripts", async ({
  page,
  context,
  person,
  db,
}) => {
  const id = await signInCustomer(db, context, person);
  await openProperty(page);
  await price(page).fill("465000");
  await page.goto("/sell/welcome");
  await expect.poll(() => keptPrice(db, id)).toBe("465,000");

  await openProperty(page);
  await price(page).fill("475000");
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expectPath(page, "/sell/about-you");
  await expect.poll(() => keptPrice(db, id)).toBe("475,000");

  await page.goBack();
  await expect(price(page)).toHaveValue("475,000");
});

test("values typed before the scripts arrive are saved @scripts", async ({
  page,
  context,
  person,
  db,
}) => {
  const id = await signInCustomer(db, context, person);
  await openProperty(page);
  const letIn = await openEarly(page, "/sell/about-the-property");
  await price(page).fill("495000");
  expect(await keptPrice(db, id)).toBeUndefined();
  letIn();
  await expect.poll(() => keptPrice(db, id)).toMatch(/^495,?000$/);
});

test("a postcode typed before the scripts arrive can be looked up (D-011) @scripts", async ({
  page,
  context,
  person,
  db,
}) => {
  await signInCustomer(db, context, person);
  await openProperty(page, "buy");
  const letIn = await openEarly(page, "/buy/about-the-property");
  await page.getByLabel("Postcode", { exact: true }).fill("YO1 7HZ");
  letIn();
  await expect(page.getByText("We’ll save your answers as you go.")).toBeVisible();
  await page.getByRole("button", { name: "Find property" }).click();
  await expect(page.locator("main [role=status]").first()).toBeVisible();
});

test("ticking “Requests seller checks” before the scripts arrive shows the requester’s email field once they arrive (M-028) @scripts", async ({
  page,
  context,
  db,
}) => {
  await signInStaff(db, context);
  const letIn = await openEarly(page, "/admin/estate-agents/add");
  const email = page.getByLabel("Requester email 1");
  await page.getByLabel("Requests seller checks").check();
  await expect(email).toHaveCount(0);
  letIn();
  await expect(email).toBeVisible();
});

test("a submitted form leaves no draft", async ({ page, context, person, db }) => {
  const id = await signInCustomer(db, context, person);
  await openProperty(page);
  await fillProperty(page);
  await page.getByRole("button", { name: "Continue", exact: true }).dblclick();
  await expectPath(page, "/sell/terms-and-conditions");
  await page.waitForTimeout(1_500);
  expect(await readSales(db, person.email)).toHaveLength(1);
  expect(await keptPrice(db, id)).toBeUndefined();
});

test("typed values stay on the page without a network, and are saved once the network is back @scripts", async ({
  page,
  context,
  person,
  db,
}) => {
  const id = await signInCustomer(db, context, person);
  await openProperty(page);
  await page.route("**/*.data*", (route) => route.abort("internetdisconnected"));
  const failed = page.waitForEvent("requestfailed");
  await price(page).fill("485000");
  await failed;
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.unroute("**/*.data*");
  await price(page).click();
  await expect.poll(() => keptPrice(db, id)).toBe("485,000");
  await press(page, "Continue");
  await expect(price(page)).toHaveValue("485,000");
});
