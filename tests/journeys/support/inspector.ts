import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import { type CDPSession, expect, type Page } from "@playwright/test";
import { isNew, shapeOf, wordsOf } from "./seen.ts";
import { invalidIn } from "./validity.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const axeScript = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

type Options = {
  scripts: boolean;
  /** The titles of the pages seen so far, each with its page's path. */
  titles: Map<string, string>;
};

/** Looks a page over: the bar of every page, wherever the journey stands. */
export async function inspect(page: Page, { scripts, titles }: Options) {
  await expect(page.locator("h1")).toHaveCount(1);
  // With scripts the address is there a moment before its page.
  await expect(() => expectTitle(page, titles)).toPass({ timeout: 3_000 });
  const failed = await hasFailed(page);
  expect(await firstStop(page), "the skip link is the first stop").toBe("#main");
  if (failed) {
    await expect(page.locator("[role=alert]")).toHaveCount(1);
    const moves = scripts && (await shipsScripts(page));
    if (moves) await expect(page.locator(".error-summary")).toBeFocused();
  }
  await scan(page, scripts);
}

/** Its width, and where it is of a new shape what axe finds: for a page of samples, whose title tells of no visitor. */
export async function scan(page: Page, scripts: boolean) {
  const html = await page.content();
  if (isNew("width", wordsOf(html))) await expectNoSidewaysScroll(page);
  if (!(await isOfNewShape(page))) return;
  // Without scripts the page is what the server sent, which is looked at anyway.
  if (scripts && isNew("valid", shapeOf(html))) {
    expect(await invalidIn(html), "what scripts made").toEqual([]);
  }
  const findings = scripts ? await runAxe(page) : await withScripts(page, () => runAxe(page));
  expect(findings, `axe on ${page.url()}`).toEqual([]);
}

/** What stands around the main part is the same on many pages, and the main part on many is the same with scripts. */
async function isOfNewShape(page: Page) {
  const parts = await page.locator("body").evaluate((body) => {
    // A narrow window and a ticked box hide and show elements without a word of that in the HTML.
    const isVisible = (element: Element) => (element.checkVisibility() ? "1" : "0");
    const main = body.querySelector("main");
    const around = [...body.querySelectorAll("*")].filter((element) => !main?.contains(element));
    const within = [...(main?.querySelectorAll("*") ?? [])];
    const frame = new DOMParser().parseFromString(body.outerHTML, "text/html");
    frame.querySelector("main")?.replaceChildren();
    return [
      { html: frame.body.outerHTML, visible: around.map(isVisible).join("") },
      { html: main?.outerHTML ?? "", visible: within.map(isVisible).join("") },
    ];
  });
  const news = parts.filter(({ html, visible }) => isNew(`axe ${visible}`, shapeOf(html)));
  return news.length > 0;
}

/** Closing one would let the scripts of its page run for good. */
const switches = new WeakMap<Page, CDPSession>();

/**
 * axe hangs where scripts are switched off, since no timer goes: they may run while it looks. Those of the page do not,
 * its time to start them is over. A session changes only what it has set itself, so it begins with what is so already.
 */
async function withScripts<T>(page: Page, work: () => Promise<T>): Promise<T> {
  const session = switches.get(page) ?? (await page.context().newCDPSession(page));
  switches.set(page, session);
  const disable = (value: boolean) =>
    session.send("Emulation.setScriptExecutionDisabled", { value });
  await disable(true);
  await disable(false);
  try {
    return await work();
  } finally {
    await disable(true);
  }
}

async function runAxe(page: Page) {
  // Its text is long: a page that has it already is not sent it again.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeScript);
  return page.evaluate(async (tags) => {
    const { violations } = await window.axe.run(document, {
      runOnly: { type: "tag", values: tags },
      resultTypes: ["violations"],
      // What stands in a frame is a vendor's.
      iframes: false,
    });
    return violations.map(({ id, help, nodes }) => ({
      rule: id,
      help,
      nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ""}`),
    }));
  }, rules);
}

/** Public pages have none, wherever they are looked at. */
async function shipsScripts(page: Page) {
  return (await page.locator("html[data-scripts]").count()) > 0;
}

async function hasFailed(page: Page) {
  return (await page.locator(".error-summary").count()) > 0;
}

async function expectTitle(page: Page, titles: Map<string, string>) {
  const title = await page.title();
  expect(title.startsWith("Error: "), `"${title}" says whether something is wrong`).toBe(
    await hasFailed(page),
  );
  const { pathname } = new URL(page.url());
  const known = titles.get(title) ?? pathname;
  expect(pathname, `"${title}" is the title of one page only`).toBe(known);
  titles.set(title, known);
}

/** Where the Tab key would go first. */
function firstStop(page: Page) {
  return page
    .locator("a[href], button, input:not([type=hidden]), select, textarea, summary")
    .first()
    .getAttribute("href");
}

/** WCAG 1.4.12: what a reader may set, and lose nothing. */
const TEXT_SPACING =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }";

/** WCAG 1.4.10: 320 px are enough, with more space between letters, words and lines too. */
async function expectNoSidewaysScroll(page: Page) {
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 320, height: 640 });
  const excess = await page.locator("html").evaluate((html, spacing) => {
    const beyond = () => html.scrollWidth - html.clientWidth;
    const plain = beyond();
    // A sheet of this kind is no inline style, which the policy forbids.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(spacing);
    document.adoptedStyleSheets.push(sheet);
    const spaced = beyond();
    document.adoptedStyleSheets.pop();
    return { plain, spaced };
  }, TEXT_SPACING);
  await page.setViewportSize(size);
  expect(excess.plain, `pixels beyond 320 on ${page.url()}`).toBeLessThanOrEqual(0);
  expect(excess.spaced, `pixels beyond 320 on ${page.url()}, spaced`).toBeLessThanOrEqual(0);
}
