import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { FOUND_PARTS } from "#app/domain/fields/address.ts";
import {
  ADDRESS_LINES,
  type AddressFinderState,
  isFinderIntent,
} from "#app/ui/address-finder-state.ts";
import { type AddressField, addressText, focusStep, stepId } from "./address-field.ts";
import { AddressLines } from "./address-lines.tsx";
import { AddressSearch } from "./address-search.tsx";
import { CountryField } from "./country-field.tsx";
import { GroupFrame, groupId } from "./field-frame.tsx";
import { FinderButton } from "./finder-button.tsx";
import { fieldId, type FieldTexts } from "./form-types.ts";
import type { Choice } from "./select-field.tsx";
import { useActionAt } from "./use-action-at.ts";

type AddressFinderProps = FieldTexts & {
  field: AddressField;
  legend: ReactNode;
  /** What the action answered for this field; nothing on the first visit. */
  finder?: AddressFinderState;
  /** Asks for the country too. */
  international?: boolean;
  /** The countries to choose from, the United Kingdom first (V-053). */
  countries?: readonly Choice[];
  /** For the visitor's own address. */
  own?: boolean;
  /** The visitor's own address on one line, where it may be the answer: it need not be typed again. */
  mine?: string | null;
};

/**
 * Find, choose, confirm, or type it in: a question of a larger form. Each step is a submit button of that form, so it
 * works without scripts and keeps everything else typed (AMB-C17, V-042 to V-051).
 */
export function AddressFinder(props: AddressFinderProps) {
  const { field, legend, finder, international, countries, own, mine, disabled, hint, optional } =
    props;
  const state = shownState(props);
  const { query, choice } = field.getFieldset();
  const error = (field.errors ?? query.errors ?? choice.errors)?.slice(0, 1);
  useFocusAfterStep(field, error ? undefined : finder);
  const id = fieldId(field.formId, field.name);
  const formAction = useActionAt(groupId(id));
  const searching = !["NotListed", "Selected", "Confirmed"].includes(state);
  return (
    <GroupFrame
      field={field}
      label={legend}
      hint={hint}
      optional={optional}
      errors={error}
      disabled={disabled}
      textInputs
    >
      <div
        className="address-finder"
        // What the error summary leads to, where there is no search box to bear it.
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
            field={field}
            found={finder}
            countries={international ? countries : undefined}
            mine={mine}
            disabled={disabled}
            formAction={formAction}
          />
        )}
      </div>
    </GroupFrame>
  );
}

/** What the server said; else an address already known is a confirmed one. */
function shownState({ field, finder, disabled }: AddressFinderProps) {
  if (disabled) return "Disabled";
  const fields = field.getFieldset();
  // A wrong line can be put right only where it can be typed.
  if (ADDRESS_LINES.some(({ name }) => fields[name].errors)) return "NotListed";
  if (finder) return finder.state;
  return addressText(field, "line_1") ? "Confirmed" : "Initial";
}

/** A step takes away the button that was pressed: focus goes to what the visitor continues with instead. */
function useFocusAfterStep(field: AddressField, answer: AddressFinderState | undefined) {
  const { formData } = useNavigation();
  const pressed = useRef(false);
  useEffect(() => {
    const intent = formData?.get("intent");
    if (typeof intent === "string") pressed.current = isFinderIntent(field.name, intent);
  }, [formData, field.name]);
  const before = useRef(answer);
  useEffect(() => {
    if (before.current === answer) return;
    before.current = answer;
    if (pressed.current && answer) focusStep(field, answer.state);
    pressed.current = false;
  });
}

const SEEN = [...ADDRESS_LINES.map(({ name }) => name), "country"];

/** An address found and taken: shown as text, and sent back as it is. */
function AddressKept({
  confirmed,
  formAction,
  ...props
}: {
  field: AddressField;
  confirmed: boolean;
  formAction: string | undefined;
}) {
  const { field } = props;
  const shown = SEEN.map((name) => ({ name, text: addressText(field, name) })).filter(
    ({ text }) => text !== undefined,
  );
  const posted = [...SEEN, "country_code", "provider_id", ...FOUND_PARTS];
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

/** The address typed in; the way on is always open (state NotListed). */
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
