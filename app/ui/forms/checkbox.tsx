import type { ReactNode } from "react";
import { ErrorText } from "./error-text.tsx";
import { describe } from "./field-frame.tsx";
import type { FieldProps } from "./form-types.ts";

export function Checkbox({
  name,
  value,
  hint,
  disabled,
  children,
  ...field
}: FieldProps & {
  hint?: ReactNode;
  disabled?: boolean;
  children: ReactNode;
}) {
  const { id, error, control } = describe(field, hint);
  return (
    <div className={error ? "field has-error" : "field"}>
      {error ? <ErrorText id={`${id}-error`}>{error}</ErrorText> : null}
      <div className="choice">
        <input
          type="checkbox"
          name={name}
          defaultChecked={value === "on"}
          disabled={disabled}
          {...control}
        />
        <div>
          <label htmlFor={id}>{children}</label>
          {hint ? (
            <span className="hint" id={`${id}-hint`}>
              {hint}
            </span>
          ) : null}
        </div>
      </div>
    </div>
  );
}
