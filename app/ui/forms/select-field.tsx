import type { ReactNode } from "react";
import { describe, FieldFrame } from "./field-frame.tsx";
import type { FieldProps, FieldTexts } from "./form-types.ts";

export type Choice = { value: string; label: string };

export function SelectField({
  name,
  value,
  options = [],
  groups = [],
  empty,
  autoComplete,
  width,
  ...frame
}: FieldProps &
  FieldTexts & {
    label: ReactNode;
    options?: readonly Choice[];
    groups?: readonly { label: string; options: readonly Choice[] }[];
    empty?: string;
    autoComplete?: string;
    width?: "10" | "20";
  }) {
  const { hint, disabled } = frame;
  return (
    <FieldFrame {...frame}>
      <select
        className="input"
        name={name}
        defaultValue={value}
        disabled={disabled}
        autoComplete={autoComplete}
        data-width={width}
        {...describe(frame, hint).control}
      >
        {empty === undefined ? null : <option value="">{empty}</option>}
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            <Options options={group.options} />
          </optgroup>
        ))}
        <Options options={options} />
      </select>
    </FieldFrame>
  );
}

export function Options({ options }: { options: readonly Choice[] }) {
  return options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ));
}
