import type { FormEvent, ReactNode } from "react";
import { describe, FieldFrame } from "./field-frame.tsx";
import type { FieldProps, FieldTexts } from "./form-types.ts";

/**
 * Asks for an amount in whole pounds. With JavaScript, the field contains only digits and commas
 * (V-027, V-028, AMB-C03).
 */
export function CurrencyField({
  name,
  value,
  example,
  hint = example && `In whole pounds, for example ${example}`,
  ...frame
}: FieldProps &
  FieldTexts & {
    label: ReactNode;
    example?: string;
  }) {
  return (
    <FieldFrame {...frame} hint={hint}>
      <div className="affix">
        <span aria-hidden="true">£</span>
        <input
          className="input"
          type="text"
          inputMode="numeric"
          name={name}
          // If the server rejected the value, this shows it as the user typed it.
          defaultValue={value && /^\d+$/.test(value) ? withThousands(value) : value}
          disabled={frame.disabled}
          onInput={regroup}
          {...describe(frame, hint).control}
        />
      </div>
    </FieldFrame>
  );
}

/** Groups the digits while the user types, and leaves the caret after the same digit. */
function regroup(event: FormEvent<HTMLInputElement>) {
  const input = event.currentTarget;
  const digitsBefore = input.value.slice(0, input.selectionStart ?? 0).replaceAll(/\D/g, "").length;
  const grouped = withThousands(input.value);
  if (grouped === input.value) return;
  input.value = grouped;
  const caret = caretPosition(grouped, digitsBefore);
  input.setSelectionRange(caret, caret);
}

/** Formats "350000" as "350,000". Drops pence, and characters that aren’t digits (V-027, V-028). */
export function withThousands(typed: string): string {
  const [whole = ""] = typed.split(".");
  const digits = whole.replaceAll(/\D/g, "");
  const first = digits.slice(0, digits.length % 3);
  // A regular expression with a lookahead would take quadratic time on a long number.
  return [first, ...(digits.slice(first.length).match(/\d{3}/g) ?? [])].filter(Boolean).join(",");
}

export function caretPosition(grouped: string, digits: number): number {
  let position = 0;
  for (let seen = 0; seen < digits && position < grouped.length; position++) {
    if (grouped[position] !== ",") seen++;
  }
  return position;
}
