import type { AddressField } from "./address-field.ts";
import { AddressLines } from "./address-lines.tsx";
import { CountryField } from "./country-field.tsx";
import { FinderButton } from "./finder-button.tsx";
import type { Choice } from "./select-field.tsx";

/** The address typed in; the way on is always open (state NotListed). */
export function AddressByHand({
  field,
  international,
  countries = [],
  own,
  formAction,
}: {
  field: AddressField;
  formAction: string | undefined;
  international?: boolean;
  countries?: readonly Choice[];
  own?: boolean;
}) {
  const parts = field.getFieldset();
  return (
    <>
      <AddressLines fields={parts} own={own} />
      {international ? (
        <CountryField
          field={parts.country_code}
          countries={countries}
          autoComplete={own ? "country" : "off"}
        />
      ) : null}
      <p>
        <FinderButton verb="again" field={field} formAction={formAction}>
          Search for the address instead
        </FinderButton>
      </p>
    </>
  );
}
