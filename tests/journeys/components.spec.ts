import type { Page } from "@playwright/test";
import { paths } from "#app/paths.ts";
import { createMatter } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInStaff } from "./support/staff.ts";

/**
 * Tests how shared controls change over time. If scripts run, the test controls the page’s clock.
 */

test("every component meets WCAG 2.2 AA in every state", async ({ page, scan, scripts }) => {
  for (const state of ["normal", "error", "disabled"]) {
    await page.goto(`${paths.mocks.ui()}?state=${state}`);
    const lender = page.getByRole("combobox", { name: "Who is your mortgage lender?" });
    const box = lender.and(page.locator("input"));
    if (scripts && state !== "disabled") await expect(box).toBeVisible();
    await scan(page);
  }
});

test("a customer types and chooses the lender with the keyboard only (AMB-D08)", async ({
  page,
  scripts,
}) => {
  await page.goto(paths.mocks.ui());
  const lender = page.getByRole("combobox", { name: "Who is your mortgage lender?" });
  if (!scripts) {
    await lender.selectOption("Skipton Building Society");
    await expect(lender.locator("optgroup")).toHaveCount(3);
    return;
  }
  const list = page.getByRole("listbox", { name: "Who is your mortgage lender?" });
  const options = list.getByRole("option");
  const posted = page.locator("input[name=mortgage_lender]");
  await expect(lender).toHaveAttribute("aria-expanded", "false");
  await lender.focus();
  await page.keyboard.type("build skip");
  await expect(options).toHaveText(["Skipton Building Society"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(lender).toHaveValue("Skipton Building Society");
  await expect(posted).toHaveValue("Skipton Building Society");
  // Typed text that matches no lender is not an answer. On leaving, the box shows the previous
  // lender again, unless the box is empty.
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Bank of Nowhere");
  await expect(options).toHaveCount(0);
  await expect(lenderBox(page).getByRole("status")).toHaveText("No lender found");
  await expect(posted).toHaveValue("");
  await page.keyboard.press("Tab");
  await expect(lender).toHaveValue("Skipton Building Society");
  await expect(posted).toHaveValue("Skipton Building Society");
  await expect(lenderBox(page).getByRole("status")).toHaveText(
    "No match for “Bank of Nowhere”. Skipton Building Society is still selected",
  );
  await lender.fill("");
  await page.keyboard.press("Tab");
  await expect(posted).toHaveValue("");
});

test("a lender typed in full is chosen when Tab, Escape or Enter closes the list (AMB-D08)", async ({
  page,
  scripts,
}) => {
  await page.goto(paths.mocks.ui());
  if (!scripts) return expectSelect(page);
  const box = lenderBox(page).locator("input[role=combobox]");
  const posted = page.locator("input[name=mortgage_lender]");
  for (const key of ["Tab", "Escape", "Enter"]) {
    await box.fill("nationwide building society ");
    await page.keyboard.press(key);
    await expect(box).toHaveValue("Nationwide Building Society");
    await expect(posted).toHaveValue("Nationwide Building Society");
    await box.fill("");
    await page.keyboard.press("Tab");
    await expect(posted).toHaveValue("");
  }
  const list = page.getByRole("listbox", { name: "Who is your mortgage lender?" });
  const options = list.getByRole("option");
  for (const [typed, lender] of [
    ["co-op", "The Co-operative Bank"],
    ["c. hoare", "C. Hoare & Co."],
    ["m&s", "M&S Bank"],
  ] as const) {
    await box.fill(typed);
    await expect(options).toHaveText([lender]);
  }
});

test("the lender box has a button that opens its list, and leaving the box chooses the only matching lender (AMB-D08) @scripts", async ({
  page,
}) => {
  await page.goto(paths.mocks.ui());
  const box = lenderBox(page).locator("input[role=combobox]");
  const posted = page.locator("input[name=mortgage_lender]");
  const status = lenderBox(page).getByRole("status");
  await lenderBox(page).getByRole("button", { name: "Show all lenders" }).click();
  await expect(box).toHaveAttribute("aria-expanded", "true");
  await expect(box).toBeFocused();
  await page.keyboard.press("Escape");

  await page.keyboard.type("Nationwide");
  await page.keyboard.press("Tab");
  await expect(box).toHaveValue("Nationwide Building Society");
  await expect(posted).toHaveValue("Nationwide Building Society");
  await expect(status).toHaveText("Nationwide Building Society selected");

  await box.fill("");
  await page.keyboard.press("Tab");
  await box.fill("bank");
  await page.keyboard.press("Tab");
  await expect(box).toHaveValue("");
  await expect(posted).toHaveValue("");
  await expect(status).toHaveText("No match for “bank”");
});

test("the lender box keeps the lender that was chosen in the select before the box loaded (AMB-D08) @scripts", async ({
  page,
}) => {
  const letCome = await holdBack(page);
  await page.goto(paths.mocks.ui());
  const select = lenderBox(page).locator("select");
  await select.selectOption("HSBC");
  await select.blur();
  letCome();
  await expect(lenderBox(page).locator("input[role=combobox]")).toHaveValue("HSBC");
  await expect(page.locator("input[name=mortgage_lender]")).toHaveValue("HSBC");
});

test("the lender box does not replace the select while the select has the focus, or if the box does not load (AMB-D08) @scripts", async ({
  page,
}) => {
  const letCome = await holdBack(page);
  await page.goto(paths.mocks.ui());
  const select = lenderBox(page).locator("select");
  await select.focus();
  const came = page.waitForResponse(BOX);
  letCome();
  const url = (await came).url();
  await page.evaluate(`import("${url}").then(() => null)`);
  await page.getByLabel("Full name").fill("Ada Byron");
  await expect(select).toBeVisible();

  await page.route(BOX, (route) => route.fulfill({ status: 404 }));
  const refused = page.waitForResponse(BOX);
  await page.goto(paths.mocks.ui());
  await refused;
  await page.getByLabel("Full name").fill("Ada Byron");
  await select.selectOption("HSBC");
  await expect(page.getByLabel("Full name")).toHaveValue("Ada Byron");
  await expect(select).toHaveValue("HSBC");
});

const BOX = /\/lender-combobox-[^/]+\.js$/;

const lenderBox = (page: Page) =>
  page.locator(".field").filter({ hasText: "Who is your mortgage lender?" });

async function expectSelect(page: Page) {
  await lenderBox(page).locator("select").selectOption("HSBC");
  await expect(lenderBox(page).locator("input")).toHaveCount(0);
}

async function holdBack(page: Page) {
  let letCome = () => {};
  const free = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(BOX, async (route) => {
    await free;
    await route.continue();
  });
  return () => letCome();
}

async function showMessage(page: Page, kind: string) {
  await page.goto(paths.mocks.ui());
  const form = page.locator("form#toast");
  await form.getByLabel(kind, { exact: true }).check();
  await form.getByLabel("Title").fill(`A ${kind} message`);
  await form.getByRole("button", { name: "Show message" }).click();
}

test("a success message closes after 10 s unless the pointer is on it (V-018 to V-022)", async ({
  page,
  scripts,
}) => {
  if (scripts) await page.clock.install();
  await showMessage(page, "success");
  if (!scripts) {
    await expect(page.getByText("A success message").first()).toBeVisible();
    return;
  }
  const toast = page.locator(".toasts .toast");
  await expect(toast).toContainText("A success message");
  await toast.hover();
  await page.clock.runFor(60_000);
  await expect(toast).not.toHaveAttribute("data-leaving");
  await page.mouse.move(0, 0);
  // The page’s clock also runs in real time, so states that last only a moment can’t be checked.
  await page.clock.runFor(8_000);
  await expect(toast).toBeVisible();
  await page.clock.runFor(2_300);
  await expect(toast).toHaveCount(0);
});

test("an error message stays until it is dismissed (V-020) @scripts", async ({ page }) => {
  await page.clock.install();
  await showMessage(page, "error");
  const message = page.getByText("A error message").first();
  await expect(message).toBeVisible();
  await page.clock.runFor(120_000);
  await expect(message).toBeVisible();
  await page.locator(".toasts").getByRole("button", { name: "Dismiss" }).click();
  await page.clock.runFor(250);
  await expect(page.locator(".toasts .toast")).toHaveCount(0);
});

const listCovered = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector(".toast")?.getBoundingClientRect();
    const controls = document.querySelectorAll("main :is(a, button, input, select, summary)");
    return [...controls].flatMap((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const isUnder =
        !toast ||
        (left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top);
      return isUnder && control.checkVisibility() ? [control.textContent] : [];
    });
  });

