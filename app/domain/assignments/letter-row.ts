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
