import { useEffect, useState, useSyncExternalStore } from "react";
import {
  HIGHLIGHTED_LENDERS,
  isLender,
  NOT_SURE_YET,
  OTHER_LENDER,
  OTHER_LENDERS,
} from "#app/domain/shared/lenders.ts";
import type { FieldProps } from "#app/ui/forms/form-types.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import type { LenderCombobox } from "./lender-combobox.tsx";

const asChoice = (value: string) => ({ value, label: value });

/**
 * Asks for the mortgage lender (D-032 to D-035, AMB-D08). The field is a native select. If the user
 * has a mouse, it is a combobox instead.
 */
export function LenderField({
  stored,
  label = LABEL,
  ...field
}: FieldProps & {
  stored: string | null;
  /** The question as staff read it; by default as buyers read it. */
  label?: string;
}) {
  const box = useBox(field.id);
  const others = stored && !isLender(stored) ? [stored] : [];
  const first = [NOT_SURE_YET, ...others];
  if (box) {
    return (
      <box.Combobox
        {...field}
        label={label}
        lenders={[...first, ...HIGHLIGHTED_LENDERS, ...OTHER_LENDERS, OTHER_LENDER]}
        initial={box.chosen}
      />
    );
  }
  return (
    <SelectField
      {...field}
      label={label}
      empty="Choose a lender"
      groups={[
        { label: "Not sure yet", options: first.map(asChoice) },
        { label: "Common lenders", options: HIGHLIGHTED_LENDERS.map(asChoice) },
        { label: "All lenders", options: [...OTHER_LENDERS, OTHER_LENDER].map(asChoice) },
      ]}
    />
  );
}

const LABEL = "Who is your mortgage lender?";

type Box = { Combobox: typeof LenderCombobox; chosen: string };

/**
 * Returns the combobox that replaces the select. Returns null if there is no mouse, if the focus
 * was in the select when the combobox loaded, or if its code failed to load.
 */
function useBox(id: string) {
  const [box, setBox] = useState<Box | null>(null);
  const fine = useFinePointer();
  useEffect(() => {
    if (!fine) return;
    let wanted = true;
    const replaceSelect = ({ LenderCombobox: Combobox }: { LenderCombobox: Box["Combobox"] }) => {
      const select = document.getElementById(id);
      if (!wanted || !(select instanceof HTMLSelectElement)) return;
      if (select !== document.activeElement) setBox({ Combobox, chosen: select.value });
    };
    import("./lender-combobox.tsx").then(replaceSelect, () => undefined);
    return () => {
      wanted = false;
    };
  }, [fine, id]);
  return box;
}

const FINE_POINTER = "(any-hover: hover) and (pointer: fine)";

/** Returns true if the user has a mouse. Returns false on the server and in the first render. */
function useFinePointer(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(FINE_POINTER).matches,
    () => false,
  );
}

function subscribe(onChange: () => void) {
  const media = window.matchMedia(FINE_POINTER);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}
