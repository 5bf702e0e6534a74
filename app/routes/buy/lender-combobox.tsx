import { useState } from "react";
import { describe, FieldFrame } from "#app/ui/forms/field-frame.tsx";
import type { FieldProps } from "#app/ui/forms/form-types.ts";
import { matchesWords, OptionCombobox } from "#app/ui/forms/option-combobox.tsx";

const asOption = (lender: string) => ({ value: lender, label: lender });

export function LenderCombobox({
  name,
  value: _,
  label,
  lenders,
  initial,
  ...field
}: FieldProps & {
  label: string;
  lenders: readonly string[];
  initial: string;
}) {
  const fitting = (text: string) =>
    lenders.filter((lender) => matchesWords(lender, text)).map(asOption);
  const [typed, setTyped] = useState("");
  const known = lenders.find((lender) => lender.toLowerCase() === initial.trim().toLowerCase());
  return (
    <FieldFrame {...field} label={label} hint={HINT}>
      <OptionCombobox
        {...describe(field, HINT).control}
        name={name}
        initial={known === undefined ? null : asOption(known)}
        optionsFor={fitting}
        onTyped={setTyped}
        message={fitting(typed).length === 0 ? "No lender found" : ""}
        showAll="Show all lenders"
      />
    </FieldFrame>
  );
}

const HINT = "Start typing the lender’s name, or choose from the list";
