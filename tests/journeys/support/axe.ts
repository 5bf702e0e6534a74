import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { CDPSession, JSHandle, Page } from "@playwright/test";
import { isKnown, isNew } from "./inspected-states.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const axeScript = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export async function findingsOfAxe(page: Page, scripts: boolean, rules: "all" | "colours") {
  const texts = await page.evaluateHandle(textsByColours);
  const unjudged = await findUnjudged(texts);
  if (rules === "colours" && unjudged.length === 0) return [];
  const run = async () => {
    await bringAxe(page);
    const findings = rules === "all" ? await runAxe(page) : [];
    return [...findings, ...(await findPoorColours(texts, unjudged))];
  };
  return scripts ? run() : withScripts(page, run);
}

/**
 * Debugging sessions by page. They stay open, because closing one would enable the page’s scripts
 * again.
 */
const sessions = new WeakMap<Page, CDPSession>();

async function sessionOf(page: Page) {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  return session;
}

/** Runs `work` with scripts enabled, because axe hangs without timers. */
async function withScripts<T>(page: Page, work: () => Promise<T>): Promise<T> {
  const session = await sessionOf(page);
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
  const findings = await page.evaluate(async (tags) => {
    const shown = document.querySelector("dialog:modal") ?? document;
    const { violations } = await window.axe.run(shown, {
      runOnly: { type: "tag", values: tags },
      // Axe checks overlaps on the whole page for these rules. They run below, on only a few
      // elements.
      rules: Object.fromEntries(
        ["color-contrast", "link-in-text-block", "target-size"].map((rule) => [
          rule,
          { enabled: false },
        ]),
      ),
      resultTypes: ["violations"],
      iframes: false,
    });
    return violations.map(({ id, help, nodes }) => ({
      rule: id,
      help,
      nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ""}`),
    }));
  }, TAGS);
  return [...findings, ...(await page.evaluate(findSmallTargets))];
}

/**
 * Loads axe once per page, in a way that lets Chromium compile its long source once for many pages.
 */
async function bringAxe(page: Page) {
  if (await page.evaluate(() => "axe" in window)) return;
  const session = await sessionOf(page);
  await session.send("Runtime.evaluate", { expression: `${axeScript};0`, returnByValue: true });
}

/**
 * Runs in the page. Checks the target size (WCAG 2.5.8) of targets that are small and near others.
 */
async function findSmallTargets() {
  const selector =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=option]";
  const shown = document.querySelector("dialog:modal") ?? document;
  const targets = [...shown.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility())
    .map((element) => {
      const box = element.getBoundingClientRect();
      const { left, top, width, height } = box;
      const isSmall = width < 24 || height < 24;
      return { element, box, isSmall, x: left + width / 2, y: top + height / 2 };
    });
  type Target = (typeof targets)[number];
  const beyond = (value: number, from: number, to: number) => Math.max(from - value, 0, value - to);
  const isNear = (one: Target, other: Target) =>
    Math.hypot(
      beyond(one.x, other.box.left, other.box.right),
      beyond(one.y, other.box.top, other.box.bottom),
    ) < 13 ||
    (other.isSmall && Math.hypot(one.x - other.x, one.y - other.y) < 25);
  const lieOver = ({ box: one }: Target, { box: other }: Target) =>
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom;
  const doubtful = targets.filter((one) =>
    targets.some(
      (other) => other !== one && (lieOver(one, other) || (one.isSmall && isNear(one, other))),
    ),
  );
  if (doubtful.length === 0) return [];
  const { violations } = await window.axe.run(
    { include: doubtful.map(({ element }) => element) },
    { runOnly: ["target-size"], resultTypes: ["violations"], iframes: false },
  );
  return violations.flatMap(({ nodes }) =>
    nodes.map((node) => `${node.html} ${node.failureSummary}`),
  );
}

/**
 * Attempts to check a pair of colours. One may not be enough, because axe skips texts that are
 * hidden or outside the window.
 */
const LOOKS_AT_UNJUDGED = [1, 2, 3, 4];

type Texts = JSHandle<ReturnType<typeof textsByColours>>;

async function findUnjudged(texts: Texts) {
  const colours = await texts.evaluate((map) => [...map.keys()]);
  return colours.filter(
    (pair) =>
      !isKnown("contrast", pair) &&
      LOOKS_AT_UNJUDGED.some((look) => isNew(`contrast, look ${look}`, pair)),
  );
}

/**
 * Checks the contrast of each pair of colours once per run. Pages have few pairs, and axe is slow.
 */
async function findPoorColours(texts: Texts, unjudged: string[]) {
  if (unjudged.length === 0) return [];
  const { poor, judged } = await texts.evaluate(async (map, pairs) => {
    const { violations, passes, incomplete } = await window.axe.run(
      { include: pairs.flatMap((pair) => map.get(pair) ?? []) },
      { runOnly: ["color-contrast", "link-in-text-block"], elementRef: true, iframes: false },
    );
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

/** Runs in the page. Groups visible texts and fields by the colours that decide their contrast. */
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
  // The surrounding text’s colour matters, because a link must differ from it by an underline or by
  // colour.
  const besideOf = (element: Element) => {
    if (!element.matches("a, [role=link]") || !element.parentElement) return "";
    const { textDecorationLine, borderBottomStyle } = getComputedStyle(element);
    const { color, fontSize, fontWeight } = getComputedStyle(element.parentElement);
    return ` ${textDecorationLine} ${borderBottomStyle} beside ${color} ${fontSize} ${fontWeight}`;
  };
  const hasText = (element: Element) =>
    element.matches("input, select, textarea") ||
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
  const texts = new Map<string, Element[]>();
  const shown = document.querySelector("dialog:modal") ?? document.body;
  for (const element of shown.querySelectorAll("*")) {
    if (!hasText(element) || !element.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const pair = `${color} ${fontSize} ${fontWeight} ${textShadow}${besideOf(element)} on ${backgroundOf(element)}`;
    texts.set(pair, [...(texts.get(pair) ?? []), element]);
  }
  return texts;
}
