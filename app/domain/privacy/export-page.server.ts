import { encode } from "html-entities";
import { customerDate, customerMoment } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { env } from "#app/platform/env.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { copyLabel, copyValue, isReference } from "./export-labels.ts";
import type { CopySummary } from "./export-summary.server.ts";
import type { DataSubject } from "./find-person.server.ts";
import { listHeld } from "./notice.server.ts";
import { PERSONAL_DATA, type PersonalTable } from "./personal-data.server.ts";
import { listServices } from "./services.server.ts";

/** A table on the readable page of a data copy. */
export type ExportedTable = {
  table: PersonalTable;
  label: string;
  shown: Record<string, unknown>[];
  count: number;
};

/**
 * A document in a data copy. `path` is its path within the copy, or null if it is no longer in the
 * store.
 */
export type GivenFile = { called: string; path: string | null };

const SHOWN_LETTERS = 2_000;

const STYLE = [
  "body{font:1rem/1.5 sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b}",
  "h1{line-height:1.2}h2{margin:2.5rem 0 .5rem}",
  "dl{display:grid;grid-template-columns:minmax(7rem,14rem) 1fr;gap:.25rem 1rem;margin:0}",
  "details dl{border-top:1px solid #999;padding:.75rem 0}dl dl{border:0;padding:0}",
  "dt{color:#444}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}",
  "details{border-top:1px solid #999;padding:.75rem 0}summary{cursor:pointer;font-weight:bold}",
  ".references{color:#595959;font-size:.875rem}",
  "@media(max-width:36rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}",
].join("");

type Copy = {
  person: DataSubject;
  made_at: Date;
  summary: CopySummary;
  tables: readonly ExportedTable[];
  files: readonly GivenFile[];
};

