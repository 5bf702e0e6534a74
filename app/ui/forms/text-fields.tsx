import type { ComponentProps, ReactNode } from "react";
import { describe, FieldFrame } from "./field-frame.tsx";
import { type AnyField, type FieldTexts, initialText } from "./form-types.ts";

type TextProps = FieldTexts & {
  field: AnyField;
  label: ReactNode;
  /** About how many characters the answer has. */
  width?: "2" | "4" | "10" | "20";
} & Pick<ComponentProps<"input">, "autoComplete" | "inputMode" | "spellCheck">;

export function TextField({
  prefix,
  suffix,
  type = "text",
  width,
  autoComplete,
  inputMode,
  spellCheck,
  ...frame
}: TextProps & {
  prefix?: string;
  suffix?: string;
  type?: "text" | "email" | "tel" | "search" | "url";
}) {
  const { field, hint, disabled } = frame;
  const input = (
    <input
      key={field.key}
      className="input"
      type={type}
      name={field.name}
      defaultValue={initialText(field)}
      data-width={width}
      disabled={disabled}
      autoComplete={autoComplete}
      inputMode={inputMode}
      spellCheck={spellCheck}
      {...describe(field, hint).control}
    />
  );
  return (
    <FieldFrame {...frame} field={field}>
      {prefix || suffix ? (
        <div className="affix">
          {prefix ? <span aria-hidden="true">{prefix}</span> : null}
          {input}
          {suffix ? <span aria-hidden="true">{suffix}</span> : null}
        </div>
      ) : (
        input
      )}
    </FieldFrame>
  );
}

export function EmailField(props: Omit<TextProps, "inputMode" | "spellCheck" | "width">) {
  return <TextField type="email" autoComplete="email" {...props} spellCheck={false} />;
}

export function TextArea({
  rows = 4,
  autoComplete,
  spellCheck,
  ...frame
}: Omit<TextProps, "width" | "inputMode"> & { rows?: number }) {
  const { field, hint, disabled } = frame;
  return (
    <FieldFrame {...frame} field={field}>
      <textarea
        key={field.key}
        className="input"
        name={field.name}
        rows={rows}
        defaultValue={initialText(field)}
        disabled={disabled}
        autoComplete={autoComplete}
        spellCheck={spellCheck}
        {...describe(field, hint).control}
      />
    </FieldFrame>
  );
}
