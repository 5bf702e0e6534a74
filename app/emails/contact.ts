import { formatPhone } from "#app/domain/fields/phone.ts";

/** A person whom a letter names, and how to reach them. */
export type Contact = { name: string; email: string; phone: string | null };

/** Who does the legal work of a side. */
type LegalTeam = { law_firm: string; solicitor: Contact; legal_assistants: Contact[] };

/** A contact as one of the facts of a letter. */
export function contactLines({ name, email, phone }: Contact): string {
  return [name, email, phone && formatPhone(phone)].filter(Boolean).join("\n");
}

/** People as facts of a letter, counted where there are several: "Seller 2". */
function numbered(noun: string, people: readonly Contact[]): [what: string, value: Contact][] {
  return people.map((person, position) => [
    people.length === 1 ? noun : `${noun} ${position + 1}`,
    person,
  ]);
}

/** "Buyer", or "Buyers" where there are several: "Bea Byron, Jo Joint". */
export function labelOf(noun: string, names: string): string {
  return names.includes(", ") ? `${noun}s` : noun;
}

/** The people of a firm as facts of a letter. */
export function teamFacts({
  law_firm,
  solicitor,
  legal_assistants,
}: LegalTeam): [what: string, value: string | Contact][] {
  return [
    ["Law firm", law_firm],
    ["Solicitor", solicitor],
    ...numbered("Legal assistant", legal_assistants),
  ];
}
