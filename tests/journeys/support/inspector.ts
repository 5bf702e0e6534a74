import { expect, type Page } from "@playwright/test";
import { findingsOfAxe } from "./axe.ts";
import { isNew, shapeOf, wordsOf } from "./seen.ts";
import { invalidIn } from "./validity.ts";

type Options = {
  scripts: boolean;
  /** The titles of the pages seen so far, each with its page's path. */
  titles: Map<string, string>;
};

/** Looks a page over: the bar of every page, wherever the journey stands. */
export async function inspect(page: Page, { scripts, titles }: Options) {
  await expect(page.locator("h1")).toHaveCount(1);
  // With scripts the address is there a moment before its page.
  await expect(() => expectTitle(page, titles)).toPass();
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
  expect(await findingsOfAxe(page, scripts), `axe on ${page.url()}`).toEqual([]);
}

/** What stands around the main part is the same on many pages, and the main part on many is the same with scripts. */
async function isOfNewShape(page: Page) {
  const parts = await page.locator("body").evaluate((body) => {
    // A narrow window and a ticked box hide and show elements without a word of that in the HTML.
    const isVisible = (element: Element) => (element.checkVisibility() ? "1" : "0");
    const main = body.querySelector("main");
    const shown = [...body.querySelectorAll("*:not(script, link)")];
    const around = shown.filter((element) => !main?.contains(element));
    const within = shown.filter((element) => main !== element && main?.contains(element));
    const html = main?.outerHTML ?? "";
    return [
      { html: body.outerHTML.replace(html, () => ""), visible: around.map(isVisible).join("") },
      { html, visible: within.map(isVisible).join("") },
    ];
  });
  const news = parts.filter(({ html, visible }) => isNew(`axe ${visible}`, shapeOf(html)));
  return news.length > 0;
}

/** Public pages have none, wherever they are looked at. */
async function shipsScripts(page: Page) {
  return (await page.locator("html[data-react], script[src*='/elements-']").count()) > 0;
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
