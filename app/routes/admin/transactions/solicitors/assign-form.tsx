import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import {
  type Side,
  SOLICITOR_EMAILS,
  SOLICITOR_EMAIL_TEXTS,
  type SolicitorEmail,
  whyForcedOff,
} from "#app/domain/transactions/solicitor-emails.ts";
import type { SolicitorsChoice } from "#app/domain/transactions/solicitors-form.server.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { Badge } from "#app/ui/badge.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { namePart } from "#app/ui/forms/form-types.ts";
import { type Choice, SelectField } from "#app/ui/forms/select-field.tsx";
import { TextArea } from "#app/ui/forms/text-fields.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { GoBack } from "../../kit/problem-dialog.tsx";
import { UNPAID } from "./view.ts";

type Values = FormValues<SolicitorsChoice>;

type Page = {
  /** Null when they could not be read. */
  options: Choice[] | null;
  /** The lawyer group that the seller would like (AMB-H03). */
  preferred: string;
  unpaid: boolean;
  has_active_purchase: boolean;
  for_group?: boolean;
};

/** Asks who is to act for each side and which emails are to be sent (L-039 to L-057). */
export function AssignForm({
  page,
  check,
  back,
  values,
  lastResult,
}: {
  page: Page;
  /** Shows what it is about, before anybody is assigned to it. */
  check: ReactNode;
  back: string;
  /** Chosen before, when somebody came back to amend it. */
  values: Values | undefined;
  lastResult: SubmissionResult | null;
}) {
  const { options, preferred, unpaid, has_active_purchase, for_group = false } = page;
  const [form, fields] = useAppForm<Values>({
    id: "assign-solicitors-form",
    lastResult,
    defaultValue: values ?? { ...ALL_TICKED, seller_lawyer_group_id: preferred },
  });
  const facts = { for_group, has_active_purchase };
  return (
    <RouteDialog title="Assign solicitors" back={back} openerId="assign-solicitors">
      {unpaid ? (
        <p>
          <Badge tone="act">{UNPAID}</Badge>
        </p>
      ) : null}
      {check}
      {options ? (
        <AppForm form={form} questionNames={sideOfField}>
          {SIDES.map(({ side, legend }) => (
            <div key={side} className="card form-part">
              <fieldset className="field">
                <legend>{legend}</legend>
                <div className="stack">
                  <SelectField
                    field={fields[`${side}_lawyer_group_id`]}
                    label={`${legend} solicitor`}
                    empty="Select a solicitor"
                    options={options}
                  />
                  {SOLICITOR_EMAILS[side].map((name) => (
                    <EmailSwitch
                      key={name}
                      name={name}
                      field={fields[name]}
                      forcedOff={whyForcedOff(name, facts)}
                    />
                  ))}
                  <TextArea
                    field={fields[`${side}_comments`]}
                    label={`Comments for the ${side}’s solicitor`}
                    hint="These will not appear to the customer."
                    optional
                    autoComplete="off"
                  />
                </div>
              </fieldset>
            </div>
          ))}
          <SubmitButton after={<DialogCancel back={back} />}>Check and continue</SubmitButton>
          <p className="hint">Nothing is sent until you confirm on the next step.</p>
        </AppForm>
      ) : (
        <>
          <Notification kind="error" title="Failed to fetch solicitors" />
          <GoBack to={back} />
        </>
      )}
    </RouteDialog>
  );
}

const SIDES: { side: Side; legend: string }[] = [
  { side: "seller", legend: "Seller" },
  { side: "buyer", legend: "Buyer" },
];

const sideOfField = namePart({
  seller_lawyer_group_id: "Seller",
  buyer_lawyer_group_id: "Buyer",
});

/** As the form is opened: every email that is not forced off is sent (AMB-L03). */
const ALL_TICKED = {
  seller_introduction: "on",
  seller_solicitor_instruction: "on",
  plot_plan_request: "on",
  buyer_introduction: "on",
  buyer_additional_info: "on",
  buyer_solicitor_instruction: "on",
} satisfies Record<SolicitorEmail, string>;

function EmailSwitch({
  name,
  field,
  forcedOff,
}: {
  name: SolicitorEmail;
  field: Parameters<typeof Checkbox>[0]["field"];
  forcedOff: string | null;
}) {
  const { label, help } = SOLICITOR_EMAIL_TEXTS[name];
  if (forcedOff === null) {
    return (
      <Checkbox field={field} hint={help}>
        {label}
      </Checkbox>
    );
  }
  const { key, formId } = field;
  const off = { key, formId, name: field.name, errors: undefined, initialValue: "" };
  return (
    <Checkbox field={off} hint={`Off: ${forcedOff}.`} disabled>
      {label}
    </Checkbox>
  );
}
