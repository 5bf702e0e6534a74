/** What a buyer may be told on looking for the property. */

/** What the lookup offers beside the properties that it found (D-016). */
export const PROPERTY_NOT_LISTED = "property_not_listed";

/**
 * What is said while no property is chosen, and at which field: by how far the search is (D-008, D-013).
 *
 * @param searched whether there is something to choose from
 */
export function nothingChosen(searched: boolean) {
  return searched
    ? ({ field: "property_id", message: "Please select an address" } as const)
    : ({ field: "postcode", message: "Please search for an address" } as const);
}

/** To choose that goes no further (D-009, AMB-D02). */
export function propertyNotListed(email: string): string {
  return `Sorry, we couldn't find your property in our database. Before you continue, please contact our team at ${email}`;
}

/** No property has that postcode, or the lookup failed (D-014, D-015). */
export function postcodeNotFound(email: string): string {
  return `We couldn't find that postcode. Please check for any typos and try again. If you're sure the postcode is right, then before continuing, please contact our team at ${email}`;
}
