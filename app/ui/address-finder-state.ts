/**
 * Result of an address search: an address, or a container, such as a street or building, that
 * contains more results.
 */
export type AddressSuggestion = { id: string; type: string; text: string; description: string };

/**
 * State of an address finder (V-051). During APICalled, which exists only in the browser, a search
 * is running. Selected shows the chosen address, Confirmed the saved one, and NotListed the fields
 * for typing an address.
 */
export type AddressFinderStateName =
  | "Disabled"
  | "Initial"
  | "APICalled"
  | "Found"
  | "NotFound"
  | "Selected"
  | "NotListed"
  | "Confirmed";

export type AddressFinderState = {
  state: AddressFinderStateName;
  query?: string;
  suggestions?: AddressSuggestion[];
  container?: string | undefined;
};

/**
 * Message for a search without results. The page adds the contact email address to the end of the
 * message (C-080).
 */
export const ADDRESS_NOT_FOUND =
  "We couldn't find that address. Please check for any typos and try again. If you're sure the address is right, then before continuing, please contact our team at";

/** State of each finder by field name. An action returns it next to `lastResult`. */
export type Finders = Record<string, AddressFinderState | undefined>;

export type AddressVerb = "find" | "choose" | "open" | "mine" | "manual" | "again";

/**
 * Returns the `intent` of a button: `address.{verb}:{field}`, or
 * `address.open:{field}:{container}`.
 */
export function addressIntent(verb: AddressVerb, field: string, container?: string): string {
  return `address.${verb}:${field}${container === undefined ? "" : `:${container}`}`;
}

export function isFinderIntent(field: string, intent: string): boolean {
  return intent.startsWith("address.") && intent.split(":")[1] === field;
}

export const ADDRESS_LINES = [
  { name: "line_1", label: "Address line 1", autoComplete: "address-line1", optional: false },
  { name: "line_2", label: "Address line 2", autoComplete: "address-line2", optional: true },
  { name: "line_3", label: "Address line 3", autoComplete: "address-line3", optional: true },
  { name: "post_town", label: "Town or city", autoComplete: "address-level2", optional: false },
  { name: "county", label: "County", autoComplete: "address-level1", optional: true },
  { name: "postcode", label: "Postcode", autoComplete: "postal-code", optional: false },
] as const;

export type AddressFields = {
  query?: string;
  choice?: string;
  container?: string;
  by_hand?: string;
  country_code?: string;
  provider_id?: string;
  confirmed?: string;
  line_1?: string;
  line_2?: string;
  line_3?: string;
  post_town?: string;
  county?: string;
  postcode?: string;
  country?: string;
};
