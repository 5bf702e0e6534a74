const TOWN_AND_POSTCODE = /, [^,]+, [A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/;

/**
 * Returns a property’s address without its town and postcode: mailboxes cut long subjects, and each email contains the
 * whole address.
 */
export function streetOf(property: string): string {
  return property.replace(TOWN_AND_POSTCODE, "");
}

/** Mailboxes on phones cut longer subjects. */
export const SUBJECT_LENGTH = 60;

/** Shortens the street in a subject that is too long: the text of the email has the whole address. */
export function fitSubject(subject: string, property: string): string {
  const street = streetOf(property);
  const room = SUBJECT_LENGTH - (subject.length - street.length);
  if (subject.length <= SUBJECT_LENGTH || !subject.includes(street)) return subject;
  const cut = street.slice(0, Math.max(0, room));
  const words = cut.slice(0, Math.max(0, cut.lastIndexOf(" "))).replace(/,$/, "");
  return words.length > 0
    ? subject.replace(street, `${words}…`)
    : subject.replace(`: ${street}`, "");
}
