import { SEARCH_FOR_AN_ADDRESS, SELECT_AN_ADDRESS } from "./messages.ts";

/** A row of `addresses` to be: what is not known is null. */
export type Address = {
  line_1: string;
  line_2: string | null;
  line_3: string | null;
  post_town: string;
  county: string | null;
  /** Null only in countries without postcodes (AMB-C18). */
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

/** What people type of an address, besides its country. */
export const TYPED_PARTS = [
  "line_1",
  "line_2",
  "line_3",
  "post_town",
  "county",
  "postcode",
] as const satisfies readonly (keyof Address)[];

/** What is known of an address that was found, and is not shown: it comes back with the form. */
export const FOUND_PARTS = [
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

/** "1 High Street, Leeds, LS1 1AA": the address on one line, without its country. */
export function addressLine({ line_1, line_2, line_3, post_town, postcode }: Lines): string {
  return [line_1, line_2, line_3, post_town, postcode].filter(Boolean).join(", ");
}

/** The same words, of which no line breaks between a number and its street. */
export function numberKept(text: string): string {
  return text.replace(/\S+ ?/g, (word) => (/\d/.test(word) ? word.replace(" ", "\u00a0") : word));
}

/**
 * What is said while no property is chosen, and at which field: by how far the search is (D-008, D-013).
 *
 * @param searched whether there is something to choose from
 */
export function nothingChosen(searched: boolean) {
  return searched
    ? ({ field: "property_id", message: SELECT_AN_ADDRESS } as const)
    : ({ field: "postcode", message: SEARCH_FOR_AN_ADDRESS } as const);
}
