const TOWN_AND_POSTCODE = /, [^,]+, [A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/;

/**
 * Returns a property’s address without its town and postcode: mailboxes cut long subjects, and each email contains the
 * whole address.
 */
export function streetOf(property: string): string {
  return property.replace(TOWN_AND_POSTCODE, "");
}
