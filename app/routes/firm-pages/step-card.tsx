import type { FirmStep } from "#app/domain/firm-pages/firm-steps.ts";
import type { DateParts } from "#app/domain/transactions/significant-dates.ts";
import { Card } from "#app/ui/card.tsx";
import { AppForm, resultOf, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { DateField } from "#app/ui/forms/date-field.tsx";
import { dateProps, fieldProps } from "#app/ui/forms/field-props.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import type { Result } from "./instruction-card.tsx";
import { STEP_WORDS } from "./step-words.ts";

/** Creates the form with which a firm records its step. The day is today’s unless it is changed. */
export function useStepForm(today: DateParts, person: string, result: Result) {
  return useAppForm<{ person: string; step: string; day: DateParts }>({
    id: "record",
    lastResult: resultOf("record", result),
    defaultValue: { person, day: today },
  });
}

/** Asks the firm to record the step that it can take now. */
export function StepCard({
  step,
  form: [form, fields],
  stage,
}: {
  step: FirmStep | null;
  form: ReturnType<typeof useStepForm>;
  stage: string;
}) {
  if (step === null) {
    return (
      <Card tone="next" title="You have no step to record now">
        <p>{stage}</p>
      </Card>
    );
  }
  const { title, text, day, button } = STEP_WORDS[step];
  return (
    <Card tone="next" title={title} badge={<p className="hint">{stage}</p>}>
      <p>{text}</p>
      <AppForm form={form}>
        <input type="hidden" name="intent" value="record" />
        <input type="hidden" name="step" value={step} />
        <DateField {...dateProps(fields.day)} legend={day} />
        <TextField {...fieldProps(fields.person)} label="Your name" autoComplete="name" />
        <SubmitButton>{button}</SubmitButton>
      </AppForm>
    </Card>
  );
}