test("a toast covers no link, button or field, or the page can be scrolled to uncover them (V-018, WCAG 2.4.11) @scripts", async ({
  page,
  context,
  db,
}) => {
  await signInStaff(db, context);
  // The short address leaves the links of the matter on the line of the title.
  const { id } = await createMatter(db, "9 Toast Lane");
  const agents = paths.admin.estateAgents();
  const pages = [paths.admin.transaction(id), agents, paths.admin.transactionsGroups()];
  await page.goto(paths.mocks.ui());
  for (const path of pages) {
    for (const width of [1280, 390]) {
      await page.evaluate((url) => {
        const description =
          "There was an error while assigning solicitors, and no emails were sent.";
        const body = new URLSearchParams({
          kind: "error",
          title: "Assignment Failed",
          description,
        });
        return fetch(url, { method: "POST", body, redirect: "manual" }).then(() => undefined);
      }, paths.mocks.ui());
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await expect(page.locator(".toast")).toContainText("Assignment Failed");
      if (width === 390) await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      expect(await listCovered(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test("the copy button shows “Copied: reference” for a second (V-039, V-040)", async ({
  page,
  context,
  scripts,
}) => {
  if (scripts) {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.clock.install();
  }
  await page.goto(paths.mocks.ui());
  const control = page.locator(".copy-button").filter({ hasText: "FL-20417" });
  await expect(control.getByText("FL-20417", { exact: true })).toBeVisible();
  const copy = control.locator("button");
  if (!scripts) {
    await expect(copy).toBeHidden();
    return;
  }
  await copy.click();
  await expect(control.getByRole("status")).toHaveText("Copied: reference");
  await page.clock.runFor(1_050);
  await expect(control.getByRole("status")).toHaveText("");
});

test("addresses are looked up after a pause of 700 ms in typing (V-043)", async ({
  page,
  scripts,
}) => {
  let asked = 0;
  await page.route(`**${paths.addresses.search()}*`, async (route) => {
    asked++;
    await route.fulfill({ json: { suggestions: [] } });
  });
  if (scripts) await page.clock.install();
  await page.goto(paths.mocks.ui());
  const finder = page.getByRole("group", { name: "Property address: Initial" });
  const search = finder.getByLabel("Postcode or start of the address");
  if (scripts) await page.clock.pauseAt(Date.now() + 60_000);
  await search.pressSequentially("LS1 4AP");
  if (!scripts) {
    await expect(finder.getByRole("button", { name: "Find address" })).toBeVisible();
    expect(asked).toBe(0);
    return;
  }
  await page.clock.runFor(600);
  expect(asked).toBe(0);
  await page.clock.runFor(200);
  await expect.poll(() => asked).toBe(1);
});

test("the landing page’s header changes within the first 200 px of scrolling (A-049)", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 400 });
  await page.goto(paths.home());
  const header = page.getByRole("banner");
  const shadow = () => header.evaluate((element) => getComputedStyle(element).boxShadow);
  const atTop = await shadow();
  await page.mouse.wheel(0, 200);
  await expect.poll(shadow).not.toBe(atTop);
  const lifted = await shadow();
  await page.mouse.wheel(0, 100);
  await expect.poll(shadow).toBe(lifted);
});
