import type { FormEventHandler, ReactNode } from "react";
import type { AnyForm } from "#app/ui/forms/form-types.ts";
import { HouseForm, SubmitButton } from "#app/ui/forms/house-form.tsx";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";

/** A form over a page that makes a new record. */
export function CreateDialog({
  title,
  back,
  openerId,
  form,
  formKey,
  submit,
  submitDisabled,
  onChange,
  children,
}: {
  title: string;
  back: string;
  openerId: string;
  form: AnyForm;
  formKey: string;
  submit: string;
  submitDisabled?: boolean;
  onChange?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}) {
  return (
    <RouteDialog title={title} back={back} openerId={openerId}>
      <HouseForm form={form} formKey={formKey} onChange={onChange}>
        {children}
        <SubmitButton
          aria-disabled={submitDisabled}
          onClick={submitDisabled ? (event) => event.preventDefault() : undefined}
          after={<DialogCancel back={back} />}
        >
          {submit}
        </SubmitButton>
      </HouseForm>
    </RouteDialog>
  );
}
