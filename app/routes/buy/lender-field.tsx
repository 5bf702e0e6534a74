import { lazy, Suspense } from "react";
import {
  HIGHLIGHTED_LENDERS,
  isLender,
  NOT_SURE_YET,
  OTHER_LENDER,
  OTHER_LENDERS,
} from "#app/domain/purchases/lenders.ts";
import type { AnyField } from "#app/ui/forms/form-types.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { useFinePointer } from "#app/ui/fine-pointer.ts";

const LenderCombobox = lazy(() => import("./lender-combobox.tsx"));

const asChoice = (value: string) => ({ value, label: value });

/**
 * Who lends (D-032 to D-035, AMB-D08): a select, which phones show in their own way; with a mouse, a box to type into,
 * since a hundred names are long to scroll.
 */
export function LenderField({ field, stored }: { field: AnyField; stored: string | null }) {
  const kept = stored && !isLender(stored) ? [stored] : [];
  const first = [NOT_SURE_YET, ...kept];
  const select = (
    <SelectField
      field={field}
      label={LABEL}
      empty="Choose a lender"
      groups={[
        { label: "Not decided", options: first.map(asChoice) },
        { label: "Often chosen", options: HIGHLIGHTED_LENDERS.map(asChoice) },
        { label: "All lenders", options: [...OTHER_LENDERS, OTHER_LENDER].map(asChoice) },
      ]}
    />
  );
  const lenders = [...first, ...HIGHLIGHTED_LENDERS, ...OTHER_LENDERS, OTHER_LENDER];
  return useFinePointer() ? (
    <Suspense fallback={select}>
      <LenderCombobox key={field.key} field={field} label={LABEL} lenders={lenders} />
    </Suspense>
  ) : (
    select
  );
}

const LABEL = "Who is your mortgage lender?";
