import type { SubmissionResult } from "@conform-to/react";
import type { FormEventHandler, ReactNode } from "react";
import type { AnyForm } from "#app/ui/forms/form-types.ts";
import { HouseForm, SubmitButton } from "#app/ui/forms/house-form.tsx";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { ConflictForm, type ShownConflict } from "./conflict-form.tsx";

/** A part of a record, to be changed: over the record's page, or the two versions when somebody else was faster. */
export function ChangeDialog({
  title,
  back,
  openerId,
  form,
  opened,
  result,
  submit = "Save",
  submitDisabled,
  onChange,
  children,
}: {
  title: string;
  back: string;
  /** The id of the link that leads here. */
  openerId: string;
  form: AnyForm;
  /** The version that the page was filled in with. */
  opened: object;
  result:
    | { lastResult: SubmissionResult | null; opened: object; conflict: ShownConflict | null }
    | undefined;
  submit?: string;
  submitDisabled?: boolean;
  onChange?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}) {
  return (
    <RouteDialog title={title} back={back} openerId={openerId}>
      {result?.conflict ? (
        <ConflictForm conflict={result.conflict} lastResult={result.lastResult} back={back} />
      ) : (
        <HouseForm form={form} onChange={onChange}>
          <input type="hidden" name="opened" value={JSON.stringify(result?.opened ?? opened)} />
          {children}
          <SubmitButton
            aria-disabled={submitDisabled}
            onClick={submitDisabled ? (event) => event.preventDefault() : undefined}
            after={<DialogCancel back={back} />}
          >
            {submit}
          </SubmitButton>
        </HouseForm>
      )}
    </RouteDialog>
  );
}
