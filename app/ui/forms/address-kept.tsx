import { FOUND_PARTS } from "#app/domain/properties/address.ts";
import { ADDRESS_LINES } from "#app/ui/address-finder-state.ts";
import { type AddressField, addressText, stepId } from "./address-field.ts";
import { FinderButton } from "./finder-button.tsx";
import { readField } from "./form-types.ts";

const SEEN = [...ADDRESS_LINES.map(({ name }) => name), "country"];

/** An address found and taken: shown as text, and sent back as it is. */
export function AddressKept({
  confirmed,
  formAction,
  ...props
}: {
  field: AddressField;
  confirmed: boolean;
  formAction: string | undefined;
}) {
  const field = readField(props.field);
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
