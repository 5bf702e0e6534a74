import { Form } from "@remix-run/react";
import {
  PURCHASE_DATE_LABELS,
  type StageDate,
} from "#app/domain/transactions/significant-dates.ts";
import { paths } from "#app/paths.ts";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";

export function RecordMilestone({
  id,
  name,
  kind,
}: {
  id: string;
  name: StageDate;
  kind: "primary" | "secondary";
}) {
  return (
    <Form method="post" action={paths.admin.stages.page(id)}>
      <input type="hidden" name="step" value={name} />
      <SubmitButton kind={kind} size="small">
        {PURCHASE_DATE_LABELS[name]}
      </SubmitButton>
    </Form>
  );
}
