import { counted } from "#app/domain/fields/words.ts";
import {
  ADDRESS_NOT_FOUND,
  type AddressFinderState,
  addressIntent,
  type AddressSuggestion,
} from "#app/ui/address-finder-state.ts";
import { EmailLink } from "#app/ui/email-link.tsx";
import { ChevronRight } from "#app/ui/icons.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";
import { type AddressField, focusStep } from "./address-field.ts";
import { CountryField } from "./country-field.tsx";
import { describe } from "./field-frame.tsx";
import { FinderButton } from "./finder-button.tsx";
import { initialText } from "./form-types.ts";
import type { Choice } from "./select-field.tsx";
import { pressOnEnter } from "./press-on-enter.ts";
import { useLiveAddresses } from "./use-live-addresses.ts";

/** The search and what it found (states Disabled, Initial, APICalled, Found, NotFound). */
export function AddressSearch({
  field,
  found,
  countries,
  mine,
  disabled,
  formAction,
}: {
  field: AddressField;
  found?: AddressFinderState;
  countries?: readonly Choice[];
  mine?: string | null;
  disabled?: boolean;
  formAction: string | undefined;
}) {
  const live = useLiveAddresses(found);
  const { state, suggestions = [], container } = live.shown;
  const { query, country_code, container: opened, by_hand } = field.getFieldset();
  // The summary's link for the address as a whole leads to the first control shown.
  const { id, control } = describe(query.errors ? query : field, null);
  const country = initialText(country_code) ?? "GB";
  const notFoundId = `${id}-not-found`;
  const byHand = initialText(by_hand);
  return (
    <>
      {countries ? <CountryField field={country_code} countries={countries} /> : null}
      <label className="label" htmlFor={id}>
        Postcode or start of the address
      </label>
      <div className="address-finder-search">
        <input
          key={query.key}
          className="input"
          type="text"
          name={query.name}
          defaultValue={initialText(query) ?? found?.query}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          onInput={(event) => live.search(event.currentTarget, country_code.name, country)}
          onKeyDown={pressOnEnter(addressIntent("find", field.name))}
          {...control}
          aria-describedby={
            [control["aria-describedby"], state === "NotFound" && notFoundId]
              .filter(Boolean)
              .join(" ") || undefined
          }
        />
        <FinderButton
          verb="find"
          field={field}
          kind="secondary"
          formAction={formAction}
          onClick={live.stop}
          disabled={disabled}
        >
          Find address
        </FinderButton>
      </div>
      <p
        role="status"
        className={state === "APICalled" || state === "Found" ? "address-finder-found" : "vh"}
      >
        {statusText(state, suggestions.length)}
      </p>
      {state === "NotFound" ? <NotFound id={notFoundId} /> : null}
      {state === "Found" ? (
        <Suggestions
          key={field.key}
          field={field}
          suggestions={suggestions}
          formAction={formAction}
          onOpen={(one) => void live.open(one).then(({ state }) => focusStep(field, state))}
        />
      ) : null}
      {container ? <input type="hidden" name={opened.name} value={container} /> : null}
      {byHand ? <input type="hidden" name={by_hand.name} value={byHand} /> : null}
      {disabled ? null : (
        <p className="cluster">
          {mine ? (
            <FinderButton verb="mine" field={field} formAction={formAction}>
              Use my address, {mine}
            </FinderButton>
          ) : null}
          <FinderButton verb="manual" field={field} formAction={formAction}>
            Enter address manually
          </FinderButton>
        </p>
      )}
    </>
  );
}

/** Nothing found, or no answer from the vendor: the visitor can do the same about both (C-080). */
function NotFound({ id }: { id: string }) {
  const email = useSupportEmail();
  return (
    <p id={id}>
      {ADDRESS_NOT_FOUND} <EmailLink email={email} />
    </p>
  );
}

function statusText(state: AddressFinderState["state"], count: number) {
  if (state === "APICalled") return "Searching...";
  if (state === "NotFound") return "No addresses found";
  if (state === "Found") return `${counted(count, "address", "addresses")} found`;
  return "";
}

function Suggestions({
  field,
  suggestions,
  formAction,
  onOpen,
}: {
  field: AddressField;
  suggestions: readonly AddressSuggestion[];
  formAction: string | undefined;
  onOpen: (container: string) => void;
}) {
  const { choice } = field.getFieldset();
  const id = describe(choice, null).id;
  const addresses = suggestions.some(isAddress);
  return (
    <>
      <div className="address-finder-list" role="group" aria-label="Addresses found">
        {suggestions.map((suggestion, index) =>
          isAddress(suggestion) ? (
            <div className="choice" key={suggestion.id}>
              <input
                type="radio"
                id={index === 0 ? id : `${id}-${index}`}
                name={choice.name}
                value={suggestion.id}
                defaultChecked={choice.initialValue === suggestion.id}
              />
              <label htmlFor={index === 0 ? id : `${id}-${index}`}>{wording(suggestion)}</label>
            </div>
          ) : (
            <button
              type="submit"
              className="address-finder-container"
              id={index === 0 ? id : undefined}
              key={suggestion.id}
              formAction={formAction}
              name="intent"
              value={addressIntent("open", field.name, suggestion.id)}
              onClick={(event) => {
                event.preventDefault();
                onOpen(suggestion.id);
              }}
            >
              <span>
                <span className="vh">Show the addresses in </span>
                {wording(suggestion)}
              </span>
              <ChevronRight />
            </button>
          ),
        )}
      </div>
      {addresses ? (
        <p>
          <FinderButton verb="choose" field={field} kind="secondary" formAction={formAction}>
            Use this address
          </FinderButton>
        </p>
      ) : null}
    </>
  );
}

function isAddress({ type }: AddressSuggestion) {
  return type === "Address";
}

function wording({ text, description }: AddressSuggestion) {
  return [text, description].filter(Boolean).join(", ");
}
