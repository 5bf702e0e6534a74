import type { SubmissionResult } from "@conform-to/react";
import type { FormEventHandler, ReactNode } from "react";
import { AppForm, SubmitButton } from "#app/ui/forms/app-form.tsx";
import type { AnyForm } from "#app/ui/forms/form-types.ts";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { ConflictForm, type ShownConflict } from "./conflict-form.tsx";
import { ProblemDialog } from "./problem-dialog.tsx";

/** What the loader of a dialog answers (kit/dialog-pages.server.ts). */
type Page = {
  back: string;
  opener: string;
  problem: string | null;
  /** Of a form that adds a record. */
  formKey?: string;
  /** The version that a form which changes a record is filled in with. */
  record?: object | null;
};

/** What its action answers, which goes before. */
type Result = {
  lastResult: SubmissionResult | null;
  formKey?: string;
  opened?: object;
  conflict?: ShownConflict | null;
};

/** A form over a page, which adds a record or changes one; the two versions when somebody else was faster. */
export function FormDialog({
  title,
  page,
  result,
  form,
  submit = "Save",
  submitDisabled,
  onChange,
  children,
}: {
  title: string;
  page: Page;
  result: Result | undefined;
  form: AnyForm;
  submit?: string;
  submitDisabled?: boolean;
  onChange?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}) {
  const { back, opener, problem } = page;
  if (problem !== null) return <ProblemDialog problem={problem} back={back} />;
  const { formKey, opened = page.record, conflict } = { formKey: page.formKey, ...result };
  return (
    <RouteDialog title={title} back={back} openerId={opener}>
      {conflict ? (
        <ConflictForm conflict={conflict} lastResult={result?.lastResult ?? null} back={back} />
      ) : (
        <AppForm form={form} formKey={formKey} onChange={onChange}>
          {opened ? <input type="hidden" name="opened" value={JSON.stringify(opened)} /> : null}
          {children}
          <SubmitButton
            aria-disabled={submitDisabled}
            onClick={submitDisabled ? (event) => event.preventDefault() : undefined}
            after={<DialogCancel back={back} />}
          >
            {submit}
          </SubmitButton>
        </AppForm>
      )}
    </RouteDialog>
  );
}
