/** Dialogs that add, edit and delete the people of an office (M-033 to M-045). */

import type { ComponentProps } from "react";
import {
  PERSON_KINDS,
  type PersonKind,
  type PersonQuestion,
} from "#app/domain/estate-agents/parts.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import type { AnyField } from "#app/ui/forms/form-types.ts";
import { CONTACT_LABELS, ContactFields } from "../../shared/contact-fields.tsx";
import { RecordDialog } from "../../shared/confirm-dialog.tsx";
import { FormDialog } from "../../shared/form-dialog.tsx";

export const WEEKLY_LEADS = "Weekly leads email";

const PERSON_LABELS: Record<PersonQuestion, string> = {
  ...CONTACT_LABELS,
  primary_valuer: "Primary valuer",
  is_subscribed: WEEKLY_LEADS,
};

export function personLabels(kind: PersonKind): Record<string, string> {
  const { questions } = PERSON_KINDS[kind];
  return Object.fromEntries(questions.map((question) => [question, PERSON_LABELS[question]]));
}

type Asked<Value> = Record<keyof typeof CONTACT_LABELS, Value> &
  Partial<Record<PersonQuestion, Value>>;

export function PersonFields({
  kind,
  fields,
  isPrimary = false,
}: {
  kind: PersonKind;
  fields: Asked<AnyField>;
  /**
   * True for the primary valuer. Staff can mark another valuer as primary, but can’t remove this
   * mark.
   */
  isPrimary?: boolean;
}) {
  const { questions, optional } = PERSON_KINDS[kind];
  const asked = (question: PersonQuestion) =>
    questions.some((name) => name === question) ? fields[question] : undefined;
  const primary = asked("primary_valuer");
  const weeklyLeads = asked("is_subscribed");
  return (
    <>
      <ContactFields
        fields={fields}
        optional={optional}
        emailHint={
          kind === "valuer"
            ? "The valuer uses this address to send leads, so it must be unique"
            : undefined
        }
      />
      {primary && isPrimary ? (
        <>
          <input type="hidden" name={primary.name} value="on" />
          <p className="hint">
            This is the primary valuer. To change that, mark another valuer as primary.
          </p>
        </>
      ) : null}
      {primary && !isPrimary ? (
        <Checkbox
          {...fieldProps(primary)}
          hint="The other valuers become secondary. We’ll send introductions to the primary valuer."
        >
          {PERSON_LABELS.primary_valuer}
        </Checkbox>
      ) : null}
      {weeklyLeads ? (
        <Checkbox {...fieldProps(weeklyLeads)}>Subscribed to the weekly leads email</Checkbox>
      ) : null}
    </>
  );
}

type Dialog = ComponentProps<typeof FormDialog<Asked<string>>>;

export function PersonDialog({
  kind,
  ...dialog
}: { kind: PersonKind } & Pick<Dialog, "title" | "page" | "result" | "submit">) {
  const { record } = dialog.page;
  return (
    <FormDialog<Asked<string>> id={kind} {...dialog}>
      {(fields) => (
        <PersonFields kind={kind} fields={fields} isPrimary={record?.primary_valuer === "on"} />
      )}
    </FormDialog>
  );
}

type Deleted = {
  first_name: string;
  last_name: string;
  email: string;
  primary_valuer?: string;
  refusal: null;
  fields: Readonly<Record<string, string>>;
};

export function DeletePersonDialog({
  kind,
  page,
}: {
  kind: PersonKind;
  page: ComponentProps<typeof RecordDialog<Deleted>>["page"];
}) {
  const { noun, deletion_effect } = PERSON_KINDS[kind];
  return (
    <RecordDialog
      title={`Delete ${noun}`}
      page={page}
      confirm={(person) => `Delete ${fullName(person)}`}
      warning
    >
      {(person) => (
        <>
          <p>
            <strong>{fullName(person)}</strong>
            {person.email ? ` (${person.email})` : ""} will no longer {deletion_effect} No emails
            are sent. You can’t undo this.
          </p>
          {person.primary_valuer === "on" ? (
            <p>The next valuer on the list will become the primary valuer.</p>
          ) : null}
        </>
      )}
    </RecordDialog>
  );
}
