import { type ReactNode, useRef } from "react";
import { LOOKUP_PARTS } from "#app/domain/shared/address.ts";
import { paths } from "#app/paths.ts";
import { ADDRESS_LINES, type AddressFinderState } from "#app/ui/address-finder-state.ts";
import { type AddressField, addressText, stepId } from "./address-field.ts";
import { AddressLines } from "./address-lines.tsx";
import { AddressSearch } from "./address-search.tsx";
import { CountryField } from "./country-field.tsx";
import { GroupFrame, groupId } from "./field-frame.tsx";
import { fieldProps } from "./field-props.ts";
import { FinderButton } from "./finder-button.tsx";
import { fieldId, type FieldTexts } from "./form-types.ts";
import type { Choice } from "./select-field.tsx";
import { useActionAt } from "./use-action-at.ts";

type AddressFinderProps = FieldTexts & {
  field: AddressField;
  legend: ReactNode;
  finder?: AddressFinderState;
  international?: boolean;
  /** Countries to choose from, with the United Kingdom first (V-053). */
  countries?: readonly Choice[];
  own?: boolean;
  /** The signed-in user’s own address in one line, which the finder offers as an answer. */
  mine?: string | null;
};

/**
 * Renders the question for an address, which the user can find, confirm or type. Each step has a
 * submit button and works without JavaScript (AMB-C17, V-042 to V-051).
 */
export function AddressFinder(props: AddressFinderProps) {
  const { field, legend, finder, international, countries, own, mine, disabled, hint, optional } =
    props;
  const state = shownState(props);
  const { query, choice, country_code } = field.getFieldset();
  const errors = field.errors ?? query.errors ?? choice.errors;
  const id = fieldId(field.formId, field.name);
  const formAction = useActionAt(groupId(id));
  const searching = !["NotListed", "Selected", "Confirmed"].includes(state);
  const answers = useAnswers(finder);
  return (
    <GroupFrame
      id={id}
      label={legend}
      hint={hint}
      optional={optional}
      errors={errors}
      disabled={disabled}
      textInputs
    >
      <address-finder
        data-field={field.name}
        data-country={country_code.initialValue ?? "GB"}
        data-search={paths.addresses.search()}
        data-first-found={stepId(field, "Found")}
        // If there are errors, the error summary gets the focus instead.
        data-goes-on={errors ? undefined : stepId(field, state)}
        data-answers={answers}
      >
        <div
          className="address-finder"
          // If there is no search box, the error summary links to this element.
          id={searching ? undefined : id}
          tabIndex={searching ? undefined : -1}
        >
          {state === "NotListed" ? (
            <AddressByHand
              field={field}
              international={international}
              countries={countries}
              own={own}
              formAction={formAction}
            />
          ) : state === "Selected" || state === "Confirmed" ? (
            <AddressKept field={field} confirmed={state === "Confirmed"} formAction={formAction} />
          ) : (
            <AddressSearch
              key={answers}
              field={field}
              found={finder}
              countries={international ? countries : undefined}
              mine={mine}
              disabled={disabled}
              formAction={formAction}
            />
          )}
        </div>
      </address-finder>
    </GroupFrame>
  );
}

/**
 * Returns the finder’s state from the server’s response. Without a response, returns Confirmed if
 * the form has an address.
 */
function shownState({ field, finder, disabled }: AddressFinderProps) {
  if (disabled) return "Disabled";
  const fields = field.getFieldset();
  // Only the fields for typing an address let the user correct a single line.
  if (ADDRESS_LINES.some(({ name }) => fields[name].errors)) return "NotListed";
  if (finder) return finder.state;
  return addressText(field, "line_1") ? "Confirmed" : "Initial";
}

/** Counts the server’s responses, because each of them resets the finder. */
function useAnswers(answer: AddressFinderState | undefined): number {
  const last = useRef({ answer, count: 0 });
  if (last.current.answer !== answer) last.current = { answer, count: last.current.count + 1 };
  return last.current.count;
}

const SEEN = [...ADDRESS_LINES.map(({ name }) => name), "country"];

function AddressKept({
  field,
  confirmed,
  formAction,
}: {
  field: AddressField;
  confirmed: boolean;
  formAction: string | undefined;
}) {
  const shown = SEEN.map((name) => ({ name, text: addressText(field, name) })).filter(
    ({ text }) => text !== undefined,
  );
  const posted = [...SEEN, "country_code", "provider_id", ...LOOKUP_PARTS];
  return (
    <>
      <div className="address-finder-chosen">
        <address tabIndex={-1} id={stepId(field, "Confirmed")}>
          {shown.map(({ name, text }) => (
            <span key={name}>{text}</span>
          ))}
        </address>
        <FinderButton verb="again" field={field} size="small" formAction={formAction}>
          Change<span className="vh"> the address</span>
        </FinderButton>
      </div>
      {posted.map((name) => {
        const text = addressText(field, name);
        return text === undefined ? null : (
          <input key={name} type="hidden" name={`${field.name}.${name}`} value={text} />
        );
      })}
      {confirmed ? <input type="hidden" name={`${field.name}.confirmed`} value="on" /> : null}
    </>
  );
}

function AddressByHand({
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
          {...fieldProps(parts.country_code)}
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
