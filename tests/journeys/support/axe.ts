import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { CDPSession, Page } from "@playwright/test";
import { isKnown, isNew } from "./seen.ts";

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

/** What axe has against a page as it stands. */
export function findingsOfAxe(page: Page, scripts: boolean) {
  return scripts ? runAxe(page) : withScripts(page, () => runAxe(page));
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
  const findings = await page.evaluate(async (tags) => {
    const { violations } = await window.axe.run(document, {
      runOnly: { type: "tag", values: tags },
      rules: { "color-contrast": { enabled: false } },
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
  return [...findings, ...(await findPoorContrast(page))];
}

/**
 * What axe finds of contrast. A few pairs of a colour and what is behind it make up every page, and axe is slow to judge
 * them: it judges each pair once in a run.
 */
async function findPoorContrast(page: Page) {
  const texts = await page.evaluateHandle(textsByColours);
  const colours = await texts.evaluate((map) => [...map.keys()]);
  const unjudged = colours.filter((pair) => !isKnown("contrast", pair));
  if (unjudged.length === 0) return [];
  const { poor, judged } = await texts.evaluate(async (map, pairs) => {
    const { violations, passes, incomplete } = await window.axe.run(
      { include: pairs.flatMap((pair) => map.get(pair) ?? []) },
      { runOnly: ["color-contrast"], elementRef: true, iframes: false },
    );
    // Text that is hidden or cannot be pressed is let through without a look at its colours.
    const lookedAt = new Set<Element | undefined>(
      [...passes, ...incomplete].flatMap(({ nodes }) => nodes.map(({ element }) => element)),
    );
    return {
      poor: violations.flatMap(({ nodes }) =>
        nodes.map((node) => `${node.html} ${node.failureSummary}`),
      ),
      judged: pairs.filter((pair) => map.get(pair)?.some((text) => lookedAt.has(text))),
    };
  }, unjudged);
  for (const pair of judged) isNew("contrast", pair);
  return poor;
}

/** Runs in the page. The visible texts and fields by what decides their contrast: their colours, and those behind them. */
function textsByColours() {
  const backgrounds = new Map<Element | null, string>([[null, ""]]);
  const backgroundOf = (element: Element | null): string => {
    const known = backgrounds.get(element);
    if (known !== undefined || !element) return known ?? "";
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
    const own = [backgroundColor, backgroundImage, opacity, position].join(" ");
    const plain = own === "rgba(0, 0, 0, 0) none 1 static";
    const all = backgroundOf(element.parentElement) + (plain ? "" : `${own}; `);
    backgrounds.set(element, all);
    return all;
  };
  const hasText = (element: Element) =>
    element.matches("input, select, textarea") ||
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
  const texts = new Map<string, Element[]>();
  for (const element of document.body.querySelectorAll("*")) {
    if (!hasText(element) || !element.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const pair = `${color} ${fontSize} ${fontWeight} ${textShadow} on ${backgroundOf(element)}`;
    texts.set(pair, [...(texts.get(pair) ?? []), element]);
  }
  return texts;
}
