import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import type { Choices } from "#app/domain/shared/choices.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { Notification } from "#app/ui/notification.tsx";
import { ConfirmDialog } from "../../shared/confirm-dialog.tsx";
import { OptionField } from "../../shared/option-fields.tsx";

/**
 * Renders the form to choose an estate agent. Staff confirm the choice on the next page, before it
 * is saved and emails are sent (M-077).
 */
export function AssignForm({
  action,
  choices,
  lastResult,
}: {
  action: string;
  choices: Choices | null;
  lastResult: SubmissionResult | undefined;
}) {
  const [form, fields] = useAppForm<{ estate_agent_id: string }>({
    id: "assign-estate-agent",
    lastResult: lastResult ?? null,
    defaultValue: { estate_agent_id: choices?.chosen?.value ?? "" },
  });
  if (!choices) return <Notification kind="error" title="Failed to fetch estate agents" />;
  return (
    <AppForm form={form} action={action} preventScrollReset>
      <OptionField
        key={fields.estate_agent_id.key}
        {...fieldProps(fields.estate_agent_id)}
        label="Estate agent"
        noun="an estate agent"
        empty="Select an estate agent"
        of="estate-agents"
        choices={choices}
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
  valuer: string | null;
  form_key: string;
};

/**
 * Renders the confirmation of the assignment. Shows who will be emailed, or why no one will be
 * (M-077, M-079).
 */
export function AssignmentDialog({
  assignment,
  to,
  back,
}: {
  assignment: AssignmentToConfirm;
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
        This assigns <strong>{agent}</strong> to {to}. To change the estate agent later, use “Put
        right”. We’ll email both agents.
      </p>
      {recipient ? (
        <p>
          We’ll send an introduction email to the primary valuer, {valuer}, at{" "}
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
