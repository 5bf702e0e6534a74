/** One answer of the address search: an address, or a container (a street, a building) with more inside. */
export type AddressSuggestion = { id: string; type: string; text: string; description: string };

/**
 * Where a finder is (V-051). The server renders all but APICalled, which is the time a scripted search takes:
 * Initial asks what to look for; Found lists; NotFound says so; Selected shows the address chosen and Confirmed the one
 * kept; NotListed is the form to type it in; Disabled asks nothing.
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
  /** What the suggestions are in, where one is open. */
  container?: string | undefined;
};

/** C-080, followed by the contact address. */
export const ADDRESS_NOT_FOUND =
  "We couldn't find that address. Please check for any typos and try again. If you're sure the address is right, then before continuing, please contact our team at";

/** What the action answers beside `lastResult`: a state for each finder of the form, by field name. */
export type Finders = Record<string, AddressFinderState | undefined>;

export type AddressVerb = "find" | "choose" | "open" | "mine" | "manual" | "again";

/** What a finder's buttons post as `intent`: `address.find:{field}`, `address.open:{field}:{container}`. */
export function addressIntent(verb: AddressVerb, field: string, container?: string): string {
  return `address.${verb}:${field}${container === undefined ? "" : `:${container}`}`;
}

/** Whether an intent is a button's of this finder. */
export function isFinderIntent(field: string, intent: string): boolean {
  return intent.startsWith("address.") && intent.split(":")[1] === field;
}

/** The lines a person types. */
export const ADDRESS_LINES = [
  { name: "line_1", label: "Address line 1", autoComplete: "address-line1", optional: false },
  { name: "line_2", label: "Address line 2", autoComplete: "address-line2", optional: true },
  { name: "line_3", label: "Address line 3", autoComplete: "address-line3", optional: true },
  { name: "post_town", label: "Town or city", autoComplete: "address-level2", optional: false },
  { name: "county", label: "County", autoComplete: "address-level1", optional: true },
  { name: "postcode", label: "Postcode", autoComplete: "postal-code", optional: false },
] as const;

/** The names an address posts, for the type of a form. */
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
