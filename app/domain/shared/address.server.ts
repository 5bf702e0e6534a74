import { decode } from "html-entities";
import { expressionBuilder, type Insertable, sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { crossFieldRule, sortErrorsByPage } from "./form-rules.server.ts";
import { freeText, freeTextLine, optionalFreeText } from "./free-text.server.ts";
import {
  forcesPostcode,
  INVALID_POSTCODE,
  INVALID_POSTCODE_ABROAD,
  MISSING_LINES,
  tooLong,
} from "./messages.ts";
import { formatPostcode, formatUkPostcode, isForcesPostOffice } from "./postcode.ts";
import { type Address, LOOKUP_PARTS, TYPED_PARTS } from "./address.ts";
import { DEFAULT_COUNTRY, findCountry } from "./countries.ts";

/**
 * Decodes the HTML entities in typed text. Each address is decoded once, when we receive it (C-033,
 * AMB-V10).
 */
const read = (typed: string) => freeTextLine(decode(typed));

function required(label: "Address" | "Town") {
  return freeText(MISSING_LINES[label], tooLong(label), { read });
}

const optional = (label: string) => optionalFreeText(tooLong(label), { read });

/** Schemas of the address lines that people type (C-019 to C-024). */
const lines = {
  line_1: required("Address"),
  line_2: optional("Address"),
  line_3: optional("Address"),
  post_town: required("Town"),
  county: optional("County"),
};

/**
 * Schema of an address part that the form has in a hidden field, from the address lookup. Users
 * cannot correct such a part, so an invalid one becomes null.
 */
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
} satisfies Record<(typeof LOOKUP_PARTS)[number], z.ZodType>;

/** Returns the schema of a required UK postcode, which the schema formats (C-028, C-029). */
export function ukPostcode(message = INVALID_POSTCODE) {
  return z.string({ error: message }).transform((typed, context) => {
    const postcode = formatUkPostcode(decode(typed));
    if (postcode === null) {
      context.addIssue({ code: "custom", message: wrongPostcode(typed, message) });
    }
    return postcode ?? z.NEVER;
  });
}

function wrongPostcode(typed: string, message: string): string {
  return isForcesPostOffice(typed) ? forcesPostcode(message) : message;
}

export const propertyAddressFields = { ...lines, postcode: ukPostcode(), ...found };

/** Sets the country of an address to the UK, whatever country was posted (V-050, AMB-C18). */
export function withUkCountry<Lines extends object>(address: Lines) {
  return { ...address, country: "United Kingdom", country_iso_2: DEFAULT_COUNTRY };
}

export const propertyAddress = z.object(propertyAddressFields).transform(withUkCountry);

/**
 * Schema of an address that may have been confirmed by choosing it in the address lookup.
 * An address that was typed counts as unconfirmed.
 */
export const confirmableAddress = z
  .object({ ...propertyAddressFields, confirmed: z.boolean().optional() })
  .transform(({ confirmed, ...typed }) => ({
    address: withUkCountry(typed),
    confirmed: confirmed === true,
  }));

const anywhere = z.object({
  ...lines,
  postcode: z.string().nullish(),
  /**
   * The country’s code or name, as the select field posts it. If we don’t know it, `country_code`
   * is used.
   */
  country: optional("Country"),
  country_code: z.string().nullish(),
  ...found,
});
type Anywhere = Partial<z.output<typeof anywhere>>;

/**
 * Schema of a person’s address, anywhere in the world. The postcode must be valid in its country
 * (C-025 to C-031).
 */
export const personAddress = anywhere
  .superRefine((address, context) => {
    const { country, postcode } = resolveCountry(address);
    const refuse = (path: string, message: string) => {
      context.addIssue({ code: "custom", path: [path], message });
    };
    if (postcode === null) {
      refuse("postcode", wrongPostcode(asText(address.postcode), INVALID_POSTCODE_ABROAD));
    }
    if (!country) refuse("country", MISSING_LINES.Country);
  }, crossFieldRule)
  .check(sortErrorsByPage(anywhere))
  .transform(({ country_code, ...address }): Address => {
    const { country, postcode } = resolveCountry({ ...address, country_code });
    return {
      ...address,
      postcode: postcode || null,
      country: country?.name ?? "",
      country_iso_2: country?.code ?? "",
    };
  });

/**
 * Returns the country of an address and its formatted postcode. The postcode is null if it is
 * invalid, and "" if it is empty and the country does not need one.
 */
function resolveCountry({ country, country_code, postcode }: Anywhere) {
  const place = findCountry(asText(country)) ?? findCountry(asText(country_code));
  return {
    country: place,
    postcode: formatPostcode(place?.code ?? "", decode(asText(postcode))),
  };
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * An address to store. Each person, property or firm has a separate row, so that an
 * edit changes only one record.
 */
export type NewAddress = Omit<Insertable<DB["addresses"]>, "id" | "created_at">;

/** All columns of an address that can be set. An update clears those that are not given. */
export const ADDRESS_PARTS = [
  ...TYPED_PARTS,
  "country",
  "country_iso_2",
  ...LOOKUP_PARTS,
] as const satisfies readonly (keyof NewAddress)[];

export const ADDRESS_LINES = ["line_1", "line_2", "line_3", "post_town", "postcode"] as const;

/** Inserts an address. @returns the id */
export async function createAddress(trx: Db, address: NewAddress): Promise<string> {
  const { id } = await trx
    .insertInto("addresses")
    .values(row(address))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces all parts of an address. Parts that are not given are cleared. */
export async function replaceAddress(trx: Db, id: string, address: NewAddress): Promise<void> {
  await trx.updateTable("addresses").set(row(address)).where("id", "=", id).execute();
}

/**
 * Saves an address in the row with this id, or in a new row if the id is null.
 * @returns the id of the row
 */
export async function saveAddress(
  trx: Db,
  id: string | null,
  address: NewAddress,
): Promise<string> {
  if (id === null) return createAddress(trx, address);
  await replaceAddress(trx, id, address);
  return id;
}

function row(address: NewAddress): NewAddress {
  const given = Object.fromEntries(ADDRESS_PARTS.map((part) => [part, address[part] ?? null]));
  return {
    ...given,
    line_1: address.line_1,
    post_town: address.post_town,
    country: address.country,
    country_iso_2: address.country_iso_2 ?? DEFAULT_COUNTRY,
  };
}

/** Returns a subquery for the address that a column of the outer query points to. */
export function selectAddress(
  column:
    | "properties.address_id"
    | "users.correspondence_address_id"
    | "parties.correspondence_address_id"
    | "estate_agents.office_address_id"
    | "law_firms.address_id"
    | "companies.address_id"
    | "invitations.property_address_id",
) {
  return jsonObjectFrom(
    expressionBuilder<DB>()
      .selectFrom("addresses")
      .select(ADDRESS_PARTS)
      .where("addresses.id", "=", sql.ref<string>(column)),
  );
}
