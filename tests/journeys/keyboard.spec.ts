import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { expectErrors, expectPath, heading, linkSent, question } from "./support/seller.ts";

/**
 * Time after which a form is submitted, because the bot check rejects forms within three seconds.
 */
const TYPING_MS = 3_200;

const STOPS = 60;

/**
 * Presses Tab until the target has the focus. Expects each focused element to be visible (WCAG
 * 2.4.7).
 */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  if (await hasFocus(target)) return;
  for (let stop = 0; stop < STOPS; stop++) {
    await page.keyboard.press("Tab");
    expect(await outlineOfFocus(page), "pixels around what has the focus").toBeGreaterThanOrEqual(
      3,
    );
    if (await hasFocus(target)) return;
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

function outlineOfFocus(page: Page) {
  return page
    .locator(":focus")
    .evaluate((element) =>
      parseFloat(getComputedStyle(element.closest(".choice") ?? element).outlineWidth),
    );
}

function hasFocus(target: Locator) {
  return target.evaluate((element) => element === document.activeElement);
}

async function type(page: Page, label: string, text: string) {
  const field = page.getByLabel(label);
  await expect(field).toBeVisible();
  if (!(await hasFocus(field))) await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

test("a customer signs up and answers the first questions with the keyboard only (WF-01, V-029, WCAG 2.1.1, 2.4.1, 2.4.3, 2.4.7)", async ({
  page,
  context,
  person,
  db,
  scripts,
  anotherBrowser,
}) => {
  await test.step("the skip link works, and Enter submits an empty form", async () => {
    await page.goto("/sell/get-started");
    await tabTo(page, page.getByRole("link", { name: "Skip to main content" }));
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByLabel("First name"));
    await page.keyboard.press("Enter");
    await expectErrors(page, [
      "Please enter your first name",
      "Please enter your last name",
      "Invalid mobile number. Enter a number like 07400 123456",
      "Please enter a valid email address. It should look like name@example.com",
    ]);
    await tabTo(page, page.locator(".error-summary a").first());
    await page.keyboard.press("Enter");
    if (scripts) await expect(page.getByLabel("First name")).toBeFocused();
  });

  await test.step("the customer signs up", async () => {
    await page.goto("/sell/get-started");
    await type(page, "First name", person.first_name);
    await type(page, "Last name", person.last_name);
    await type(page, "Mobile number", person.phone);
    await type(page, "Email address", person.email);
    await page.waitForTimeout(TYPING_MS);
    await page.keyboard.press("Enter");
    await expect(linkSent(page)).toBeVisible();
  });

  await test.step("the customer finds their address in “About you”", async () => {
    const other = await anotherBrowser();
    const seller = { ...person, email: `keyboard.${person.email}` };
    await signInCustomer(db, other, seller);
    const form = await other.newPage();
    await form.goto("/sell/welcome");
    await tabTo(form, form.getByRole("button", { name: "Start" }));
    await form.keyboard.press("Enter");
    await expectPath(form, "/sell/about-you");
    await expect(heading(form, "About you")).toBeVisible();
    // The page is a new document: screen readers announce its title, and Tab starts at its top.
    await expect(form).toHaveTitle(/^About you - /);
    await form.keyboard.press("Tab");
    await expect(form.getByRole("link", { name: "Skip to main content" })).toBeFocused();

    const finder = question(form, "Your address");
    const button = (name: string | RegExp) => finder.getByRole("button", { name });
    await tabTo(form, button("Change the address"));
    await form.keyboard.press("Enter");
    await tabTo(form, button("Search for the address instead"));
    await form.keyboard.press("Enter");
    await type(form, "Postcode or start of the address", "EX4 4QJ");
    await tabTo(form, button("Find address"));
    await form.keyboard.press("Space");
    const cottage = finder.getByRole("radio", { name: /^Rose Cottage/ });
    if (scripts) await expect(cottage).toBeFocused();
    await tabTo(form, cottage);
    await form.keyboard.press("Space");
    await tabTo(form, button("Use this address"));
    await form.keyboard.press("Enter");
    // Wait for the answer, because a press before it would count as a double submit.
    await expect(button("Change the address")).toBeVisible();
    await tabTo(form, form.getByRole("button", { name: "Save and continue" }));
    await form.keyboard.press("Enter");
    await expectPath(form, "/sell/about-the-property");
  });

  expect(context.pages()).toHaveLength(1);
});
