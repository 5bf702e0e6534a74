import { type ComponentProps, type FormEvent, useState } from "react";
import type { Brand } from "#app/domain/estate-agents/brands.server.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { FormDialog } from "../shared/form-dialog.tsx";

/**
 * Messages if brands can’t be read or saved, misspelt as in the specification (M-074 to M-076,
 * AMB-M02).
 */
export const FETCH_FAILURE = "There was an error fetching the brands";
export const SAVE_FAILURE = "There was an errror saving the brand";
export const DELETE_FAILURE = "There was an errror deleting the brand";

type Dialog = ComponentProps<typeof FormDialog<FormValues<Brand>>>;

/**
 * Renders a dialog that adds or renames a brand. Save is disabled if the name is empty or unchanged
 * (M-068).
 */
export function BrandDialog({
  name = "",
  ...dialog
}: Pick<Dialog, "title" | "page" | "result"> & {
  name?: string;
}) {
  const [typed, setTyped] = useState(name);
  const hydrated = useHydrated();
  const same = typed.trim() === "" || typed.trim() === name;
  const keepTyped = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement && target.name === "brand_name") setTyped(target.value);
  };
  return (
    <FormDialog<FormValues<Brand>>
      id="brand"
      {...dialog}
      submitDisabled={hydrated && same}
      onChange={keepTyped}
    >
      {(fields) => (
        <TextField {...fieldProps(fields.brand_name)} label="Brand name" autoComplete="off" />
      )}
    </FormDialog>
  );
}
