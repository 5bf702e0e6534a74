import { addressLine } from "./address.ts";

type Home = Parameters<typeof addressLine>[0] & { uprn?: string | null };

/**
 * Whether two addresses are of one home: two flats of one house are two. Addresses that were found are known by their
 * number; one that was typed by hand has none, and goes by its words: neither capitals nor commas make another home.
 */
export function isSameHome(one: Home, other: Home): boolean {
  if (one.uprn && other.uprn) return one.uprn === other.uprn;
  return words(one) === words(other);
}

function words(home: Home) {
  return addressLine(home)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
