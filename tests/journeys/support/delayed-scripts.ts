import { expect, type Page } from "@playwright/test";

/** Opens a page and delays its scripts until the returned function is called. */
export async function openEarly(page: Page, path: string) {
  let letIn = () => {};
  const late = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await late;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.getByRole("heading").first()).toBeVisible();
  return letIn;
}
