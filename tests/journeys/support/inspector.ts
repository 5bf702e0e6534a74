import { expect, type Page } from "@playwright/test";
import { findingsOfAxe } from "./axe.ts";
import { arrangementsOf } from "./page-arrangements.ts";
import { hasNew, isNew, shapeOf } from "./inspected-states.ts";
import { invalidIn } from "./validity.ts";

type Options = {
  scripts: boolean;
  titles: Map<string, string>;
};

export async function inspect(page: Page, { scripts, titles }: Options) {
  // With scripts, the URL changes a moment before the page does.
  await expect(async () => {
    expectInOrder(await page.evaluate(whatStands), { scripts, titles });
    if (scripts) expect(await page.evaluate(isHydrated), "scripts are at work").toBe(true);
  }).toPass({ intervals: [20, 50, 100, 250] });
  await scan(page, scripts);
}

/**
 * Checks a page’s width and axe’s rules, if the page has arrangements of elements that are new in
 * this run.
 */
export async function scan(page: Page, scripts: boolean) {
  const { kinds, widths } = await page.evaluate(arrangementsOf);
  if (hasNew("width", widths)) await expectNoSidewaysScroll(page);
  const isNewPage = hasNew("axe", kinds);
  if (scripts && isNewPage) {
    const html = await page.evaluate(asItStands);
    if (isNew("valid", shapeOf(html)))
      expect(await invalidIn(html), "what scripts made").toEqual([]);
  }
  const findings = await findingsOfAxe(page, scripts, isNewPage ? "all" : "colours");
  expect(findings, `axe on ${page.url()}`).toEqual([]);
}

/**
 * Runs in the page. Returns true on a page without React, and on a page with React once React has
 * attached itself to the elements from the server.
 */
export function isHydrated() {
  const main = document.querySelector("main") ?? {};
  return (
    !document.documentElement.matches("[data-react]") ||
    Object.keys(main).some((key) => key.startsWith("__react"))
  );
}

function whatStands() {
  const summary = document.querySelector(".error-summary");
  const stops = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  return {
    path: location.pathname,
    title: document.title,
    headings: document.querySelectorAll("h1").length,
    first_stop: document.querySelector(stops)?.getAttribute("href"),
    has_failed: summary !== null,
    alerts: document.querySelectorAll("[role=alert]").length,
    summary_has_focus: summary !== null && document.activeElement === summary,
    // Public pages ship no scripts, even if they are opened from a page that does.
    ships_scripts: document.querySelector("html[data-react], script[src*='/elements-']") !== null,
  };
}

function expectInOrder(seen: ReturnType<typeof whatStands>, { scripts, titles }: Options) {
  const { path, title, has_failed } = seen;
  expect(seen.headings, "headings of the first level").toBe(1);
  expect(title.startsWith("Error: "), `"${title}" says whether something is wrong`).toBe(
    has_failed,
  );
  const known = titles.get(title) ?? path;
  expect(path, `"${title}" is the title of one page only`).toBe(known);
  titles.set(title, known);
  expect(seen.first_stop, "the skip link is the first stop").toBe("#main");
  if (!has_failed) return;
  expect(seen.alerts, "what is read out at once").toBe(1);
  if (scripts && seen.ships_scripts)
    expect(seen.summary_has_focus, "focus is on the summary").toBe(true);
}

function asItStands() {
  const doctype = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : "";
  return doctype + document.documentElement.outerHTML;
}

export const NARROW = { width: 320, height: 640 };

/** Text spacing that a reader may set without losing content (WCAG 1.4.12). */
const TEXT_SPACING =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }";

/**
 * Expects the page not to scroll horizontally at 320 px, with normal and with wider text spacing
 * (WCAG 1.4.10).
 */
async function expectNoSidewaysScroll(page: Page) {
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  if (size.width > NARROW.width) await page.setViewportSize(NARROW);
  const beyond = await page.evaluate((spacing) => {
    // Uses a constructed stylesheet, because the page’s security policy forbids inline styles.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(spacing);
    document.adoptedStyleSheets.push(sheet);
    const { scrollWidth, clientWidth } = document.documentElement;
    document.adoptedStyleSheets.pop();
    return scrollWidth - clientWidth;
  }, TEXT_SPACING);
  if (size.width > NARROW.width) await page.setViewportSize(size);
  expect(beyond, `pixels beyond 320 on ${page.url()}, with more space`).toBeLessThanOrEqual(0);
}
