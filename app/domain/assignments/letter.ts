import { type Address, addressLine } from "#app/domain/fields/address.ts";
import { fullName, type Names } from "#app/domain/fields/names.ts";

/** The letter that instructs a solicitor: what it says, before it is drawn as an email or as a page of staff. */

/** Something that the letter says, and how to reach whom it names. */
export type LetterRow = {
  what: string;
  text: string;
  email: string | null;
  /** As it is read: "01904 555020". */
  phone: string | null;
  /** Was otherwise, or was not there, when it was sent before. */
  is_new: boolean;
};

export type LetterPart = { title: string; rows: LetterRow[] };

export type SolicitorLetter = {
  to: string;
  cc: string[];
  subject: string;
  /** The ids of the matters, by which an answer finds them. */
  references: string[];
  heading: string;
  /** The solicitor's. */
  first_name: string;
  intro: string;
  /** What they are asked to do. */
  asks: string[];
  missing: string[];
  parts: LetterPart[];
  /** Staff's words to the solicitor. */
  comment: string | null;
  /** When it was sent first, as an ISO moment; null the first time. */
  first_sent_at: string | null;
};

/** A letter with what is new in it since it was sent before. */
export function markNew(letter: SolicitorLetter, before: SolicitorLetter): SolicitorLetter {
  const known = new Set(before.parts.flatMap(({ title, rows }) => rows.map(saying(title))));
  return {
    ...letter,
    parts: letter.parts.map(({ title, rows }) => ({
      title,
      rows: rows.map((row) => ({ ...row, is_new: !known.has(saying(title)(row)) })),
    })),
  };
}

const saying =
  (title: string) =>
  ({ what, text, email, phone }: LetterRow) =>
    JSON.stringify([title, what, text, email, phone]);

/** One home by its address, several by how many they are and their group. */
export function nameHomes(matters: readonly { address: Address; group_name: string | null }[]) {
  const [first] = matters;
  if (!first) return "";
  if (matters.length === 1) return addressLine(first.address);
  return `${matters.length} properties${first.group_name ? ` in ${first.group_name}` : ""}`;
}

/** Whose copy of an email goes where: each address once, and not that of the recipient. */
export function copiesTo(people: readonly { email: string }[], recipient: string): string[] {
  const others = new Map(people.map(({ email }) => [email.toLowerCase(), email]));
  others.delete(recipient.toLowerCase());
  return [...others.values()];
}

/** Each person once, who sells several of the homes. */
export function withoutCopies<Somebody extends Names & { email: string | null }>(
  people: readonly Somebody[],
): Somebody[] {
  const names = people.map((person) => `${person.email?.toLowerCase() ?? ""} ${fullName(person)}`);
  return people.filter((_, index) => names.indexOf(names[index] ?? "") === index);
}
