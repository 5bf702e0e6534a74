import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { expectPath, openAboutYou, openProperty, press, question } from "./support/seller.ts";

const BAINBRIGGE = /^1 Bainbrigge Road/;
const ELEMENTS = /\/assets\/elements-[^/]+\.js$/;

type Place = { path: string; asks: string };

const HOME: Place = {
  path: "/sell/about-the-property",
  asks: "What is the address of the property?",
};
const OWN: Place = { path: "/sell/about-you", asks: "Your address" };

async function openFinder(page: Page, { path, asks }: Place = OWN) {
  await (path === HOME.path ? openProperty(page) : openAboutYou(page));
  const finder = question(page, asks);
  const search = finder.getByLabel("Postcode or start of the address");
  if (path === HOME.path) return { finder, search };
  await press(finder, "Change the address");
  await expect(finder.getByLabel("Address line 1").or(search)).toBeVisible();
  if (!(await search.isVisible())) await press(finder, "Search for the address instead");
  await expect(search).toBeVisible();
  return { finder, search };
}

async function findAddresses(page: Page) {
  const { finder, search } = await openFinder(page);
  await search.fill("LS6 2AB");
  await press(finder, "Find address");
  return finder;
}

test("“Save and continue” saves the ticked address, even after other errors and a repeated submit (C-079, V-029)", async ({
  page,
  context,
  person,
  db,
}) => {
  await signInCustomer(db, context, person);
  const finder = await findAddresses(page);
  await finder.getByRole("radio", { name: BAINBRIGGE }).check();
  await page.getByLabel("First name").fill("S");
  await page.keyboard.press("Enter");
  await expect(page.locator(".error-summary li")).toHaveText([
    "First name must be at least 2 characters long. If this is your full name, email us and we’ll set it up",
  ]);
  await expect(finder.locator("address")).toContainText("1 Bainbrigge Road");
  await page.getByLabel("First name").fill("Samantha");
  await page.getByRole("button", { name: "Save and continue" }).dblclick();
  await expectPath(page, "/sell/about-the-property");
  await page.goto("/sell/about-you");
  await expect(question(page, "Your address").locator("address")).toContainText(
    "1 Bainbrigge Road",
  );
});

test("each step of the address finder opens the page at the finder, and neither a reload nor Back submits the step again (AMB-C17)", async ({
  page,
  context,
  person,
  db,
  scripts,
}) => {
  await signInCustomer(db, context, person);
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.url());
  });
  const { finder, search } = await openFinder(page);
  await page.getByLabel("First name").fill("Samantha");
  await search.fill("LS6 2AB");
  await press(finder, "Find address");
  const first = finder.getByRole("radio", { name: BAINBRIGGE }).first();
  await first.check();
  const before = posts.length;
  // If scripts do not run, the page opens at the finder, not at the top of the page.
  const group = "#about-you-correspondence_address-group";
  await expect(page).toHaveURL((url) => url.hash === group);
  if (!scripts) {
    expect(await finder.evaluate((box) => box.getBoundingClientRect().top)).toBeLessThan(100);
    await page.reload();
    await expect(page.getByLabel("First name")).toHaveValue("Samantha");
    await first.check();
  }
  await press(finder, "Use this address");
  await expect(finder.locator("address")).toContainText("1 Bainbrigge Road");
  if (!scripts) await page.reload();
  await expect(finder.locator("address")).toContainText("1 Bainbrigge Road");
  expect(posts).toHaveLength(before + 1);
  await page.goBack();
  expect(posts).toHaveLength(before + 1);
});

test("an address typed by hand is shown again when the user changes it, and after a search for another one (AMB-C17)", async ({
  page,
  context,
  person,
  db,
}) => {
  await signInCustomer(db, context, person);
  const { finder, search } = await openFinder(page);
  await press(finder, "Enter address manually");
  const line = finder.getByLabel("Address line 1");
  await line.fill("The Old Forge");
  await finder.getByLabel("Town or city").fill("Bainbridge");
  await finder.getByLabel("Postcode", { exact: true }).fill("DL8 3EE");
  await press(finder, "Search for the address instead");
  await search.fill("ZZ1 1ZZ");
  await press(finder, "Find address");
  await expect(finder.getByText("We couldn't find that address.")).toBeVisible();
  await press(finder, "Enter address manually");
  await expect(line).toHaveValue("The Old Forge");
  await press(page, "Save and continue");
  await expectPath(page, "/sell/about-the-property");
  await page.goto("/sell/about-you");
  await press(finder, "Change the address");
  await expect(line).toHaveValue("The Old Forge");
});

