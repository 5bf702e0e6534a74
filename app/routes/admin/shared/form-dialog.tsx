import type { DefaultValue, SubmissionResult } from "@conform-to/react";
import { type FormEventHandler, type ReactNode, useEffect, useRef } from "react";
import { useModalRoute } from "#app/ui/dialogs.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import type { QuestionNames } from "#app/ui/forms/form-types.ts";
import { Notification } from "#app/ui/notification.tsx";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { ProblemDialog } from "./confirm-dialog.tsx";
import { ConflictForm, type ShownConflict } from "./conflict-form.tsx";

type Page<Values> = {
  back: string;
  opener: string;
  problem: string | null;
  /** Idempotency key of a form that adds a record. */
  formKey?: string;
  /** Values that the user had typed before an address lookup without JavaScript. */
  typed?: DefaultValue<Values> | null;
  record?: DefaultValue<Values> | null;
};

/** Data from the action. Its values take precedence over those from the loader. */
type Result = {
  lastResult: SubmissionResult | null;
  formKey?: string;
  opened?: object;
  conflict?: ShownConflict | null;
  doubts?: string[];
};

/**
 * Renders a dialog with the form that adds or edits a record. After an edit conflict, renders the
 * two versions instead.
 */
export function FormDialog<Values extends Record<string, unknown>>({
  id,
  title,
  page,
  result,
  submit = "Save",
  submitDisabled,
  questionNames,
  onChange,
  children,
}: {
  id: string;
  title: string;
  page: Page<Values>;
  result: Result | undefined;
  submit?: string;
  submitDisabled?: boolean;
  questionNames?: QuestionNames;
  onChange?: FormEventHandler<HTMLFormElement>;
  children: (fields: ReturnType<typeof useAppForm<Values>>[1]) => ReactNode;
}) {
  const { back, opener, problem, record } = page;
  // A modal dialog is replaced in the history when it is saved, so that Back skips it.
  const isModal = useModalRoute();
  const [form, fields] = useAppForm<Values>({
    id,
    lastResult: result?.lastResult ?? null,
    defaultValue: record ?? page.typed ?? undefined,
  });
  // If the record was deleted while the user edited it, the form stays and shows the error.
  if (problem !== null && !result) return <ProblemDialog problem={problem} back={back} />;
  const { formKey, opened = record, conflict, doubts = [] } = { formKey: page.formKey, ...result };
  return (
    <RouteDialog title={title} back={back} openerId={opener}>
      {conflict ? (
        <ConflictForm conflict={conflict} lastResult={result?.lastResult ?? null} back={back} />
      ) : (
        <AppForm
          form={form}
          questionNames={questionNames}
          formKey={formKey}
          onChange={onChange}
          replace={isModal}
        >
          {opened ? <input type="hidden" name="opened" value={JSON.stringify(opened)} /> : null}
          {doubts.length > 0 ? <Doubts doubts={doubts} button={submit} /> : null}
          {children(fields)}
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

/**
 * Renders questions about unlikely values. The user confirms them by submitting the same answers
 * again.
 */
function Doubts({ doubts, button }: { doubts: string[]; button: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [doubts]);
  return (
    <div ref={box} tabIndex={-1}>
      <Notification kind="warning" title="Are you sure?" live>
        <ul>
          {doubts.map((doubt) => (
            <li key={doubt}>{doubt}</li>
          ))}
        </ul>
        <p>Nothing has been saved yet. If this is right, select {button} again.</p>
      </Notification>
      <input type="hidden" name="sure" value={doubts.join(" ")} />
    </div>
  );
}
