/**
 * Writes rows as CSV (RFC 4180) with a byte order mark, so that Excel reads it as UTF-8. A cell
 * that a spreadsheet would run as a formula starts with an apostrophe instead.
 */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("")}`;
}

const FORMULA = /^\s*[=+\-@\t\r|%]/u;

function toCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
