import { expect, type Page } from "@playwright/test";
import { isHydrated } from "./inspector.ts";
import { fillSignUp, findAddress, heading, linkSent, press, question } from "./seller.ts";

export async function signUpByHand(
  page: Page,
  person: { first_name: string; last_name: string; email: string },
  home: RegExp,
  options: { scripts: boolean; look?: () => Promise<void> },
) {
  await fillSignUp(page, { ...person, phone: "07400 123456" });
  await press(page, "Send me a magic link");
  await followLink(page, person.email, options);
  await page.getByRole("button", { name: "Start" }).click();
  await findAddress(question(page, "Your address"), "YO1 7HH", home);
  await press(page, "Save and continue");
  await expect(heading(page, "About the property")).toBeVisible();
  // On a busy machine, a button that is pressed before React has started does nothing.
  if (options.scripts) await page.waitForFunction(isHydrated);
}

/**
 * Follows the link to the doubles’ post-box from the page that says an email was sent, and then
 * the link in the email.
 */
export async function followLink(
  page: Page,
  email: string,
  { scripts, look }: { scripts: boolean; look?: () => Promise<void> },
) {
  await expect(linkSent(page)).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "post-box" }).click();
  await expect(heading(page, "Post-box")).toBeVisible();
  await look?.();
  await openEmail(page, email, /confirm your email|sign-in link/);
  await page.locator("pre").getByRole("link").first().click();
  if (!scripts) await press(page, "Continue");
}

/** Opens an email in the post-box. Retries, because a job may send the email a moment later. */
export async function openEmail(page: Page, email: string, subject: RegExp) {
  await expect(async () => {
    await page.goto(`/mocks/post-box?to=${encodeURIComponent(email)}`);
    await page.getByRole("link", { name: subject }).first().click({ timeout: 1_000 });
  }).toPass();
}
