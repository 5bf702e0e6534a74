import { useEffect, useRef, useState } from "react";
import { pluralise } from "#app/domain/shared/format.ts";
import { PROPERTY_NOT_LISTED } from "#app/domain/purchases/questions.ts";
import { Button } from "#app/ui/button.tsx";
import { moveFocus } from "#app/ui/focus.ts";
import { describe, FieldFrame } from "#app/ui/forms/field-frame.tsx";
import type { FieldProps } from "#app/ui/forms/form-types.ts";
import { submitOnEnter } from "#app/ui/forms/submit-on-enter.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { useActionAt } from "#app/ui/forms/use-action-at.ts";
import { useHydrated } from "#app/ui/hydrated.ts";

const FINDER_ID = "find-property";
export const FIND_PROPERTY = "property.find";

type Property = { property_id: string; address: string };

/**
 * Asks for the property. The buyer finds it by its postcode, among current sales (D-010 to D-017,
 * AMB-D03).
 */
export function PropertyFinder({
  postcode,
  choice,
  properties,
  legend = "Which property are you buying?",
  hint = "The seller must already be signed up with us",
  withoutWayOut,
}: {
  postcode: FieldProps;
  choice: FieldProps;
  properties: readonly Property[];
  legend?: string;
  hint?: string;
  withoutWayOut?: boolean;
}) {
  const results = useFocusOnResults(properties);
  return (
    <fieldset className="field" id={FINDER_ID}>
      <legend>{legend}</legend>
      <PostcodeField {...postcode} hint={hint} />
      <p role="status" className={properties.length > 0 ? "address-finder-found" : "vh"}>
        {found(properties.length)}
      </p>
      <div ref={results}>
        {/* These fields post the address of each choice as shown, so that the action can tell if
            a seller changed one before the submit. */}
        {properties.map(({ property_id, address }) => (
          <input key={property_id} type="hidden" name={`offered.${property_id}`} value={address} />
        ))}
        {properties.length > 0 ? (
          <Radios
            {...choice}
            legend="Choose the property"
            options={[
              ...properties.map(({ property_id, address }) => ({
                value: property_id,
                label: address,
              })),
              ...(withoutWayOut
                ? []
                : [{ value: PROPERTY_NOT_LISTED, label: "Property not listed" }]),
            ]}
          />
        ) : null}
      </div>
    </fieldset>
  );
}

function found(count: number) {
  if (count === 0) return "";
  return `${pluralise(count, "property", "properties")} found`;
}

/** Renders the postcode field. The button is disabled while the field is empty (D-011, D-012). */
function PostcodeField({ name, value = "", hint, ...field }: FieldProps & { hint: string }) {
  const hydrated = useHydrated();
  const formAction = useActionAt(FINDER_ID);
  const [empty, setEmpty] = useState(value.trim() === "");
  const [left, setLeft] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  // The user may have typed a postcode before hydration.
  useEffect(() => setEmpty(box.current?.value.trim() === ""), []);
  const required = hydrated && empty && left ? ["Required"] : [];
  // The error summary also shows errors from the server, so they take precedence over "Required".
  const shown = { ...field, errors: field.errors ?? required };
  return (
    <FieldFrame {...shown} label="Postcode" hint={hint}>
      <div className="address-finder-search">
        <input
          ref={box}
          className="input"
          type="text"
          name={name}
          defaultValue={value}
          autoComplete="off"
          spellCheck={false}
          data-width="10"
          onInput={(event) => setEmpty(event.currentTarget.value.trim() === "")}
          onBlur={() => setLeft(true)}
          onKeyDown={submitOnEnter(FIND_PROPERTY)}
          {...describe(shown, hint).control}
        />
        <Button
          type="submit"
          kind="secondary"
          name="intent"
          value={FIND_PROPERTY}
          formAction={formAction}
          disabled={hydrated && empty}
        >
          Find property
        </Button>
      </div>
    </FieldFrame>
  );
}

function useFocusOnResults(properties: readonly Property[]) {
  const box = useRef<HTMLDivElement>(null);
  const shown = properties.map(({ property_id }) => property_id).join();
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const first = () => box.current?.querySelector<HTMLElement>("input[type=radio]") ?? null;
    if (shown) moveFocus(first);
  }, [shown]);
  return box;
}
