const TOWN_AND_POSTCODE = /, [^,]+, [A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/;

/** Removes the town and postcode from an address, because mail programs cut long subjects. */
export function streetOf(property: string): string {
  return property.replace(TOWN_AND_POSTCODE, "");
}

/** Longest subject that phones show in full, in characters. */
export const SUBJECT_LENGTH = 60;

/** Shortens the street in a subject that is too long. The email contains the full address. */
export function shortenSubject(subject: string, property: string): string {
  const street = streetOf(property);
  const room = SUBJECT_LENGTH - (subject.length - street.length);
  if (subject.length <= SUBJECT_LENGTH || !subject.includes(street)) return subject;
  const cut = street.slice(0, Math.max(0, room));
  const words = cut.slice(0, Math.max(0, cut.lastIndexOf(" "))).replace(/,$/, "");
  return words.length > 0
    ? subject.replace(street, `${words}…`)
    : subject.replace(`: ${street}`, "");
}
