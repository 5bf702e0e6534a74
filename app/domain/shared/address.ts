import { SEARCH_FOR_AN_ADDRESS, SELECT_AN_ADDRESS } from "./messages.ts";

/** A row for `addresses`. Unknown parts are null. */
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

/** Address parts that people type, apart from the country. */
export const TYPED_PARTS = [
  "line_1",
  "line_2",
  "line_3",
  "post_town",
  "county",
  "postcode",
] as const satisfies readonly (keyof Address)[];

/** Hidden address parts from the lookup. The form posts them back. */
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

/** Returns an address on one line, without its country: "1 High Street, Leeds, LS1 1AA". */
export function addressLine({ line_1, line_2, line_3, post_town, postcode }: Lines): string {
  return [line_1, line_2, line_3, post_town, postcode].filter(Boolean).join(", ");
}

/** Inserts non-breaking spaces so that lines do not break between a number and its street. */
export function keepNumberWithStreet(text: string): string {
  return text.replace(/\S+ ?/g, (word) => (/\d/.test(word) ? word.replace(" ", "\u00a0") : word));
}

/**
 * Returns the error and its field if no property is selected (D-008, D-013).
 * @param searched true if there are results to choose from
 */
export function missingPropertyError(searched: boolean) {
  return searched
    ? ({ field: "property_id", message: SELECT_AN_ADDRESS } as const)
    : ({ field: "postcode", message: SEARCH_FOR_AN_ADDRESS } as const);
}
