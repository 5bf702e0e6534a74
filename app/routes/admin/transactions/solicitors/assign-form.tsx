import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { NO_BUYER_YET } from "#app/domain/assignments/no-buyer-yet.ts";
import {
  SOLICITOR_EMAILS,
  SOLICITOR_EMAIL_TEXTS,
  type SolicitorEmail,
  waitsForBuyer,
  suppressionReason,
} from "#app/domain/assignments/solicitor-emails.ts";
import type { SolicitorsChoice } from "#app/domain/assignments/solicitors-choice.server.ts";
import { type Side, SIDES } from "#app/domain/transactions/sides.ts";
import type { Choices } from "#app/domain/shared/choices.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { Badge } from "#app/ui/badge.tsx";
import type { Crumb } from "#app/ui/breadcrumbs.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { type FieldProps, labelByPart } from "#app/ui/forms/form-types.ts";
import { TextArea } from "#app/ui/forms/text-fields.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { DISCARDS } from "#app/ui/leave-prompt.tsx";
import { OptionField } from "../../shared/option-fields.tsx";
import { StaffPage } from "../../shared/staff-page.tsx";
import { SideMark } from "../marks.tsx";
import { UNPAID } from "./view.ts";

type Values = FormValues<SolicitorsChoice>;

export type AssignPage = {
  choices: Record<Side, Choices> | null;
  /** Id of the lawyer group that the seller prefers (AMB-H03). `preference` says this in words. */
  preferred: string;
  preference?: string;
  unpaid: boolean;
  has_active_purchase: boolean;
  for_group?: boolean;
  /**
   * The side that already has a solicitor, and the solicitor’s name. The form leaves this side out
   * (AMB-K03).
   */
  assigned: { side: Side; solicitor: string } | null;
  /**
   * Email addresses of each side’s customers. The first gets the email, and the others get a copy.
   */
  customers: Record<Side, string[]>;
};

/** Renders the form to choose a solicitor for each side and the emails to send (L-039 to L-057). */
export function AssignForm({
  page,
  check,
  trail,
  back,
  values,
  lastResult,
}: {
  page: AssignPage;
  check: ReactNode;
  trail: readonly Crumb[];
  back: string;
  values: Values | undefined;
  lastResult: SubmissionResult | null;
}) {
  const { choices, preferred, unpaid, assigned } = page;
  const [form, fields] = useAppForm<Values>({
    id: "assign-solicitors-form",
    lastResult,
    defaultValue: values ?? { ...ALL_TICKED, seller_lawyer_group_id: preferred },
  });
  return (
    <StaffPage
      title="Assign solicitors"
      trail={trail}
      form={form}
      questionNames={sideOfField}
      badges={unpaid ? <Badge tone="act">{UNPAID}</Badge> : null}
    >
      {check}
      {choices ? (
        <AppForm form={form} questionNames={sideOfField} className="assign">
          <input type="hidden" name="kept" value={assigned?.side ?? ""} />
          <div className="assign-sides">
            {SIDES.map((side) =>
              assigned?.side === side ? (
                <KeptSide key={side} {...assigned} />
              ) : (
                <SideFields
                  key={side}
                  side={side}
                  page={page}
                  choices={choices[side]}
                  fields={fields}
                />
              ),
            )}
          </div>
          <div className="assign-foot">
            <SubmitButton
              after={
                <>
                  <ButtonLink kind="quiet" to={back} state={DISCARDS}>
                    Cancel
                  </ButtonLink>
                  <span className="hint">
                    You’ll see each email before it’s sent. Nothing is sent until you confirm on the
                    next step.
                  </span>
                </>
              }
            >
              Check and continue
            </SubmitButton>
          </div>
        </AppForm>
      ) : (
        <>
          <Notification kind="error" title="Failed to fetch solicitors" />
          <p>
            <ButtonLink kind="quiet" to={back}>
              Go back
            </ButtonLink>
          </p>
        </>
      )}
    </StaffPage>
  );
}

const LEGENDS = { seller: "Seller", buyer: "Buyer" } as const;

const sideOfField = labelByPart({
  seller_lawyer_group_id: LEGENDS.seller,
  buyer_lawyer_group_id: LEGENDS.buyer,
});

