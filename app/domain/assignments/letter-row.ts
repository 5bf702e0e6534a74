import { type Address, streetLine } from "#app/domain/shared/address.ts";
import type { Answer } from "#app/domain/shared/answers.ts";
import { formatPhone } from "#app/domain/shared/phone.ts";
import type { LetterRow } from "./letter.ts";

/** Text of a fact that we don’t know. The letter lists the names of these facts. */
export const NOT_KNOWN = "Not known";

/** Returns a row of a letter. A fact without a text is shown as not known. */
export function row(
  what: string,
  text: string | null,
  contact: { email?: string | null; phone?: string | null } = {},
): LetterRow {
  const { email = null, phone = null } = contact;
  return {
    what,
    text: text ?? NOT_KNOWN,
    email,
    phone: phone && formatPhone(phone),
    is_new: false,
  };
}

/**
 * Returns the rows about every matter, sorted by fact. A fact that is the same for all properties
 * is shown once. Otherwise its rows name the properties that they are about.
 */
export function rowsOfEach<Matter extends { address: Address }>(
  matters: readonly Matter[],
  rowsOf: (matter: Matter) => LetterRow[],
): LetterRow[] {
  const all = matters.map((matter) => ({
    home: streetLine(matter.address),
    rows: rowsOf(matter),
  }));
  const facts = new Set(all.flatMap(({ rows }) => rows.map(({ what }) => what)));
  return [...facts].flatMap((fact) => {
    const versions = new Map<string, { rows: LetterRow[]; homes: string[] }>();
    for (const { home, rows } of all) {
      const own = rows.filter(({ what }) => what === fact);
      const key = JSON.stringify(own);
      versions.set(key, { rows: own, homes: [...(versions.get(key)?.homes ?? []), home] });
    }
    return [...versions.values()].flatMap(({ rows, homes }) =>
      versions.size === 1
        ? rows
        : rows.map((one) => ({ ...one, what: `${fact} (${homes.join("; ")})` })),
    );
  });
}

/** Returns the answer of a customer in words. An answer “not sure” names the people to ask. */
export function inWords(
  answer: Answer,
  { clients, yes = "Yes", not_sure }: { clients: number; yes?: string; not_sure?: string },
): string {
  return { yes, no: "No", not_sure: not_sure ?? notSure(clients) }[answer];
}

/** Such as "Not sure. Please ask your clients". */
export const notSure = (clients: number): string =>
  `Not sure. Please ask your ${yourClients(clients)}`;

/** Returns "clients" for several people, "client" for one. */
export const yourClients = (clients: number): string => (clients > 1 ? "clients" : "client");
