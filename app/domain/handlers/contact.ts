/** The person whom customers and firms contact about a matter, and the number of the matter. */
export type MatterContact = Contact & {
  /** Such as "F-10482". */
  number: string;
  /** Our address for the matter. Emails to it join the conversation. */
  copy_to: string;
};

type Contact = {
  /**
   * Name of the handler, or of the stand-in: "Tomasin Okonjo (standing in for Bronwen Pugh until
   * Friday 4 December)". Null for a matter without a handler.
   */
  name: string | null;
  /** Email address of that person. */
  email: string | null;
  /** Direct phone number of that person, if there is one. */
  phone: string | null;
};

/** Contact in an email about one or several matters, with the numbers of all of them. */
export type LetterContact = Contact & {
  numbers: readonly string[];
  /** The law firm’s own reference, in an email to that firm. */
  firm_reference?: string | null;
};

const NO_ONE: Contact = { name: null, email: null, phone: null };

/**
 * Returns the contact of an email about these matters. It names a person only if all the matters
 * have the same one.
 * @returns null for an email about no matter
 */
export function joinContacts(contacts: readonly MatterContact[]): LetterContact | null {
  const [first, ...others] = contacts;
  if (!first) return null;
  const { name, email, phone } = first;
  const is_shared = others.every((other) => other.name === name && other.email === email);
  return {
    ...(is_shared ? { name, email, phone } : NO_ONE),
    numbers: contacts.map(({ number }) => number),
  };
}
