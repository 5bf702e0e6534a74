import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";

/** Where pictures for a document are put, when a run is to make them: `npm run pictures` says where. */
const folder = process.env.PICTURES_FOLDER;

/** More than this is slow to load in a document with a dozen of them. */
const MAX_BYTES = 180_000;

/**
 * Puts down what the window shows now, where pictures are wanted.
 *
 * @param from what the picture begins with, instead of the page's head
 */
export async function picture(page: Page, name: string, from?: Locator) {
  if (!folder) return;
  // Messages lie over the page for some seconds; whoever reads the document looks at the page.
  await expect(page.locator(".toast")).toHaveCount(0);
  await (from ?? page.locator("body")).evaluate((element) => element.scrollIntoView());
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  // To hide the caret it would leave inline styles in the page, which the journey then finds.
  await page.screenshot({ path, animations: "disabled", caret: "initial" });
  expect(statSync(path).size, `bytes of ${path}`).toBeLessThan(MAX_BYTES);
}
