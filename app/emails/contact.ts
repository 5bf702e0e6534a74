import { formatPhone } from "#app/domain/shared/phone.ts";

export type Contact = { name: string; email: string; phone: string | null };

type LegalTeam = { law_firm: string; solicitor: Contact; legal_assistants: Contact[] };

export function contactLines({ name, email, phone }: Contact): string {
  return [name, email, phone && formatPhone(phone)].filter(Boolean).join("\n");
}

/**
 * Returns a labelled fact for each person. If there are several people, numbers the labels: "Seller
 * 2".
 */
function numbered(noun: string, people: readonly Contact[]): [what: string, value: Contact][] {
  return people.map((person, position) => [
    people.length === 1 ? noun : `${noun} ${position + 1}`,
    person,
  ]);
}

/** Returns the noun, such as "Buyer", in the plural if the names contain a comma. */
export function labelOf(noun: string, names: string): string {
  return names.includes(", ") ? `${noun}s` : noun;
}

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
