import { type Address, addressLine } from "#app/domain/shared/address.ts";
import { fullName, type Names } from "#app/domain/shared/names.ts";

/** The letter that instructs a solicitor, before it is rendered as an email or a staff page. */

export type LetterRow = {
  what: string;
  text: string;
  email: string | null;
  /** Phone number, formatted for reading: "01904 555020". */
  phone: string | null;
  /** True if the row changed or was added since the letter was last sent. */
  is_new: boolean;
};

export type LetterPart = { title: string; rows: LetterRow[] };

/** A row that is new, different or left out since the letter was last sent. */
export type LetterChange = { part: string; what: string };

export type SolicitorLetter = {
  to: string;
  cc: string[];
  subject: string;
  /** Ids of the letter's matters. A reply that quotes one of them is matched to that matter. */
  references: string[];
  heading: string;
  first_name: string;
  intro: string;
  asks: string[];
  missing: string[];
  parts: LetterPart[];
  comment: string | null;
  /** ISO 8601 time when the letter was first sent; null if it has not been sent before. */
  first_sent_at: string | null;
  /** Changes since the letter was last sent. Empty for a first letter. */
  changes: LetterChange[];
};

/** Marks the rows that the previous letter did not have, and lists what has changed. */
export function markNew(letter: SolicitorLetter, before: SolicitorLetter): SolicitorLetter {
  const known = new Set(before.parts.flatMap(({ title, rows }) => rows.map(saying(title))));
  const said = new Set(letter.parts.flatMap(({ title, rows }) => rows.map(saying(title))));
  const parts = letter.parts.map(({ title, rows }) => ({
    title,
    rows: rows.map((row) => ({ ...row, is_new: !known.has(saying(title)(row)) })),
  }));
  const added = rowsOf(parts).filter(({ row }) => row.is_new);
  const removed = rowsOf(before.parts).filter(({ part, row }) => !said.has(saying(part)(row)));
  const changes = [...added, ...removed].map(({ part, row }) => ({ part, what: row.what }));
  const texts = changes.map(({ part, what }) => `${part} ${what}`);
  return {
    ...letter,
    parts,
    changes: changes.filter((_, index) => texts.indexOf(texts[index] ?? "") === index),
  };
}

/** Returns the names of changed facts for people, each once. */
export const changedNames = (changes: readonly LetterChange[]): string[] => [
  ...new Set(changes.map(({ what }) => what)),
];

const rowsOf = (parts: readonly LetterPart[]) =>
  parts.flatMap(({ title, rows }) => rows.map((row) => ({ part: title, row })));

/** A second client changes the title “Your client” to “Your clients”, and none of its rows. */
const saying =
  (title: string) =>
  ({ what, text, email, phone }: LetterRow) =>
    JSON.stringify([title.replace(/s$/, ""), what, text, email, phone]);

/**
 * Returns the address of a single property, or the number of properties and the name of their
 * group.
 */
export function nameHomes(matters: readonly { address: Address; group_name: string | null }[]) {
  const [first] = matters;
  if (!first) return "";
  if (matters.length === 1) return addressLine(first.address);
  return `${matters.length} properties${first.group_name ? ` in ${first.group_name}` : ""}`;
}

/**
 * Returns people's addresses for an email's cc field, without duplicates or the recipient's
 * address.
 */
export function ccAddresses(people: readonly { email: string }[], recipient: string): string[] {
  const others = new Map(people.map(({ email }) => [email.toLowerCase(), email]));
  others.delete(recipient.toLowerCase());
  return [...others.values()];
}

/** Removes the duplicates of a person who sells several of the properties. */
export function uniquePeople<Person extends Names & { email: string | null }>(
  people: readonly Person[],
): Person[] {
  const names = people.map((person) => `${person.email?.toLowerCase() ?? ""} ${fullName(person)}`);
  return people.filter((_, index) => names.indexOf(names[index] ?? "") === index);
}
