import type { DefaultValue, SubmissionResult } from "@conform-to/react";
import { type FormEventHandler, type ReactNode, useEffect, useRef } from "react";
import { useModalRoute } from "#app/ui/dialogs.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import type { QuestionNames } from "#app/ui/forms/form-types.ts";
import { Notification } from "#app/ui/notification.tsx";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { ProblemDialog } from "./confirm-dialog.tsx";
import { ConflictForm, type ShownConflict } from "./conflict-form.tsx";

/** What the loader of a dialog answers (kit/dialog-pages.server.ts). */
type Page<Values> = {
  back: string;
  opener: string;
  problem: string | null;
  /** Of a form that adds a record. */
  formKey?: string;
  /** Of one that was left at a step of an address: what was typed by then. */
  typed?: DefaultValue<Values> | null;
  /** The version that a form which changes a record is filled in with. */
  record?: DefaultValue<Values> | null;
};

/** What its action answers, which goes before. */
type Result = {
  lastResult: SubmissionResult | null;
  formKey?: string;
  opened?: object;
  conflict?: ShownConflict | null;
  doubts?: string[];
};

/**
 * A form over a page, which adds a record or changes one; the two versions when another person was faster. `Values` is
 * what its fields hold.
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
  /** Part of every field's id. */
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
  // Back leads past a dialog that was saved.
  const isModal = useModalRoute();
  const [form, fields] = useAppForm<Values>({
    id,
    lastResult: result?.lastResult ?? null,
    defaultValue: record ?? page.typed ?? undefined,
  });
  // A record that went while its form was filled in: the form says so, and keeps what was typed.
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

/** What is asked about before it is saved: the same answers, sent again, are meant. */
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
