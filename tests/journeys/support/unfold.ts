import type { Page } from "@playwright/test";

/** Opens every folded part of a page. */
export async function unfold(page: Page) {
  const folded = page.locator("main details:not([open]) > summary:visible");
  while ((await folded.count()) > 0) await folded.first().click();
}
