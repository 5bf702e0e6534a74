import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { type Choice, SelectField } from "#app/ui/forms/select-field.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";

/** Which agent to assign. Nothing is assigned or sent before the next page is confirmed (M-077). */
export function AssignForm({
  action,
  choice: { options, chosen },
  lastResult,
}: {
  /** The page that the form stands on. */
  action: string;
  choice: {
    /** Null when they could not be read. */
    options: readonly Choice[] | null;
    /** Chosen before, when a person came back to amend it. */
    chosen?: string | undefined;
  };
  lastResult: SubmissionResult | undefined;
}) {
  const [form, fields] = useAppForm<{ estate_agent_id: string }>({
    id: "assign-estate-agent",
    lastResult: lastResult ?? null,
    defaultValue: { estate_agent_id: chosen ?? "" },
  });
  if (!options) return <Notification kind="error" title="Failed to fetch estate agents" />;
  return (
    <AppForm form={form} action={action} preventScrollReset>
      <SelectField
        field={fields.estate_agent_id}
        label="Estate agent"
        empty="Select an estate agent"
        options={options}
        width="20"
      />
      <SubmitButton
        id="assign"
        after={<span className="hint">Nothing is sent until you confirm on the next page.</span>}
      >
        Assign estate agent
      </SubmitButton>
    </AppForm>
  );
}

type AssignmentToConfirm = {
  agent: string;
  estate_agent_id: string;
  recipient: string | null;
  /** The primary valuer's name. */
  valuer: string | null;
  form_key: string;
};

/** Asks whether an estate agent may be assigned, and says who is written to, or why no one is (M-077, M-079). */
export function AssignmentDialog({
  assignment,
  to,
  back,
}: {
  assignment: AssignmentToConfirm;
  /** The transaction, or the transactions of the group. */
  to: ReactNode;
  back: string;
}) {
  const { agent, recipient, valuer, estate_agent_id, form_key } = assignment;
  return (
    <ConfirmDialog
      title="Assign estate agent"
      back={back}
      openerId="assign"
      fields={{ estate_agent_id, recipient: recipient ?? "", form_key }}
      confirm="Yes, assign estate agent"
      cancel="Go back and amend"
    >
      <p>
        <strong>{agent}</strong> will be the estate agent of {to}. Once assigned, another can only
        take their place by “Put right”, which writes to both.
      </p>
      {recipient ? (
        <p>
          We will send an introduction email to the primary valuer, {valuer}, at{" "}
          <strong>{recipient}</strong>.
        </p>
      ) : (
        <Notification kind="warning" title="An introduction email will not be sent">
          <p>
            {valuer
              ? `The primary valuer, ${valuer}, has no email address.`
              : "This estate agent has no primary valuer."}
          </p>
        </Notification>
      )}
    </ConfirmDialog>
  );
}
