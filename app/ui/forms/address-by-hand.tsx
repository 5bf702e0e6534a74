import { ADDRESS_LINES } from "#app/ui/address-finder-state.ts";
import type { AddressField } from "./address-field.ts";
import { CountryField } from "./country-field.tsx";
import { FinderButton } from "./finder-button.tsx";
import type { Choice } from "./select-field.tsx";
import { TextField } from "./text-fields.tsx";

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
      {ADDRESS_LINES.map(({ name, label, autoComplete, optional }) => (
        <TextField
          key={name}
          field={parts[name]}
          label={label}
          optional={optional}
          autoComplete={own ? autoComplete : "off"}
          width={name === "postcode" ? "10" : undefined}
        />
      ))}
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
