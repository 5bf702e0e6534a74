import type { SubmissionResult } from "@conform-to/react";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { type Choice, SelectField } from "#app/ui/forms/select-field.tsx";
import { Notification } from "#app/ui/notification.tsx";

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
    /** Chosen before, when somebody came back to amend it. */
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
