import type { SubmissionResult } from "@conform-to/react";
import type { SolicitorLetter } from "#app/domain/assignments/letter.ts";
import type { Choices } from "#app/domain/shared/choices.ts";
import { Button } from "#app/ui/button.tsx";
import { Details } from "#app/ui/details.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextArea, TextField } from "#app/ui/forms/text-fields.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { Bullets } from "../shared/bullets.tsx";
import { ConfirmDialog, GoBack, ProblemDialog } from "../shared/confirm-dialog.tsx";
import { OptionField } from "../shared/option-fields.tsx";
import type { OptionsOf } from "../options.ts";
import { LetterSheet } from "./solicitors/letter-sheet.tsx";

type ReplacementView = {
  property: string;
  from: string;
  to: string;
  reason: string;
  comments: string | null;
  warning: string | null;
  emails: string[];
  letter: SolicitorLetter | null;
  not_sent: string[];
  stays: string[];
};

type Subject = {
  title: string;
  back: string;
  opener: string;
  problem: string | null;
  record: {
    now: string;
    /** Id of the current solicitor or estate agent, which is not offered as the replacement. */
    acting: string;
    choices: Choices | null;
    comments: string | null;
  } | null;
};

type Result =
  | {
      step: "form";
      lastResult: SubmissionResult | null;
      values?: Record<string, string> | undefined;
      shown?: { choices: Choices | null } | undefined;
    }
  | {
      step: "confirm";
      view: ReplacementView;
      changed: boolean;
      fields: Record<string, string>;
    };

type Words = {
  label: string;
  noun: string;
  empty: string;
  of: OptionsOf;
  fetchFailed: string;
  confirm: string;
};

/**
 * Renders the form that replaces a solicitor or estate agent, and after that its confirmation
 * (AMB-K03).
 */
export function ReplaceParty({
  page,
  words,
  result,
}: {
  page: Subject;
  words: Words;
  result: Result | undefined;
}) {
  if (!page.record) return <ProblemDialog problem={page.problem ?? ""} back={page.back} />;
  if (result?.step === "confirm")
    return <ConfirmReplacement page={page} words={words} {...result} />;
  return <Form page={page} record={page.record} words={words} result={result} />;
}

function Form({
  page: { title, back, opener },
  record: { now, acting, choices: first, comments },
  words,
  result,
}: {
  page: Subject;
  record: NonNullable<Subject["record"]>;
  words: Words;
  result: Extract<Result, { step: "form" }> | undefined;
}) {
  const [form, fields] = useAppForm<Record<"replacement_id" | "reason" | "comments", string>>({
    id: "put-right",
    lastResult: result?.lastResult ?? null,
    defaultValue: result?.values ?? { comments: comments ?? "" },
  });
  const choices = result?.shown ? result.shown.choices : first;
  return (
    <RouteDialog title={title} back={back} openerId={opener}>
      <p>
        Current: <strong>{now}</strong>
      </p>
      {choices ? (
        <AppForm form={form}>
          <OptionField
            key={fields.replacement_id.key}
            {...fieldProps(fields.replacement_id)}
            label={words.label}
            noun={words.noun}
            empty={words.empty}
            of={words.of}
            choices={{
              ...choices,
              options: choices.options.filter(({ value }) => value !== acting),
            }}
          />
          <TextField
            {...fieldProps(fields.reason)}
            label="Reason"
            hint="Shown in the events of this matter. Only staff can see it."
          />
          {comments === null ? null : (
            <TextArea
              {...fieldProps(fields.comments)}
              label="Comments for the new solicitor"
              hint="These will not appear to the customer."
              optional
            />
          )}
          <SubmitButton after={<DialogCancel back={back} />}>Check and continue</SubmitButton>
          <p className="hint">
            Nothing changes and no emails are sent until you confirm on the next step.
          </p>
        </AppForm>
      ) : (
        <>
          <Notification kind="error" title={words.fetchFailed} />
          <GoBack to={back} />
        </>
      )}
    </RouteDialog>
  );
}

function ConfirmReplacement({
  page: { title, back, opener },
  words,
  view,
  changed,
  fields,
}: { page: Subject; words: Words } & Omit<Extract<Result, { step: "confirm" }>, "step">) {
  return (
    <ConfirmDialog
      title={title}
      back={back}
      openerId={opener}
      fields={fields}
      confirm={words.confirm}
      wayOut={
        <Button type="submit" kind="quiet" name="amend" value="yes">
          Go back and amend
        </Button>
      }
    >
      {changed ? (
        <Notification kind="warning" title="Something has changed since you opened this page" live>
          <p>Check the details and the emails, then confirm again.</p>
        </Notification>
      ) : null}
      {view.warning ? <Notification kind="warning" title={view.warning} /> : null}
      <SummaryList
        rows={[
          { term: "Property", description: view.property },
          { term: "Current", description: view.from },
          { term: "New", description: view.to },
          { term: "Reason", description: view.reason },
          { term: "Emails", description: <Bullets lines={view.emails} /> },
          { term: "Not sent", description: <Bullets lines={view.not_sent} /> },
          { term: "What stays the same", description: <Bullets lines={view.stays} /> },
          ...(view.comments === null
            ? []
            : [{ term: "Comments for the new solicitor", description: view.comments }]),
        ]}
      />
      {view.letter ? (
        <Details summary={`Read the letter to ${view.letter.to}`}>
          <LetterSheet letter={view.letter} level="h3" />
        </Details>
      ) : null}
    </ConfirmDialog>
  );
}

export function emailLine(label: string, { to, cc }: { to: string; cc: readonly string[] }) {
  return `${label}: ${[to, ...(cc.length > 0 ? [`copy to ${cc.join(", ")}`] : [])].join(", ")}`;
}
