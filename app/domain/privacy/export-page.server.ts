import { encode } from "html-entities";
import { customerMoment } from "#app/domain/fields/dates.ts";
import { counted, spelledOut } from "#app/domain/fields/words.ts";
import { env } from "#app/env.server.ts";
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

/** `path`: where in the copy; null where the document is no longer in our store. */
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
<p>This copy was made on ${text(customerMoment(made_at))} for the account ${text(person.email)}. The “data” folder has the same data as JSON files.</p>
${found.map(section).join("\n")}
<h2>Documents</h2>
${files.length > 0 ? `<ul>${files.map(file).join("")}</ul>` : "<p>No documents.</p>"}
<h2>What’s not in this copy</h2>
<ul>${notGiven()
    .map((line) => `<li>${text(line)}</li>`)
    .join("")}</ul>
<p>Is something missing, or have you used another name or email address with us? Email us at ${text(env.SUPPORT_EMAIL)} and someone on our team will look for it.</p>
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
  return `${whole.slice(0, SHOWN_LETTERS)} … (the rest is in the “data” folder)`;
}

function file({ called, path }: GivenFile) {
  if (!path) return `<li>${text(called)}: no longer available</li>`;
  const address = path.split("/").map(encodeURIComponent).join("/");
  return `<li><a href="${text(address)}">${text(called)}</a></li>`;
}

/** What is held and not given, each with the reason. */
export function notGiven(): string[] {
  const holdings: readonly Holding[] = Object.values(HOLDINGS);
  const withheld = holdings.flatMap((holding) => {
    if ("withheld" in holding) return `${holding.called}: ${holding.withheld}.`;
    const leftOut = Object.entries(holding.leftOut ?? {});
    return [...new Set(leftOut.map(([, why]) => why))].map((why) => {
      const columns = leftOut.filter(([, reason]) => reason === why);
      const names = columns.map(([column]) => inWords(column));
      return `${holding.called} (${names.join(", ")}): ${why}.`;
    });
  });
  const files = Object.values(GIVEN_FILES).flatMap((given) =>
    "withheld" in given ? given.withheld : [],
  );
  return [
    "Other people’s details: anyone selling or buying with you, the other side, giftors and the names of our team. This includes what you told us about them.",
    "Comments from our team on a sale or purchase, where they may be about someone else.",
    ...new Set([...withheld, ...files.map((file) => `${file}.`)]),
  ];
}

/** "credential ID" for credential_id. */
const inWords = (column: string) =>
  column
    .replaceAll("_", " ")
    .replace(/\bid$/, "ID")
    .replace(/^thirdfort/, "Thirdfort");

const text = (value: string) => encode(value);
