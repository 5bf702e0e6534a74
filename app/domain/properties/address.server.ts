import { decode } from "html-entities";
import { z } from "zod";
import { betweenFields, inPageOrder } from "#app/domain/fields/form-rules.server.ts";
import { freeText, optionalFreeText, tooLongMessage } from "#app/domain/fields/free-text.server.ts";
import { freeTextLine } from "#app/domain/fields/free-text.ts";
import { formatPostcode, formatUkPostcode } from "#app/domain/fields/postcode.ts";
import type { Address, FOUND_PARTS } from "./address.ts";
import { DEFAULT_COUNTRY, findCountry } from "./countries.ts";

/** Entities are decoded once, as the address arrives (C-033, AMB-V10). */
const read = (typed: string) => freeTextLine(decode(typed));

function required(label: string) {
  return freeText(`${label} must be at least 1 character long`, tooLongMessage(label), { read });
}

const optional = (label: string) => optionalFreeText(tooLongMessage(label), { read });

/** The parts of an address that people type, and which of them they must (C-019 to C-024). */
const lines = {
  line_1: required("Address"),
  line_2: optional("Address"),
  line_3: optional("Address"),
  post_town: required("Town"),
  county: optional("County"),
};

/** What only a finder fills in: no one could mend it on the page, so what is wrong is left out. */
const part = z.string().max(255).transform(read).nullable().catch(null);

const degrees = (most: number) =>
  z
    .string()
    .max(30)
    .regex(/^-?[0-9]+(?:\.[0-9]+)?$/)
    .transform(Number)
    .refine((angle) => Math.abs(angle) <= most)
    .nullable()
    .catch(null);

const found = {
  uprn: z
    .string()
    .regex(/^[0-9]{1,12}$/)
    .nullable()
    .catch(null),
  district: part,
  building_number: part,
  building_name: part,
  sub_building_name: part,
  street: part,
  premise: part,
  organisation_name: part,
  po_box: part,
  latitude: degrees(90),
  longitude: degrees(180),
} satisfies Record<(typeof FOUND_PARTS)[number], z.ZodType>;

/** A required postcode of the United Kingdom, as it is written (C-028, C-029). */
export function ukPostcode(message = "Invalid postcode") {
  return z.string({ error: message }).transform((typed, context) => {
    const postcode = formatUkPostcode(decode(typed));
    if (postcode === null) context.addIssue({ code: "custom", message });
    return postcode ?? z.NEVER;
  });
}

/** The fields of `propertyAddress`, for forms that ask more about the address. */
export const propertyAddressFields = { ...lines, postcode: ukPostcode(), ...found };

/** Whatever country was posted: properties and offices are British (V-050, AMB-C18). */
export function withUkCountry<Lines extends object>(address: Lines) {
  return { ...address, country: "United Kingdom", country_iso_2: DEFAULT_COUNTRY };
}

/** The address of a property. */
export const propertyAddress = z.object(propertyAddressFields).transform(withUkCountry);

/** The same from a finder, which confirms an address; what is typed by hand is not confirmed. */
export const confirmableAddress = z
  .object({ ...propertyAddressFields, confirmed: z.boolean().optional() })
  .transform(({ confirmed, ...typed }) => ({
    address: withUkCountry(typed),
    confirmed: confirmed === true,
  }));

const anywhere = z.object({
  ...lines,
  postcode: z.string().nullish(),
  /** A code or a name, as a select posts it; else the code beside it decides. */
  country: optional("Country"),
  country_code: z.string().nullish(),
  ...found,
});
type Anywhere = Partial<z.output<typeof anywhere>>;

/** Where a person lives: its postcode is checked as its country writes it (C-025 to C-027, C-030, C-031). */
export const personAddress = anywhere
  .superRefine((address, context) => {
    const { country, postcode } = whereabouts(address);
    const refuse = (path: string, message: string) => {
      context.addIssue({ code: "custom", path: [path], message });
    };
    if (postcode === null) refuse("postcode", "Invalid postcode for the specified country");
    if (!country) refuse("country", "Country must be at least 1 character long");
  }, betweenFields)
  .check(inPageOrder(anywhere))
  .transform(({ country_code, ...address }): Address => {
    const { country, postcode } = whereabouts({ ...address, country_code });
    return {
      ...address,
      postcode: postcode || null,
      country: country?.name ?? "",
      country_iso_2: country?.code ?? "",
    };
  });

/** The postcode is null when it is wrong, and "" when there is none and none is needed. */
function whereabouts({ country, country_code, postcode }: Anywhere) {
  const place = findCountry(asText(country)) ?? findCountry(asText(country_code));
  return {
    country: place,
    postcode: formatPostcode(place?.code ?? "", decode(asText(postcode))),
  };
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
