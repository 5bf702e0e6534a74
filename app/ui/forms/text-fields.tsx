import type { ComponentProps, ReactNode } from "react";
import { describe, FieldFrame } from "./field-frame.tsx";
import type { FieldProps, FieldTexts } from "./form-types.ts";

type TextProps = FieldProps &
  FieldTexts & {
    label: ReactNode;
    /** Approximate width of the field, in characters. */
    width?: "2" | "4" | "10" | "20";
  } & Pick<ComponentProps<"input">, "autoComplete" | "inputMode" | "spellCheck">;

export function TextField({
  prefix,
  suffix,
  type = "text",
  name,
  value,
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
  const { hint, disabled } = frame;
  const input = (
    <input
      className="input"
      type={type}
      name={name}
      defaultValue={value}
      data-width={width}
      disabled={disabled}
      autoComplete={autoComplete}
      inputMode={inputMode}
      spellCheck={spellCheck}
      {...describe(frame, hint).control}
    />
  );
  return (
    <FieldFrame {...frame}>
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
  name,
  value,
  rows = 4,
  autoComplete,
  spellCheck,
  ...frame
}: Omit<TextProps, "width" | "inputMode"> & { rows?: number }) {
  const { hint, disabled } = frame;
  return (
    <FieldFrame {...frame}>
      <textarea
        className="input"
        name={name}
        rows={rows}
        defaultValue={value}
        disabled={disabled}
        autoComplete={autoComplete}
        spellCheck={spellCheck}
        {...describe(frame, hint).control}
      />
    </FieldFrame>
  );
}
