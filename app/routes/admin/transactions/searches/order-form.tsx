import type { SubmissionResult } from "@conform-to/react";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { GoBack } from "../../kit/problem-dialog.tsx";

type Values = {
  sub_building_name: string;
  building_name: string;
  building_number: string;
  is_reorder: string;
};

/** Which building is searched, and what will be ordered; or that it was done today (O-009 to O-014). */
export function OrderForm({
  building,
  is_reorder,
  refusal,
  products,
  back,
  openerId,
  formKey,
  lastResult,
}: {
  building: Pick<Values, "sub_building_name" | "building_name" | "building_number">;
  is_reorder: boolean;
  refusal: string | null;
  products: readonly string[];
  back: string;
  openerId: string;
  formKey: string;
  lastResult: SubmissionResult | null;
}) {
  const verb = is_reorder ? "Reorder searches" : "Order searches";
  const [form, fields] = useAppForm<Values>({
    id: "order-searches-form",
    lastResult,
    defaultValue: building,
  });
  // A form that was refused says so itself, with what was typed.
  if (refusal && !lastResult) {
    return (
      <RouteDialog title={verb} back={back} openerId={openerId}>
        <p>{refusal}</p>
        <GoBack to={back} />
      </RouteDialog>
    );
  }
  return (
    <RouteDialog title={verb} back={back} openerId={openerId}>
      <p>
        OneSearch is asked for these searches, which it charges for: {products.join(", ")}.{" "}
        {is_reorder ? "They have been ordered before." : null}
      </p>
      <AppForm form={form} formKey={formKey}>
        <input type="hidden" name="is_reorder" value={String(is_reorder)} />
        <TextField field={fields.building_name} label="Building name" autoComplete="off" />
        <TextField
          field={fields.building_number}
          label="Building number"
          width="10"
          autoComplete="off"
        />
        <TextField
          field={fields.sub_building_name}
          label="Sub-building name"
          hint="A flat or a unit in the building."
          optional
          autoComplete="off"
        />
        <SubmitButton after={<DialogCancel back={back} />}>{verb}</SubmitButton>
      </AppForm>
    </RouteDialog>
  );
}
