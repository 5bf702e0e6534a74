import { EmailField, TextField } from "#app/ui/forms/text-fields.tsx";
import type { ComponentProps } from "react";
import { FormDialog } from "../kit/form-dialog.tsx";

/** What its fields are called, in the form and where two versions are compared. */
export const PERSON_LABELS = {
  first_name: "First name",
  middle_name: "Middle name",
  last_name: "Last name",
  email: "Email",
  phone_number: "Mobile number",
};

type Values = Record<keyof typeof PERSON_LABELS, string>;

type Dialog = ComponentProps<typeof FormDialog<Values>>;

/** Corrects a person, and says who is told and what Thirdfort keeps. */
export function CorrectForm({
  page,
  result,
}: {
  page: Dialog["page"] & {
    title: string;
    extra: {
      signs_in: boolean;
      /** The days on which Thirdfort was asked to check them. */
      checked_on: string[];
    } | null;
  };
  result: Dialog["result"];
}) {
  const { signs_in = false, checked_on = [] } = page.extra ?? {};
  return (
    <FormDialog<Values> id="correct-person" title={page.title} page={page} result={result}>
      {(fields) => (
        <>
          <TextField
            field={fields.first_name}
            label={PERSON_LABELS.first_name}
            autoComplete="off"
          />
          <TextField
            field={fields.middle_name}
            label={PERSON_LABELS.middle_name}
            optional
            autoComplete="off"
          />
          <TextField field={fields.last_name} label={PERSON_LABELS.last_name} autoComplete="off" />
          <EmailField
            field={fields.email}
            label={PERSON_LABELS.email}
            hint={
              signs_in
                ? "If you change it, we write to the old address and to the new one. They sign in with the new one; every link to the old one ends, wherever they are signed in they are signed out, and an invitation that nobody has opened has to be sent again."
                : "If you change it, we write to the old address and to the new one."
            }
            autoComplete="off"
          />
          <TextField
            field={fields.phone_number}
            label={PERSON_LABELS.phone_number}
            optional={signs_in}
            type="tel"
            autoComplete="off"
          />
          <p>
            {checked_on.length === 0
              ? "Thirdfort has not been asked to check them: the first check is ordered with what you save here."
              : `Thirdfort was asked to check them on ${checked_on.join(" and ")}. An ordered check keeps the name, email and number that it was ordered with: to check what you save here, abort it or reorder it on the Thirdfort tab.`}
          </p>
        </>
      )}
    </FormDialog>
  );
}
