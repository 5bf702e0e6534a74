import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { isTakenOver } from "./support/inspector.ts";
import { signInStaff } from "./support/staff.ts";

/** Tests that a page can be read before its scripts are fetched (docs/decisions/stack.md). */

async function holdFrames(page: Page) {
  await page.addInitScript(() => {
    const held: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (draw) => held.push(draw);
    Object.assign(window, {
      drawFrame: () => held.splice(0).forEach((draw) => draw(performance.now())),
    });
  });
}

test.beforeEach(async ({ page, context, db }) => {
  await signInStaff(db, context);
  await holdFrames(page);
});

const drawFrame = (page: Page) => page.evaluate("drawFrame()");

function scriptsAsked(page: Page) {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") asked.push(request.url());
  });
  return asked;
}

test("a page with React requests its scripts after it is painted @scripts", async ({ page }) => {
  const asked = scriptsAsked(page);
  await page.goto("/admin/transactions", { waitUntil: "load" });
  await drawFrame(page);
  await expect(page.getByRole("heading", { name: "Transactions" })).toBeVisible();
  expect(asked).toEqual([]);
  await drawFrame(page);
  await page.waitForFunction(isTakenOver, null, { polling: 50 });
  expect(asked.length).toBeGreaterThan(5);
  expect(new Set(asked).size).toBe(asked.length);
});

test("a page with React in a background tab waits for no frame @scripts", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(document, "hidden", { get: () => true }));
  await page.goto("/admin/transactions", { waitUntil: "load" });
  await page.waitForFunction(isTakenOver, null, { polling: 50 });
});
