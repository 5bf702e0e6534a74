import { SEARCH_FOR_AN_ADDRESS, SELECT_AN_ADDRESS } from "./messages.ts";

/** A row of `addresses`. Parts that we do not know are null. */
export type Address = {
  line_1: string;
  line_2: string | null;
  line_3: string | null;
  post_town: string;
  county: string | null;
  /** Null only for countries that have no postcodes (AMB-C18). */
  postcode: string | null;
  country: string;
  country_iso_2: string;
  uprn: string | null;
  district: string | null;
  building_number: string | null;
  building_name: string | null;
  sub_building_name: string | null;
  street: string | null;
  premise: string | null;
  organisation_name: string | null;
  po_box: string | null;
  latitude: number | null;
  longitude: number | null;
};

/** Parts of an address that people type, except for the country. */
export const TYPED_PARTS = [
  "line_1",
  "line_2",
  "line_3",
  "post_town",
  "county",
  "postcode",
] as const satisfies readonly (keyof Address)[];

/**
 * Parts of an address that come from the address lookup. The form posts them back in hidden fields.
 */
export const LOOKUP_PARTS = [
  "uprn",
  "district",
  "building_number",
  "building_name",
  "sub_building_name",
  "street",
  "premise",
  "organisation_name",
  "po_box",
  "latitude",
  "longitude",
] as const satisfies readonly (keyof Address)[];

type Lines = Partial<
  Record<"line_1" | "line_2" | "line_3" | "post_town" | "postcode", string | null>
>;

/** Returns the number, street and other lines of an address, without town and postcode. */
export function streetLine({ line_1, line_2, line_3 }: Lines): string {
  return addressLine({ line_1, line_2, line_3 });
}

/** Returns an address on one line without its country, such as "1 High Street, Leeds, LS1 1AA". */
export function addressLine({ line_1, line_2, line_3, post_town, postcode }: Lines): string {
  return [line_1, line_2, line_3, post_town, postcode].filter(Boolean).join(", ");
}

/**
 * Replaces the space after each number with a non-breaking space, so that a house number and its
 * street stay on the same line.
 */
export function keepNumberWithStreet(text: string): string {
  return text.replace(/\S+ ?/g, (word) => (/\d/.test(word) ? word.replace(" ", "\u00a0") : word));
}

/**
 * Returns the error for a form without a chosen property, and the field to show it next to (D-008,
 * D-013).
 * @param searched true if the page offers properties to choose from
 */
export function missingPropertyError(searched: boolean) {
  return searched
    ? ({ field: "property_id", message: SELECT_AN_ADDRESS } as const)
    : ({ field: "postcode", message: SEARCH_FOR_AN_ADDRESS } as const);
}
