import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";

const folder = process.env.PICTURES_FOLDER;

/** Maximum size of a picture. A document with a dozen larger pictures loads slowly. */
const MAX_BYTES = 180_000;

/** @param from element at the top of the picture, instead of the top of the page */
export async function picture(page: Page, name: string, from?: Locator) {
  if (!folder) return;
  await expect(page.locator(".toast")).toHaveCount(0);
  await (from ?? page.locator("body")).evaluate((element) => element.scrollIntoView());
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  // Leaves the caret visible. Hiding it would leave inline styles in the page, which the journey
  // would then report.
  await page.screenshot({ path, animations: "disabled", caret: "initial" });
  expect(statSync(path).size, `bytes of ${path}`).toBeLessThan(MAX_BYTES);
}
