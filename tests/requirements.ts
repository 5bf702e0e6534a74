import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

/** `npm run requirements [-- A B]`: lists the rows of docs/requirements.md that no test cites. */

const root = path.resolve(import.meta.dirname, "..");
const rows = readFileSync(path.join(root, "docs/requirements.md"), "utf8");

const titles = new Map<string, string>();
for (const [, group, title] of rows.matchAll(/^## ([A-Z]) (.+)$/gm)) {
  if (group && title) titles.set(group, title);
}
const ids = [...rows.matchAll(/^- \[[ x]\] ([A-Z]-\d{3}) /gm)].flatMap(([, id]) => id ?? []);

function cited(text: string) {
  const found = new Set([...text.matchAll(/\b[A-Z]-\d{3}\b/g)].map(([id]) => id));
  for (const [, group, from, to] of text.matchAll(
    /\b([A-Z])-(\d{3})(?:…| to )(?:[A-Z]-)?(\d{3})\b/g,
  )) {
    for (let number = Number(from); number <= Number(to); number++) {
      found.add(`${group}-${String(number).padStart(3, "0")}`);
    }
  }
  return found;
}

const tests = readdirSync(path.join(root, "tests"), { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.(test|spec)\.tsx?$/.test(file),
);
const citedIds = new Set(
  tests.flatMap((file) => [...cited(readFileSync(path.join(root, "tests", file), "utf8"))]),
);

const wanted = process.argv.slice(2);
for (const [group, title] of titles) {
  if (wanted.length > 0 && !wanted.includes(group)) continue;
  const all = ids.filter((id) => id.startsWith(group));
  const missing = all.filter((id) => !citedIds.has(id));
  console.log(`${group} ${title}: ${all.length - missing.length} of ${all.length}`);
  if (missing.length > 0) console.log(`  not cited: ${missing.join(" ")}`);
}
