import { EmailField, TextField } from "#app/ui/forms/text-fields.tsx";
import type { ComponentProps } from "react";
import { fieldProps, listProps } from "#app/ui/forms/field-props.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { type LetterTick, LetterTicks } from "../transactions/letter-ticks.tsx";
import { PhoneNumberField } from "../shared/phone-number-field.tsx";

export const PERSON_LABELS = {
  first_name: "First name",
  middle_name: "Middle name",
  last_name: "Last name",
  email: "Email",
  phone_number: "Mobile number",
};

type Values = Record<keyof typeof PERSON_LABELS, string> & { letters: string[] };

type Dialog = ComponentProps<typeof FormDialog<Values>>;

export function CorrectForm({
  page,
  result,
}: {
  page: Dialog["page"] & {
    title: string;
    extra: {
      signs_in: boolean;
      checked_on: string[];
      letters: LetterTick[];
    } | null;
  };
  result: Dialog["result"];
}) {
  const { signs_in = false, checked_on = [], letters = [] } = page.extra ?? {};
  return (
    <FormDialog<Values> id="correct-person" title={page.title} page={page} result={result}>
      {(fields) => (
        <>
          <TextField
            {...fieldProps(fields.first_name)}
            label={PERSON_LABELS.first_name}
            autoComplete="off"
          />
          <TextField
            {...fieldProps(fields.middle_name)}
            label={PERSON_LABELS.middle_name}
            optional
            autoComplete="off"
          />
          <TextField
            {...fieldProps(fields.last_name)}
            label={PERSON_LABELS.last_name}
            autoComplete="off"
          />
          <EmailField
            {...fieldProps(fields.email)}
            label={PERSON_LABELS.email}
            hint={
              signs_in
                ? "If you change this address, we’ll email both the old and the new one. The customer will sign in with the new address. We’ll sign them out everywhere, old links will stop working, and unopened invitations must be resent."
                : "If you change this address, we’ll email both the old and the new one."
            }
            autoComplete="off"
          />
          <PhoneNumberField
            {...fieldProps(fields.phone_number)}
            label={PERSON_LABELS.phone_number}
            optional={signs_in}
          />
          <p>
            {checked_on.length === 0
              ? "No identity check has been ordered yet. The first one will use the details you save here."
              : `An identity check was ordered on ${checked_on.join(" and ")}. Each check still has the name, email and number it was ordered with. To check the details you save here, abort or reorder the check on the Thirdfort tab.`}
          </p>
          <LetterTicks
            letters={letters}
            ticked={listProps(fields.letters).values}
            hint="The letter has this person’s details. We’ll send it as it reads after the correction."
          />
        </>
      )}
    </FormDialog>
  );
}
