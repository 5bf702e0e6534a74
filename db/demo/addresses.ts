import type { SeedRows } from "./seed-builder.ts";
import { towns } from "./content/places.ts";
import { draw, id } from "./deterministic.ts";

/** Parses an address such as "Flat 3, 22 Portland Square, Bristol BS2 8RZ". */
function readAddress(text: string) {
  const parts = /^(.+), ([^,]+?) ([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/.exec(text);
  const [, line_1, post_town, postcode] = parts ?? [];
  const town = towns[post_town ?? ""];
  if (!line_1 || !post_town || !postcode || !town) throw new Error(`Not an address: ${text}`);
  return { line_1, post_town, postcode, town };
}

type NewAddress = { owner: string; text: string; created_at: Date; organisation_name?: string };

/**
 * Adds an address row. Each owner of an address gets a separate row, so that editing an address
 * changes only one record.
 */
export function addAddress(
  book: SeedRows,
  { owner, text, created_at, organisation_name }: NewAddress,
): string {
  const { line_1, post_town, postcode, town } = readAddress(text);
  const address_id = id("address", `${owner}: ${text}`);
  book.rows.addresses.push({
    id: address_id,
    line_1,
    post_town,
    postcode,
    county: town.county,
    district: town.district,
    country: "United Kingdom",
    country_iso_2: "GB",
    organisation_name: organisation_name ?? null,
    uprn: town.uprns + String(draw(`uprn ${text}`, 10 ** 6)).padStart(6, "0"),
    latitude: near(town.latitude, `latitude ${postcode}`),
    longitude: near(town.longitude, `longitude ${postcode}`),
    ...building(line_1),
    created_at,
  });
  return address_id;
}

function building(line_1: string) {
  const parts = line_1.split(", ");
  const last = parts.at(-1) ?? "";
  const [, building_number, street] = /^(\d+[a-z]?) (.+)$/.exec(last) ?? [];
  const before = parts.slice(0, -1);
  const isUnit = (part: string) => /^(Flat|Apartment|Plot) \d+$/.test(part);
  return {
    sub_building_name: before.find(isUnit) ?? null,
    building_name: before.find((part) => !isUnit(part)) ?? null,
    building_number: building_number ?? null,
    street: street ?? last,
  };
}

export function titleNumber(text: string): string {
  return readAddress(text).town.titles + String(100_000 + draw(`title ${text}`, 899_999));
}

function near(degrees: number, name: string) {
  return Math.round((degrees + (draw(name, 2001) - 1000) / 50_000) * 1e6) / 1e6;
}