/**
 * Initial values of the form. Every email is ticked, except those that can never be sent (AMB-L03).
 */
const ALL_TICKED = {
  seller_introduction: "on",
  seller_solicitor_instruction: "on",
  plot_plan_request: "on",
  buyer_introduction: "on",
  buyer_additional_info: "on",
  buyer_solicitor_instruction: "on",
} satisfies Record<SolicitorEmail, string>;

function KeptSide({ side, solicitor }: { side: Side; solicitor: string }) {
  return (
    <section className="card assign-side" aria-label={LEGENDS[side]}>
      <h2 className="cluster">
        <SideMark side={side} /> {LEGENDS[side]}
      </h2>
      <p>
        {LEGENDS[side]} solicitor: <strong>{solicitor}</strong>
      </p>
      <p className="hint">Already assigned. They won’t be changed or emailed.</p>
    </section>
  );
}

const NO_BUYER_HINT = `If you select “${NO_BUYER_YET.label}”, only the seller’s solicitor is assigned. The emails and comments for the buyer’s side are left out.`;

type Fields = ReturnType<typeof useAppForm<Values>>[1];

function SideFields({
  side,
  page,
  choices,
  fields,
}: {
  side: Side;
  page: AssignPage;
  choices: Choices;
  fields: Fields;
}) {
  const has_no_buyer = side === "buyer" && page.assigned === null && !page.has_active_purchase;
  const hint = side === "seller" ? page.preference : has_no_buyer ? NO_BUYER_HINT : undefined;
  return (
    <div className="card assign-side">
      <fieldset className="field">
        <legend className="cluster">
          <SideMark side={side} /> {LEGENDS[side]}
        </legend>
        <div className="stack">
          <OptionField
            key={fields[`${side}_lawyer_group_id`].key}
            {...fieldProps(fields[`${side}_lawyer_group_id`])}
            label={`${LEGENDS[side]} solicitor`}
            hint={hint}
            noun={`the ${side}’s solicitor`}
            empty="Select a solicitor"
            fixed={has_no_buyer ? [NO_BUYER_YET] : []}
            of="solicitors"
            choices={choices}
          />
          {SOLICITOR_EMAILS[side].map((name) => (
            <EmailSwitch
              key={name}
              {...fieldProps(fields[name])}
              email={name}
              side={side}
              page={page}
            />
          ))}
          {/* The field for comments is shown only if the instruction is ticked, because no other
              email contains the comments. */}
          <div className="assign-comment">
            <TextArea
              {...fieldProps(fields[`${side}_comments`])}
              label={`Comments for the ${side}’s solicitor`}
              hint="These will not appear to the customer."
              optional
              rows={2}
            />
          </div>
        </div>
      </fieldset>
    </div>
  );
}

function EmailSwitch({
  email,
  side,
  page: { for_group = false, has_active_purchase, customers },
  ...field
}: FieldProps & {
  email: SolicitorEmail;
  side: Side;
  page: AssignPage;
}) {
  const { label, help } = SOLICITOR_EMAIL_TEXTS[email];
  const facts = { for_group, has_active_purchase };
  const forcedOff = suppressionReason(email, facts);
  if (forcedOff === null) {
    const to = email.endsWith("_instruction") ? TO_SOLICITOR : toText(customers[side]);
    const hint = waitsForBuyer(email, facts) ? (
      <>
        {help} There’s no active purchase intent yet. If you tick this, we’ll send it when a
        purchase intent is activated.
      </>
    ) : (
      <>
        {help} {to ? <span className="assign-to">{to}</span> : null}
      </>
    );
    return (
      <Checkbox {...field} hint={hint}>
        {label}
      </Checkbox>
    );
  }
  return (
    <Checkbox id={field.id} name={field.name} hint={`Off: ${forcedOff}.`} disabled>
      {label}
    </Checkbox>
  );
}

const TO_SOLICITOR = "To the solicitor, with copies to their legal assistants";

function toText([first, ...others]: string[]) {
  if (first === undefined) return "";
  return others.length > 0 ? `To ${first}, with copies to ${others.join(", ")}` : `To ${first}`;
}
