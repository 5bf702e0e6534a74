import type { ReactNode } from "react";
import type { InvitationRole } from "#app/domain/invitations/labels.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { AppForm, SubmitButton } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import type { AnyForm, FieldsOf } from "#app/ui/forms/form-types.ts";
import { NameFields } from "#app/ui/forms/name-fields.tsx";
import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { EmailField } from "#app/ui/forms/text-fields.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { DISCARDS } from "#app/ui/leave-prompt.tsx";
import { StaffPage } from "../shared/staff-page.tsx";
import { BANNERS } from "../../sign-in/banners.ts";
import { TITLES } from "./view.ts";

export type CustomerForm = Record<
  "email" | "phone_number" | "phone_country" | "first_name" | "middle_name" | "last_name",
  string
>;

type Fields = FieldsOf<CustomerForm>;

/**
 * Renders the fields about the customer, which both forms have, and below them the other fields of
 * one form.
 */
export function InvitePage({
  to,
  form,
  formKey,
  preventEmail,
  fields,
  children,
}: {
  to: InvitationRole;
  form: AnyForm;
  formKey: string;
  preventEmail: boolean;
  fields: Fields;
  children: ReactNode;
}) {
  const titles = TITLES[to];
  const list = paths.admin.invitations(to);
  return (
    <StaffPage
      title={titles.add}
      width="page"
      form={form}
      trail={[{ label: titles.list, to: list }]}
    >
      <AppForm form={form} formKey={formKey} preventScrollReset>
        {preventEmail ? (
          <>
            <Notification kind="warning" title={BANNERS.preventEmail.text} />
            <input type="hidden" name="prevent_email" value="true" />
          </>
        ) : null}
        <Card title="Customer">
          <EmailField {...fieldProps(fields.email)} label="Email" autoComplete="off" />
          <PhoneField
            {...fieldProps(fields.phone_number)}
            country={fieldProps(fields.phone_country)}
            label="Mobile number"
            autoComplete="off"
          />
          <NameFields fields={fields} />
        </Card>
        {children}
        <SubmitButton
          after={
            <ButtonLink to={list} kind="quiet" state={DISCARDS}>
              Cancel
            </ButtonLink>
          }
        >
          Send invitation
        </SubmitButton>
      </AppForm>
    </StaffPage>
  );
}
