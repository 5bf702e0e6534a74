/** Addresses as values of an action. */

import { z } from "zod";
import type { Address } from "#app/domain/shared/address.ts";

const text = z.string().nullable();

/** Schema of the parts of an address as they are stored. */
export const storedAddress = {
  line_1: z.string(),
  line_2: text,
  line_3: text,
  post_town: z.string(),
  county: text,
  postcode: text,
  country: z.string(),
  country_iso_2: z.string(),
  uprn: text,
  district: text,
  building_number: text,
  building_name: text,
  sub_building_name: text,
  street: text,
  premise: text,
  organisation_name: text,
  po_box: text,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
} satisfies Record<keyof Address, z.ZodType>;

/** Schema of the parts of an address that a person may not have. */
export const nullableAddress = {
  ...storedAddress,
  line_1: text,
  post_town: text,
  country: text,
  country_iso_2: text,
};

/** Values of a person without an address. */
export const NO_ADDRESS = {
  ...{ line_1: null, line_2: null, line_3: null, post_town: null, county: null, postcode: null },
  ...{ country: null, country_iso_2: null, uprn: null, district: null, building_number: null },
  ...{ building_name: null, sub_building_name: null, street: null, premise: null },
  ...{ organisation_name: null, po_box: null, latitude: null, longitude: null },
} satisfies Record<keyof Address, null>;

/** Returns the lines of an address as text, with its country unless that is the UK. */
export function wholeAddress(address: Address): string {
  const { line_1, line_2, line_3, post_town, county, postcode, country, country_iso_2 } = address;
  const abroad = country_iso_2 === "GB" ? null : country;
  const lines = [line_1, line_2, line_3, post_town, county, postcode, abroad].filter(Boolean);
  return [...new Set(lines)].join(", ");
}
