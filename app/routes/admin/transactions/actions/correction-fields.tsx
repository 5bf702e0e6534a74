import { useField } from "@conform-to/react";
import { TENURES } from "#app/domain/properties/tenure.ts";
import { outsideEnglandAndWales } from "#app/domain/shared/postcode.ts";
import { answerOptions } from "#app/domain/shared/answers.ts";
import { countryOptions } from "#app/domain/shared/countries.ts";
import { CUSTOMER_TYPE_LABELS, CUSTOMER_TYPES } from "#app/domain/sales/questions.ts";
import type { ADDRESS_LINES } from "#app/ui/address-finder-state.ts";
import { AddressLines } from "#app/ui/forms/address-lines.tsx";
import { CountryField } from "#app/ui/forms/country-field.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import type { FieldsOf } from "#app/ui/forms/form-types.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { LenderField } from "../../../buy/lender-field.tsx";

type AddressLine = (typeof ADDRESS_LINES)[number]["name"];

export type CorrectedValues = Record<AddressLine, string> & {
  country: string;
  uprn: string;
  customer_type: string;
  mortgage_required_for_purchase: string;
  mortgage_provider: string;
  mortgage_broker: string;
  has_mortgage: string;
  seller_lender: string;
  person_id: string;
  tenure: string;
  tenure_details: string;
};

type Fields = FieldsOf<CorrectedValues>;

/** Renders the fields of a property’s address, with a warning for a place that we don’t cover. */
export function PropertyAddressFields({ fields }: { fields: Fields }) {
  return (
    <>
      <AddressLines fields={fields} />
      <LivePlaceWarning name={fields.postcode.name} />
      <TextField
        {...fieldProps(fields.uprn)}
        label="UPRN"
        hint="The property’s number in the national list of addresses, if you know it"
        optional
        autoComplete="off"
        width="20"
      />
    </>
  );
}

function LivePlaceWarning({ name }: { name: string }) {
  const [postcode] = useField<string>(name);
  return <PlaceWarning live postcode={postcode.value} />;
}

/** Warns that a property is outside England and Wales. It can still be saved (AMB-C19). */
export function PlaceWarning({ postcode, live = false }: { postcode: unknown; live?: boolean }) {
  const place = typeof postcode === "string" ? outsideEnglandAndWales(postcode) : null;
  if (!place) return null;
  return (
    <Notification
      kind="warning"
      title={`This address is ${place === "Isle of Man" ? "on the" : "in"} ${place}`}
      live={live}
    >
      <p>We only cover property in England and Wales. Check the address before you confirm it.</p>
    </Notification>
  );
}

export function PostalAddressFields({ fields }: { fields: Fields }) {
  return (
    <>
      <input type="hidden" name={fields.person_id.name} value={fields.person_id.initialValue} />
      <AddressLines fields={fields} />
      <CountryField {...fieldProps(fields.country)} countries={countryOptions} autoComplete="off" />
    </>
  );
}

export function OwnershipFields({ fields }: { fields: Fields }) {
  return (
    <Radios
      {...fieldProps(fields.customer_type)}
      legend="Correct role of the seller"
      options={CUSTOMER_TYPES.map((type) => ({ value: type, label: CUSTOMER_TYPE_LABELS[type] }))}
    />
  );
}

export function TenureFields({ fields }: { fields: Fields }) {
  return (
    <Radios
      {...fieldProps(fields.tenure)}
      legend="Correct tenure"
      options={TENURES.map((tenure) => ({
        value: tenure,
        label: tenure,
        reveals:
          tenure === "Other" ? (
            <TextField {...fieldProps(fields.tenure_details)} label="Details" />
          ) : undefined,
      }))}
    />
  );
}

/** Renders the fields of the buyers’ mortgage. */
export function MortgageFields({ fields }: { fields: Fields }) {
  return (
    <>
      <Radios
        {...fieldProps(fields.mortgage_required_for_purchase)}
        legend="Do the buyers need a mortgage?"
        options={answerOptions.map((option) => ({
          ...option,
          reveals:
            option.value === "yes" ? (
              <LenderField
                {...fieldProps(fields.mortgage_provider)}
                label="Correct lender"
                stored={fields.mortgage_provider.initialValue ?? null}
              />
            ) : undefined,
        }))}
      />
      <TextField
        {...fieldProps(fields.mortgage_broker)}
        label="Mortgage broker"
        hint="Name and phone number, or “None” if they have no broker. Leave it empty if you don’t know"
        optional
        autoComplete="off"
      />
    </>
  );
}

/** Renders the fields of the mortgage that the sellers repay. */
export function SellerMortgageFields({ fields }: { fields: Fields }) {
  return (
    <Radios
      {...fieldProps(fields.has_mortgage)}
      legend="Is there a mortgage on the property?"
      options={answerOptions.map((option) => ({
        ...option,
        reveals:
          option.value === "yes" ? (
            <TextField
              {...fieldProps(fields.seller_lender)}
              label="Lender"
              hint="Leave it empty if you don’t know"
              optional
              autoComplete="off"
            />
          ) : undefined,
      }))}
    />
  );
}