test("each step of the address finder moves the focus and announces its result (WCAG 2.4.3, 4.1.3) @scripts", async ({
  page,
  context,
  person,
  db,
}) => {
  await signInCustomer(db, context, person);
  const { finder, search } = await openFinder(page);
  await expect(search).toBeFocused();
  const status = finder.getByRole("status");

  await test.step("after a search that finds addresses, the focus is on the first one", async () => {
    await search.fill("Bainbrigge");
    await press(finder, "Find address");
    const container = finder.getByRole("button", { name: /^Show the addresses in/ }).first();
    await expect(container).toBeFocused();
    await expect(status).toHaveText(/^\d+ addresses found$/);
    await page.keyboard.press("Enter");
    await expect(finder.getByRole("radio", { name: BAINBRIGGE })).toBeFocused();
    await expect(status).toHaveText(/^\d+ addresses found$/);
  });

  await test.step("the focus is on the address after it is chosen, and on the search box after “Change”", async () => {
    await page.keyboard.press("Space");
    await press(finder, "Use this address");
    await expect(finder.locator("address")).toBeFocused();
    await press(finder, "Change the address");
    await expect(search).toBeFocused();
  });

  await test.step("after a search without results, the focus is on the search box, whose description says what to do", async () => {
    await search.fill("ZZ1 1ZZ");
    await press(finder, "Find address");
    await expect(status).toHaveText("No addresses found");
    await expect(search).toBeFocused();
    await expect(search).toHaveAccessibleDescription(/We couldn't find that address/);
  });

  await test.step("for an address typed by hand, the focus is on its first line, and then on the search box again", async () => {
    await press(finder, "Enter address manually");
    await expect(finder.getByLabel("Address line 1")).toBeFocused();
    await press(finder, "Search for the address instead");
    await expect(search).toBeFocused();
  });

  await test.step("after an invalid form, the focus is on the error summary", async () => {
    await press(page, "Save and continue");
    await expect(page.locator(".error-summary")).toBeFocused();
  });
});

test("address suggestions are announced, and can be opened, ticked and submitted with the form (V-042 to V-044) @scripts", async ({
  page,
  context,
  person,
  db,
  scan,
}) => {
  await signInCustomer(db, context, person);
  const { finder, search } = await openFinder(page);
  const status = finder.getByRole("status");
  const posts: string[] = [];
  page.on("request", (request) => {
    const isKeeping = request.postData()?.includes("intent=keep");
    if (request.method() === "POST" && !isKeeping) posts.push(request.url());
  });
  await search.pressSequentially("Bainbrigge");
  await expect(status).toHaveText(/^\d+ addresses found$/);
  await expect(search).toBeFocused();
  await scan(page);
  await finder
    .getByRole("button", { name: /^Show the addresses in/ })
    .first()
    .click();
  const radio = finder.getByRole("radio", { name: BAINBRIGGE });
  await expect(radio).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(radio).not.toBeChecked();
  await page.keyboard.press("ArrowUp");
  await expect(radio).toBeChecked();
  expect(posts).toEqual([]);

  await search.fill("ZZ1 1ZZ");
  await expect(status).toHaveText("No addresses found");
  await expect(search).toHaveAccessibleDescription(/We couldn't find that address/);
  await search.fill("ZZ");
  await expect(search).not.toHaveAccessibleDescription(/We couldn't find that address/);
  await search.fill("LS6 2AB");
  await expect(radio).toBeVisible();
  await radio.check();
  await press(page, "Save and continue");
  await expectPath(page, HOME.path);
});

test("a step of the address finder without a network keeps the typed values and can be retried (V-002) @scripts", async ({
  page,
  context,
  person,
  db,
}) => {
  await signInCustomer(db, context, person);
  const { finder, search } = await openFinder(page);
  await page.getByLabel("First name").fill("Samantha");
  await search.fill("LS6 2AB");
  const isOurs = (url: URL) => ["/healthz", "/addresses/search"].includes(url.pathname);
  await page.route(isOurs, (route) => route.abort("internetdisconnected"));
  await press(finder, "Find address");
  const message = page.getByRole("alertdialog");
  await expect(message.locator("#network-problem")).toBeFocused();
  await page.unroute(isOurs);
  await press(message, "Try again");
  await expect(finder.getByRole("radio", { name: BAINBRIGGE })).toBeFocused();
  await expect(page.getByLabel("First name")).toHaveValue("Samantha");
});

test("the address finder works by submitting its form if the page’s script never loads @scripts", async ({
  page,
  context,
  person,
  db,
}) => {
  await signInCustomer(db, context, person);
  await page.route(ELEMENTS, (route) => route.abort("failed"));
  const finder = await findAddresses(page);
  await finder.getByRole("radio", { name: BAINBRIGGE }).check();
  await press(finder, "Use this address");
  await expect(finder.locator("address")).toContainText("1 Bainbrigge Road");
});

test("address suggestions are shown on a React page, and a button that is clicked while data reloads works (C-079, V-042) @scripts", async ({
  page,
  context,
  person,
  db,
}) => {
  await signInCustomer(db, context, person);
  const { finder, search } = await openFinder(page, HOME);
  await search.fill("LS6 2AB");
  await expect(finder.getByRole("radio", { name: BAINBRIGGE })).toBeVisible();
  const waiting: (() => void)[] = [];
  await page.route("**/about-the-property.data*", async (route) => {
    if (route.request().method() === "GET") {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    await route.continue().catch(() => undefined);
  });
  await press(finder, "Enter address manually");
  await expect(finder.getByLabel("Address line 1")).toBeVisible();
  await expect.poll(() => waiting.length).toBe(1);
  await press(finder, "Search for the address instead");
  await expect(search).toBeFocused();
  for (const goOn of waiting) goOn();
});
