import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** Checks that docs/operations.md explains each alert and each log message. */

const page = readFileSync("docs/operations.md", "utf8");

function section(heading: string): string {
  const [, text = ""] = new RegExp(`\n## ${heading}\n([^]*?)\n## `).exec(page) ?? [];
  return text;
}

/** Returns a pattern in which "…" matches any text. */
function pattern(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".*");
}

/** First cells of the tables about messages. The table of fields has a different header. */
const documentedMessages = section("What the log says")
  .split(/\n\n/)
  .filter((block) => block.startsWith("| `what`, or the message"))
  .flatMap((table) => [...table.matchAll(/^\| `([^`]+)` +\|/gm)])
  .map(([, words = ""]) => new RegExp(`^${pattern(words)}$`, "s"));

type Said = { file: string; words: string };

/** Returns the warnings and errors that a file logs, and the `what` of its reports. */
function loggedMessagesIn(file: string): Said[] {
  const text = readFileSync(file, "utf8");
  if (!/\b(?:report|nullIfFailed|log)\b/.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const loggedMessages: Said[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText();
      const last = node.arguments.at(-1);
      if (/^log\.(?:warn|error)$/.test(called) && last) add(last);
      if (/^(?:report|nullIfFailed)$/.test(called) && last && isLogged(last))
        add(valueOf(last, "what"));
    }
    ts.forEachChild(node, visit);
  };
  const add = (node: ts.Expression | undefined) => {
    const words = node && textOf(node);
    if (words) loggedMessages.push({ file, words });
  };
  visit(source);
  return loggedMessages;
}

function valueOf(node: ts.Expression, name: string): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const found = node.properties.find((property) => property.name?.getText() === name);
  return found && ts.isPropertyAssignment(found) ? found.initializer : undefined;
}

/** Returns true unless the report is only counted (severity info). */
function isLogged(node: ts.Expression) {
  const severity = valueOf(node, "severity");
  return !severity || textOf(severity) !== "info";
}

/**
 * Returns a literal, or a template with "…" for its values. Returns null for any other expression.
 */
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
const loggedMessages = files.flatMap(loggedMessagesIn);

test("docs/operations.md explains each warning and error of the log", () => {
  expect(loggedMessages.length).toBeGreaterThan(50);
  const unexplained = loggedMessages.filter(
    ({ words }) => !documentedMessages.some((row) => row.test(words)),
  );
  expect(unexplained).toEqual([]);
});

/**
 * Patterns of the errors of failing pages. These are also logged, but their text is known only at
 * run time.
 */
const GIVEN_BY_PAGES = ["There was an error .*", "Error .*"].map((words) => `/^${words}$/s`);

test("docs/operations.md explains no message that is never logged", () => {
  const unused = documentedMessages
    .filter((row) => !loggedMessages.some(({ words }) => row.test(words)))
    .map(String);
  expect(unused.filter((row) => !GIVEN_BY_PAGES.includes(row))).toEqual([]);
});

test("docs/operations.md explains how to rotate each secret", () => {
  const secrets = [...readFileSync(".env.example", "utf8").matchAll(/^#([A-Z0-9_]+)=/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => /SECRET|_KEY|PASSWORD|TOKEN|DSN|CERTIFICATE/.test(name));
  expect(secrets.length).toBeGreaterThan(20);
  const rotation = section("Rotate a secret");
  expect(secrets.filter((name) => !rotation.includes(`\`${name}\``))).toEqual([]);
});

const ALERTS = "app/domain/operations/alerts.server.ts";

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

test("each runbook has the symptom, the impact, what to check, the fix and the follow-up", () => {
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

test("docs/operations.md has a heading for each of its internal links and for each section that an alert names", () => {
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

test(".env.example has each setting of operations", () => {
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
