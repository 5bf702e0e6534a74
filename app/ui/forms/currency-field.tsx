import type { FormEvent, ReactNode } from "react";
import { describe, FieldFrame } from "./field-frame.tsx";
import type { FieldProps, FieldTexts } from "./form-types.ts";

/** Whole pounds. Posts what is typed, commas included; with scripts, digits only (V-027, V-028, AMB-C03). */
export function CurrencyField({
  name,
  value,
  example,
  hint = example && `In whole pounds, for example ${example}`,
  ...frame
}: FieldProps &
  FieldTexts & {
    label: ReactNode;
    /** An answer, like "325,000". */
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
          // What the server has refused is shown as it was typed.
          defaultValue={value && /^\d+$/.test(value) ? withThousands(value) : value}
          disabled={frame.disabled}
          onInput={regroup}
          {...describe(frame, hint).control}
        />
      </div>
    </FieldFrame>
  );
}

/** Groups the digits while typing and keeps the caret after the digit it was after. */
function regroup(event: FormEvent<HTMLInputElement>) {
  const input = event.currentTarget;
  const digitsBefore = input.value.slice(0, input.selectionStart ?? 0).replaceAll(/\D/g, "").length;
  const grouped = withThousands(input.value);
  if (grouped === input.value) return;
  input.value = grouped;
  const caret = caretPosition(grouped, digitsBefore);
  input.setSelectionRange(caret, caret);
}

/** "350000" as "350,000". Pence after a point are dropped, and so is everything that is not a digit (V-027, V-028). */
export function withThousands(typed: string): string {
  const [whole = ""] = typed.split(".");
  const digits = whole.replaceAll(/\D/g, "");
  const first = digits.slice(0, digits.length % 3);
  // A pattern that looks ahead to the end would read a long number again from each digit.
  return [first, ...(digits.slice(first.length).match(/\d{3}/g) ?? [])].filter(Boolean).join(",");
}

/** Where the caret stands after so many digits of a grouped number. */
export function caretPosition(grouped: string, digits: number): number {
  let position = 0;
  for (let seen = 0; seen < digits && position < grouped.length; position++) {
    if (grouped[position] !== ",") seen++;
  }
  return position;
}
