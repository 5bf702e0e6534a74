/**
 * Emails to mailboxes that no one has verified contain text by strangers. No part of that text may
 * look like a web or email address, neither to a mail program nor to a person (SE-6).
 */

import { addressLine } from "./address.ts";
import { fullName, type Names } from "./names.ts";

/** Text that looks like an address: a scheme, "www", an at sign, "name.tld" or an IP address. */
const LINK_LIKE = /:\/\/|\bwww\b|@|\.\p{L}{2}|\d\.\d+\.\d+\.\d/iu;

/**
 * Returns null for text that looks like a web or email address, otherwise the text. "St.Mary’s
 * Road" is not an address; it gets a space after the full stop.
 */
function withoutLink(text: string | null | undefined): string | null {
  const spaced = text?.replace(/\bst\.(?=\p{L})/giu, "St. ") ?? "";
  return LINK_LIKE.test(spaced) ? null : spaced;
}

/**
 * Returns a full name without the names that look like a web or email address, or null if none is
 * left (SE-6).
 */
export function nameWithoutLinks({ first_name, middle_name, last_name }: Names): string | null {
  const name = {
    first_name: withoutLink(first_name) ?? "",
    middle_name: withoutLink(middle_name),
    last_name: withoutLink(last_name),
  };
  return fullName(name) || null;
}

type Lines = Parameters<typeof addressLine>[0];

/**
 * Returns a property’s address on one line, without the lines that look like a web or email address
 * (SE-6).
 */
export function addressWithoutLinks({
  line_1,
  line_2,
  line_3,
  post_town,
  postcode,
}: Lines): string {
  const shown = {
    line_1: withoutLink(line_1),
    line_2: withoutLink(line_2),
    line_3: withoutLink(line_3),
    post_town: withoutLink(post_town),
    postcode: withoutLink(postcode),
  };
  return addressLine(shown) || "a property";
}
