import type { SubmissionResult } from "@conform-to/react";
import { resultOf, AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { Details } from "#app/ui/details.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { TextArea, TextField } from "#app/ui/forms/text-fields.tsx";
import { PRODUCT_NAME } from "#app/platform/product.ts";

export type Result = { sent: string; lastResult: SubmissionResult } | undefined;

type InstructionView = {
  state: "accepted" | "declined" | "over" | null;
  clients: string;
  sent: string | null;
  answer_by: string | null;
  answered: string | null;
  fee_earner: string;
  firm_reference: string;
  can_decline: boolean;
  handler: string | null;
  reasons: { value: string; label: string }[];
};

/** Creates the forms with which a firm accepts or declines. Their errors are shown above the h1. */
export function useInstructionForms(
  { fee_earner, firm_reference }: InstructionView,
  person: string,
  result: Result,
) {
  const accept = useAppForm<{ person: string; fee_earner: string; firm_reference: string }>({
    id: "accept",
    lastResult: resultOf("accept", result),
    defaultValue: { person, fee_earner, firm_reference },
  });
  const decline = useAppForm<{ person: string; reason: string; note: string }>({
    id: "decline",
    lastResult: resultOf("decline", result),
    defaultValue: { person },
  });
  return { accept, decline };
}

type Forms = ReturnType<typeof useInstructionForms>;

/** Asks the firm whether it acts. */
export function AskCard({
  instruction,
  forms,
  result,
  question,
}: {
  instruction: InstructionView;
  forms: Forms;
  result: Result;
  question: string;
}) {
  const { state, sent, answer_by, answered, clients } = instruction;
  const isDeclined = state === "declined";
  return (
    <Card
      tone="next"
      title={isDeclined ? "Your firm has declined" : `Will you act for ${clients}?`}
      badge={sent ? <p className="hint">{sent}</p> : undefined}
    >
      {isDeclined ? (
        <p>{answered} If this has changed, you can still accept.</p>
      ) : answer_by ? (
        <Badge tone="act">{answer_by}</Badge>
      ) : null}
      {isDeclined ? (
        <Details summary="Accept after all" open={result?.sent === "accept" || undefined}>
          <AcceptForm forms={forms} button="Accept instruction" />
        </Details>
      ) : (
        <>
          <AcceptForm forms={forms} button="Accept instruction" />
          <Decline
            instruction={instruction}
            forms={forms}
            summary="Decline instead"
            isOpen={result?.sent === "decline"}
            question={question}
          />
        </>
      )}
    </Card>
  );
}

/** Shows forms with which a firm that has accepted changes its answer and stops acting. */
export function Answered({
  instruction,
  forms,
  result,
  question,
}: {
  instruction: InstructionView;
  forms: Forms;
  result: Result;
  question: string;
}) {
  return (
    <div className="folds">
      <Details
        summary="Change the fee earner or your reference"
        open={result?.sent === "accept" || undefined}
      >
        <AcceptForm forms={forms} button="Save changes" />
      </Details>
      <Decline
        instruction={instruction}
        forms={forms}
        summary="Stop acting"
        isOpen={result?.sent === "decline"}
        question={question}
      />
    </div>
  );
}

function AcceptForm({ forms: { accept }, button }: { forms: Forms; button: string }) {
  const [form, fields] = accept;
  return (
    <AppForm form={form}>
      <input type="hidden" name="intent" value="accept" />
      <div className="firm-fields">
        <TextField {...fieldProps(fields.fee_earner)} label="Fee earner" autoComplete="off" />
        <TextField {...fieldProps(fields.firm_reference)} label="Your reference" optional />
        <TextField {...fieldProps(fields.person)} label="Your name" autoComplete="name" />
      </div>
      <SubmitButton>{button}</SubmitButton>
    </AppForm>
  );
}

function Decline({
  instruction: { can_decline, handler, reasons },
  forms: { decline },
  summary,
  isOpen,
  question,
}: {
  instruction: InstructionView;
  forms: Forms;
  summary: string;
  isOpen: boolean;
  question: string;
}) {
  const [form, fields] = decline;
  if (!can_decline) {
    return (
      <Details summary={summary}>
        <p>
          Your firm’s work has begun, so you can’t decline here.{" "}
          <a href={question}>Ask us a question</a> and we’ll agree what happens next.
        </p>
      </Details>
    );
  }
  return (
    <Details summary={summary} open={isOpen || undefined}>
      <AppForm form={form}>
        <input type="hidden" name="intent" value="decline" />
        <div className="firm-fields">
          <SelectField
            {...fieldProps(fields.reason)}
            label="Reason"
            options={reasons}
            empty="Choose a reason"
          />
          <TextField {...fieldProps(fields.person)} label="Your name" autoComplete="name" />
        </div>
        <TextArea
          {...fieldProps(fields.note)}
          label={`Note to ${PRODUCT_NAME}`}
          rows={3}
          optional
        />
        <SubmitButton kind="secondary">Decline instruction</SubmitButton>
        <p className="hint">
          We’ll email {handler ?? "our team"} at once. Your clients won’t see your note on their
          pages.
        </p>
      </AppForm>
    </Details>
  );
}
