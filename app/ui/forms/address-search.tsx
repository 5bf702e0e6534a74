import { useState } from "react";
import { ADDRESS_NOT_FOUND, type AddressFinderState } from "#app/ui/address-finder-state.ts";
import { Details } from "#app/ui/details.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";
import { type AddressField, stepId } from "./address-field.ts";
import { CountryField } from "./country-field.tsx";
import { describe } from "./field-frame.tsx";
import { fieldProps } from "./field-props.ts";
import { FinderButton } from "./finder-button.tsx";
import { foundHtml, searchStatus } from "./found-addresses.ts";
import type { Choice } from "./select-field.tsx";

/**
 * Code of the country that most addresses are in. While it is chosen, the list of countries is
 * collapsed.
 */
const UK = "GB";

type Props = {
  field: AddressField;
  found?: AddressFinderState;
  countries?: readonly Choice[];
  mine?: string | null;
  disabled?: boolean;
  formAction: string | undefined;
};

/**
 * Renders the search box and its results. After that, the custom element updates the results
 * (ui/elements/address-finder.ts).
 */
export function AddressSearch(props: Props) {
  const { field, found = { state: "Initial" }, countries, mine, disabled, formAction } = props;
  const { query, country_code, by_hand } = field.getFieldset();
  // If an error is about the whole address, the error summary links to the search box.
  const { id, control } = describe(fieldProps(query.errors ? query : field), null);
  const notFoundId = `${id}-not-found`;
  const byHand = by_hand.initialValue;
  const status = searchStatus(found);
  const isNotFound = found.state === "NotFound";
  return (
    <>
      <label className="label" htmlFor={id}>
        Postcode or start of the address
      </label>
      <div className="address-finder-search">
        <input
          className="input"
          type="text"
          name={query.name}
          defaultValue={query.initialValue ?? found.query}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          {...control}
          aria-describedby={
            [control["aria-describedby"], isNotFound && notFoundId].filter(Boolean).join(" ") ||
            undefined
          }
        />
        <FinderButton
          verb="find"
          field={field}
          kind="secondary"
          formAction={formAction}
          disabled={disabled}
        >
          Find address
        </FinderButton>
      </div>
      {countries ? (
        <Details
          summary="Search outside the United Kingdom"
          open={Boolean(country_code.errors) || (country_code.initialValue ?? UK) !== UK}
        >
          <CountryField {...fieldProps(country_code)} countries={countries} />
        </Details>
      ) : null}
      <p role="status" className={status.className}>
        {status.text}
      </p>
      <NotFound id={notFoundId} hidden={!isNotFound} />
      <FoundAddresses {...props} />
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

/** Renders the same help whether the search had no results or failed (C-080). */
function NotFound({ id, hidden }: { id: string; hidden: boolean }) {
  const email = useSupportEmail();
  return (
    <p id={id} className="address-finder-not-found" hidden={hidden}>
      {ADDRESS_NOT_FOUND} <EmailLink email={email} />
    </p>
  );
}

function FoundAddresses({ field, found = { state: "Initial" }, formAction }: Props) {
  const { name, choice } = { name: field.name, choice: field.getFieldset().choice };
  const place = { name, id: stepId(field, "Found"), formAction };
  // The HTML never changes after the first render, because a change would undo the user’s
  // selection.
  const [__html] = useState(() => foundHtml(place, found, choice.initialValue));
  return (
    <div
      className="address-finder-results"
      dangerouslySetInnerHTML={{ __html }}
      suppressHydrationWarning
    />
  );
}