/** Renders the readable page of a data copy: a summary, then every table, collapsed. */
export function pageOfCopy(copy: Copy): string {
  const { person, made_at, tables, files } = copy;
  const name = `${person.first_name} ${person.last_name}`;
  const found = tables.filter(({ count }) => count > 0);
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What ${PRODUCT_NAME} holds about ${text(name)}</title>
<style>${STYLE}</style>
<h1>What ${PRODUCT_NAME} holds about ${text(name)}</h1>
<p>This copy was made on ${text(customerMoment(made_at))} for the account ${text(person.email)}. This page begins with a summary. Everything we hold is below it. The “data” folder has the same data as JSON files, for other software.</p>
${firstPage(copy, found)}
<h2>Documents</h2>
${files.length > 0 ? `<ul>${files.map(file).join("")}</ul>` : "<p>No documents.</p>"}
<h2>Everything we hold</h2>
<p>Select a line to open it. Times are London time.</p>
${found.map(section).join("\n")}
<h2>What’s not in this copy</h2>
<ul>${listOmissions()
    .map((line) => `<li>${text(line)}</li>`)
    .join("")}</ul>
<p>Is something missing, or have you used another name or email address with us? Email us at ${text(env.SUPPORT_EMAIL)} and someone on our team will look for it.</p>
</html>
`;
}

function firstPage({ person, summary }: Copy, found: readonly ExportedTable[]) {
  const details: [string, string | null][] = [
    ["Name", `${person.first_name} ${person.last_name}`],
    ["Email address", person.email],
    ["Phone number", summary.phone_number],
    ["Address", summary.address],
  ];
  const matters = summary.matters.map(
    ({ role, home, began }) => `${role}: ${home}, since ${customerDate(began)}`,
  );
  const services = listServices().filter(({ name }) => hasGot(name, found));
  const held = listHeld(undefined, new Set(found.map(({ table }) => table)));
  return `<h2>Who you are</h2>
${listOf(details.flatMap(([called, value]) => (value ? [[called, text(value)]] : [])))}
<h2>Your sales, purchases and gifts</h2>
${bullets(matters, "You aren’t in a sale or purchase.")}
<h2>Who we share your data with</h2>
<p>Firms that work on your sale or purchase:</p>
${bullets(
  summary.firms.map(({ name, role }) => `${name} (${role.toLowerCase()})`),
  "None so far.",
)}
<p>Companies that provide services to us:</p>
${bullets(services.map(({ name, does, gets }) => `${name} ${does}. It gets ${gets}.`))}
<h2>How long we keep it</h2>
${listOf(held.map(({ what, why, retention }) => [what, `${text(retention)} We keep it ${text(why.charAt(0).toLowerCase() + why.slice(1))}.`]))}`;
}

/**
 * Table that shows whether a service received a person’s data: the service did so only if the table
 * has rows about the person. A service without an entry may have received data about anyone.
 */
const ROWS_OF: Partial<Record<string, ExportedTable["table"]>> = {
  Stripe: "orders",
  Thirdfort: "identity_checks",
  OneSearch: "search_orders",
};

function hasGot(service: string, found: readonly ExportedTable[]) {
  const needed = ROWS_OF[service];
  return !needed || found.some(({ table }) => table === needed);
}

const listOf = (pairs: readonly (readonly [string, string])[]) =>
  `<dl>${pairs.map(([label, html]) => `<dt>${text(label)}</dt><dd>${html}</dd>`).join("")}</dl>`;

const bullets = (lines: readonly string[], none = "") =>
  lines.length > 0
    ? `<ul>${lines.map((line) => `<li>${text(line)}</li>`).join("")}</ul>`
    : `<p>${text(none)}</p>`;

function section({ table, label, shown, count }: ExportedTable) {
  const rest = count - shown.length;
  const more =
    rest > 0
      ? `<p>${pluralise(rest, "more row")} ${rest === 1 ? "is" : "are"} in <a href="data/${table}.json">data/${table}.json</a>.</p>`
      : "";
  return `<details><summary>${text(label)} (${count})</summary>\n${shown.map(rowList).join("\n")}${more}</details>`;
}

function rowList(row: Record<string, unknown>) {
  const filled = Object.entries(row).filter(([, value]) => value !== null && value !== "");
  const references = filled.filter(([column, value]) => isReference(column, value));
  const facts = filled.filter(([column, value]) => !isReference(column, value));
  const reference = references
    .map(([column, value]) => `${text(copyLabel(column))}: ${shownValue(column, value)}`)
    .join(" · ");
  return `${valueList(facts)}${reference ? `<p class="references">${reference}</p>` : ""}`;
}

const valueList = (entries: readonly [string, unknown][]) =>
  listOf(entries.map(([column, value]) => [copyLabel(column), shownValue(column, value)]));

/** Renders a value as HTML. Arrays and objects become nested lists. */
function shownValue(column: string, value: unknown): string {
  if (Array.isArray(value)) {
    return `<ul>${value.map((each) => `<li>${shownValue(column, each)}</li>`).join("")}</ul>`;
  }
  if (typeof value === "object" && value !== null) {
    return valueList(Object.entries(value).filter(([, each]) => each !== null && each !== ""));
  }
  const whole = copyValue(column, value);
  if (whole.length <= SHOWN_LETTERS) return text(whole);
  return text(`${whole.slice(0, SHOWN_LETTERS)} … (the rest is in the “data” folder)`);
}

function file({ called, path }: GivenFile) {
  if (!path) return `<li>${text(called)}: no longer available</li>`;
  const address = path.split("/").map(encodeURIComponent).join("/");
  return `<li><a href="${text(address)}">${text(called)}</a></li>`;
}

/** Lists the data that every copy omits, with the reasons. */
export function listOmissions(): string[] {
  const entries = Object.values(PERSONAL_DATA);
  const withheld = entries.flatMap((data) => {
    if ("withheld" in data) return `${data.label}: ${data.withheld}.`;
    const omitted = Object.entries(data.omitted ?? {});
    return [...new Set(omitted.map(([, why]) => why))].map((why) => {
      const columns = omitted.filter(([, reason]) => reason === why);
      const names = columns.map(([column]) => inWords(column));
      return `${data.label} (${names.join(", ")}): ${why}.`;
    });
  });
  const files = entries.flatMap(({ file }) => (file && "withheld" in file ? file.withheld : []));
  return [
    "Other people’s details: anyone selling or buying with you, the other side, giftors and the names of our team. This includes what you told us about them.",
    "Comments from our team on a sale or purchase, where they may be about someone else.",
    ...new Set([...withheld, ...files.map((file) => `${file}.`)]),
  ];
}

const inWords = (column: string) =>
  column
    .replaceAll("_", " ")
    .replace(/\bid$/, "ID")
    .replace(/^thirdfort/, "Thirdfort");

const text = (value: string) => encode(value);
