import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** The person on call reads docs/operations.md at night, so it must explain each alert and each message of the log. */

const page = readFileSync("docs/operations.md", "utf8");

/** Returns the text between a second-level heading and the next one. */
function section(heading: string): string {
  const [, text = ""] = new RegExp(`\n## ${heading}\n([^]*?)\n## `).exec(page) ?? [];
  return text;
}

/** Returns a pattern in which "…" stands for any text. */
function pattern(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".*");
}

/** The first cells of the tables about messages; the table of fields has a header of its own. */
const explained = section("What the log says")
  .split(/\n\n/)
  .filter((block) => block.startsWith("| `what`, or the message"))
  .flatMap((table) => [...table.matchAll(/^\| `([^`]+)` +\|/gm)])
  .map(([, words = ""]) => new RegExp(`^${pattern(words)}$`, "s"));

type Said = { file: string; words: string };

/** What is given to the log as a warning or an error, and `what` of what is reported. */
function saidIn(file: string): Said[] {
  const text = readFileSync(file, "utf8");
  if (!/\b(?:report|nullIfFailed|log)\b/.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const said: Said[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText();
      const last = node.arguments.at(-1);
      if (/^log\.(?:warn|error)$/.test(called) && last) add(last);
      if (/^(?:report|nullIfFailed)$/.test(called) && last && isTold(last))
        add(valueOf(last, "what"));
    }
    ts.forEachChild(node, visit);
  };
  const add = (node: ts.Expression | undefined) => {
    const words = node && textOf(node);
    if (words) said.push({ file, words });
  };
  visit(source);
  return said;
}

function valueOf(node: ts.Expression, name: string): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const found = node.properties.find((property) => property.name?.getText() === name);
  return found && ts.isPropertyAssignment(found) ? found.initializer : undefined;
}

/** What is only counted is no trouble. */
function isTold(node: ts.Expression) {
  const severity = valueOf(node, "severity");
  return !severity || textOf(severity) !== "info";
}

/** A literal; a template with "…" for what is put in; null for what only running tells. */
function textOf(node: ts.Expression): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("");
}

const files = ["app", "db"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
    .map((name) => join(folder, name)),
);
const said = files.flatMap(saidIn);

test("23 what the log may say as a warning or an error is explained", () => {
  expect(said.length).toBeGreaterThan(50);
  const unexplained = said.filter(({ words }) => !explained.some((row) => row.test(words)));
  expect(unexplained).toEqual([]);
});

/** What the page that fails says to its reader stands in the log too; which words, only running tells. */
const GIVEN_BY_PAGES = ["There was an error .*", "Error .*"].map((words) => `/^${words}$/s`);

test("23 nothing is explained that is not said", () => {
  const unused = explained.filter((row) => !said.some(({ words }) => row.test(words))).map(String);
  expect(unused.filter((row) => !GIVEN_BY_PAGES.includes(row))).toEqual([]);
});

test("23 how each secret is changed is told", () => {
  const secrets = [...readFileSync(".env.example", "utf8").matchAll(/^#([A-Z0-9_]+)=/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => /SECRET|_KEY|PASSWORD|TOKEN|DSN|CERTIFICATE/.test(name));
  expect(secrets.length).toBeGreaterThan(20);
  const rotation = section("Rotate a secret");
  expect(secrets.filter((name) => !rotation.includes(`\`${name}\``))).toEqual([]);
});

const ALERTS = "app/domain/operations/alerts.server.ts";

/** The titles of the alerts, with "…" for what is put in. */
function alertTitles(): string[] {
  const source = ts.createSourceFile(
    ALERTS,
    readFileSync(ALERTS, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const titles: string[] = [];
  const add = (node: ts.Expression) => {
    if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(add);
    else titles.push(textOf(node) ?? node.getText());
  };
  const visit = (node: ts.Node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === "title") add(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

const [alertsIntro = "", ...runbooks] = section("Alerts").split(/\n### /);

test("a runbook quotes the exact title of each alert", () => {
  const titles = alertTitles();
  expect(titles.length).toBeGreaterThan(5);
  const quoted = runbooks.join("\n").replace(/\s+/g, " ");
  expect(titles.filter((title) => !new RegExp(`“${pattern(title)}”`).test(quoted))).toEqual([]);
});

test("each runbook says the symptom, the impact, what to check, the fix and what follows", () => {
  expect(alertsIntro).not.toBe("");
  for (const text of [
    ...runbooks,
    ...section("When no alert comes")
      .split(/\n### /)
      .slice(1),
  ]) {
    const parts = [...text.matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, part]) => part);
    expect({ text, parts }).toEqual({
      text,
      parts: ["Symptom", "Impact", "Check", "Fix", "Afterwards"],
    });
  }
});

test("each link within the page, and each section that an alert names, is a heading", () => {
  const headings = [...page.matchAll(/^##+ (.+)$/gm)].map(([, heading = ""]) => heading);
  const anchors = headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor);
  expect(links.filter((anchor) => !anchors.includes(anchor ?? ""))).toEqual([]);
  const named = readFileSync(ALERTS, "utf8").matchAll(
    /docs\/operations\.md, “([^”]+)”|“([^”]+)” in docs\/operations\.md/g,
  );
  const sections = [...named].map(([, first, second]) => first ?? second ?? "");
  expect(sections.length).toBeGreaterThan(2);
  expect(sections.filter((name) => !headings.includes(name))).toEqual([]);
});

test("23 each setting of operations is in .env.example", () => {
  const example = readFileSync(".env.example", "utf8");
  for (const name of [
    "METRICS_PORT",
    "METRICS_HOST",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "SENTRY_DSN",
    "RELEASE",
    "DRILL_DATABASE_URL",
  ]) {
    expect(example).toMatch(new RegExp(`^#${name}=`, "m"));
  }
});
