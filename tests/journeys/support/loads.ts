import type { Page } from "@playwright/test";

/**
 * Counts the loads of a staff task from where one would be: the changes of the address. Without
 * scripts, the same tasks are walked and not counted.
 */
export async function countLoads(page: Page, work: () => Promise<void>): Promise<number> {
  let address = page.url();
  let loads = 0;
  const onNavigation = (frame: { url: () => string }) => {
    if (frame !== page.mainFrame() || frame.url() === address) return;
    address = frame.url();
    loads += 1;
  };
  page.on("framenavigated", onNavigation);
  await work();
  page.off("framenavigated", onNavigation);
  return loads;
}
