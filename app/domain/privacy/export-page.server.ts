import { encode } from "html-entities";
import { customerMoment } from "#app/domain/fields/dates.ts";
import { counted, spelledOut } from "#app/domain/fields/words.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { DataSubject } from "./find-person.server.ts";
import { GIVEN_FILES, type Holding, HOLDINGS } from "./holdings.server.ts";

/** The page of a copy: what is in it in a form that can be read, and what is not. It stands alone, without our styles. */

export type ExportedTable = {
  table: keyof typeof HOLDINGS;
  called: string;
  /** The first rows, as they are given. */
  shown: Record<string, unknown>[];
  count: number;
};

/** `path`: where in the copy; null where the document is not in our store any more. */
export type GivenFile = { called: string; path: string | null };

/** Of a long text the page shows the beginning. */
const SHOWN_LETTERS = 2_000;

const STYLE =
  "body{font:1rem/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;border-top:1px solid #999;padding:.75rem 0;margin:0}dt{color:#444}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}";

export function pageOfCopy(copy: {
  person: DataSubject;
  made_at: Date;
  tables: readonly ExportedTable[];
  files: readonly GivenFile[];
}): string {
  const { person, made_at, tables, files } = copy;
  const name = `${person.first_name} ${person.last_name}`;
  const found = tables.filter(({ count }) => count > 0);
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>What ${PRODUCT_NAME} holds about ${text(name)}</title>
<style>${STYLE}</style>
<h1>What ${PRODUCT_NAME} holds about ${text(name)}</h1>
<p>As of ${text(customerMoment(made_at))}, found by the account of ${text(person.email)}. The folder “data” has the same for programs, as JSON.</p>
${found.map(section).join("\n")}
<h2>Documents</h2>
${files.length > 0 ? `<ul>${files.map(file).join("")}</ul>` : "<p>None.</p>"}
<h2>What is not in this copy</h2>
<ul>${notGiven()
    .map((line) => `<li>${text(line)}</li>`)
    .join("")}</ul>
<p>If you miss something, or are known to us under another name or address, write to us: a person looks for it.</p>
</html>
`;
}

function section({ table, called, shown, count }: ExportedTable) {
  const rest = count - shown.length;
  const more =
    rest > 0
      ? `<p>${counted(rest, "more row")} ${rest === 1 ? "is" : "are"} in <a href="data/${table}.json">data/${table}.json</a>.</p>`
      : "";
  return `<h2>${text(called)}</h2>\n${shown.map(rowList).join("\n")}${more}`;
}

function rowList(row: Record<string, unknown>) {
  const said = Object.entries(row).filter(([, value]) => value !== null && value !== "");
  return `<dl>${said.map(([name, value]) => `<dt>${text(spelledOut(name))}</dt><dd>${text(shownValue(value))}</dd>`).join("")}</dl>`;
}

function shownValue(value: unknown): string {
  const whole = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  if (whole.length <= SHOWN_LETTERS) return whole;
  return `${whole.slice(0, SHOWN_LETTERS)} … (the rest is in the folder “data”)`;
}

function file({ called, path }: GivenFile) {
  if (!path) return `<li>${text(called)}: not in our store any more</li>`;
  const address = path.split("/").map(encodeURIComponent).join("/");
  return `<li><a href="${text(address)}">${text(called)}</a></li>`;
}

/** What is held and not given, each with the reason. */
export function notGiven(): string[] {
  const holdings: readonly Holding[] = Object.values(HOLDINGS);
  const withheld = holdings.flatMap((holding) => {
    if ("withheld" in holding) return `${holding.called}: ${holding.withheld}.`;
    return Object.entries(holding.leftOut ?? {}).map(
      ([column, why]) => `${holding.called}, ${spelledOut(column).toLowerCase()}: ${why}.`,
    );
  });
  const files = Object.values(GIVEN_FILES).flatMap((given) =>
    "withheld" in given ? given.withheld : [],
  );
  return [
    "Other people: who sells or buys with you, the other side, who gives you money, and our team by their names. What you have typed about them is theirs.",
    "What our team has written down in a sale or a purchase, where it may be about somebody else.",
    ...withheld,
    ...new Set(files.map((why) => `Some files: ${why}.`)),
  ];
}

const text = (value: string) => encode(value);
