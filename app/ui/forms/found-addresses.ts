import { pluralise } from "#app/domain/shared/format.ts";
import {
  addressIntent,
  type AddressFinderState,
  type AddressSuggestion,
} from "#app/ui/address-finder-state.ts";
import { escapeHtml } from "#app/ui/html.ts";

type Place = {
  name: string;
  /** Id of the first result. The ids of the other results start with it. */
  id: string;
  formAction?: string | undefined;
};

/** Renders search results as HTML, both for the server and for the element `<address-finder>`. */
export function foundHtml(
  place: Place,
  { suggestions = [], container }: Pick<AddressFinderState, "suggestions" | "container">,
  chosen?: unknown,
): string {
  if (suggestions.length === 0) return "";
  const items = suggestions.map((suggestion, index) => {
    const id = index === 0 ? place.id : `${place.id}-${index}`;
    return isAddress(suggestion)
      ? addressHtml(place, suggestion, id, suggestion.id === chosen)
      : containerHtml(place, suggestion, id);
  });
  return [
    `<div class="address-finder-list" role="group" aria-label="Addresses found">${items.join("")}</div>`,
    container
      ? `<input type="hidden"${attributes({ name: `${place.name}.container`, value: container })}>`
      : "",
    suggestions.some(isAddress) ? `<p>${chooseHtml(place)}</p>` : "",
  ].join("");
}

function addressHtml({ name }: Place, suggestion: AddressSuggestion, id: string, checked: boolean) {
  const radio = attributes({ id, name: `${name}.choice`, value: suggestion.id });
  return `<div class="choice"><input type="radio"${radio}${checked ? " checked" : ""}><label${attributes({ for: id })}>${wording(suggestion)}</label></div>`;
}

function containerHtml({ name, formAction }: Place, suggestion: AddressSuggestion, id: string) {
  const step = { id, value: addressIntent("open", name, suggestion.id), formaction: formAction };
  return `<button type="submit" class="address-finder-container" name="intent"${attributes(step)}><span><span class="vh">Show the addresses in </span>${wording(suggestion)}</span></button>`;
}

function chooseHtml({ name, formAction }: Place) {
  const step = { value: addressIntent("choose", name), formaction: formAction };
  return `<button type="submit" class="button" data-kind="secondary" name="intent"${attributes(step)}>Use this address</button>`;
}

function attributes(values: Record<string, string | undefined>) {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escapeHtml(value)}"`))
    .join("");
}

function isAddress({ type }: AddressSuggestion) {
  return type === "Address";
}

function wording({ text, description }: AddressSuggestion) {
  return escapeHtml([text, description].filter(Boolean).join(", "));
}

export function searchStatus({ state, suggestions = [] }: AddressFinderState) {
  switch (state) {
    case "APICalled":
      return { text: "Searching...", className: "address-finder-found" };
    case "Found":
      return {
        text: `${pluralise(suggestions.length, "address", "addresses")} found`,
        className: "address-finder-found",
      };
    case "NotFound":
      return { text: "No addresses found", className: "vh" };
    case "Disabled":
    case "Initial":
    case "Selected":
    case "NotListed":
    case "Confirmed":
      return { text: "", className: "vh" };
  }
}
