import type { SubmissionResult } from "@conform-to/react";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { Card } from "#app/ui/card.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { CurrencyField } from "#app/ui/forms/currency-field.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { FileField, UploadProgress } from "#app/ui/forms/file-field.tsx";
import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { EmailField, TextField } from "#app/ui/forms/text-fields.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { MemorandumView } from "./memorandum-view.ts";

type Fields = Record<
  | "first_name"
  | "last_name"
  | "email"
  | "phone_number"
  | "phone_country"
  | "agreed_price_pounds"
  | "person"
  | "files",
  string
>;

/** Creates the form “Sale agreed”. Its errors are shown above the h1. */
export function useSaleAgreedForm(person: string, lastResult: SubmissionResult | null | undefined) {
  return useAppForm<Fields>({ id: "sale-agreed", lastResult, defaultValue: { person } });
}

/** Asks for the memorandum of sale, or says what we do with the one that the office has sent. */
export function MemorandumCard({
  memorandum: { state, sent, declined },
  form,
}: {
  memorandum: MemorandumView;
  form: ReturnType<typeof useSaleAgreedForm>;
}) {
  switch (state) {
    case "has_buyer":
      return (
        <Card title="A sale is agreed">
          <p>We’ve recorded the buyer. You don’t need to send a memorandum of sale.</p>
        </Card>
      );
    case "sent":
      return (
        <Card title="We’re checking your memorandum of sale">
          <p>{sent}</p>
          <p>We’ll email you once we’ve recorded the sale, or if we need anything else.</p>
        </Card>
      );
    case "open":
      return (
        <Card tone="next" title="Sale agreed?">
          {declined ? (
            <Notification kind="warning" title="We couldn’t record the sale">
              <p>
                {declined.on}: {declined.reason}
              </p>
            </Notification>
          ) : null}
          <p>
            Send us the memorandum of sale. Our team will check it before {PRODUCT_NAME} invites the
            buyer.
          </p>
          <SaleAgreed form={form} />
        </Card>
      );
  }
}

/** The file comes last, because the server reads the form as a stream. */
function SaleAgreed({ form: [form, fields] }: { form: ReturnType<typeof useSaleAgreedForm> }) {
  const { id, name, errors } = fieldProps(fields.files);
  return (
    <AppForm form={form} encType="multipart/form-data">
      <div className="firm-fields">
        <TextField
          {...fieldProps(fields.first_name)}
          label="Buyer’s first name"
          autoComplete="off"
        />
        <TextField {...fieldProps(fields.last_name)} label="Buyer’s last name" autoComplete="off" />
      </div>
      <EmailField {...fieldProps(fields.email)} label="Buyer’s email" autoComplete="off" />
      <PhoneField
        {...fieldProps(fields.phone_number)}
        country={fieldProps(fields.phone_country)}
        label="Buyer’s mobile number"
        autoComplete="off"
      />
      <CurrencyField
        {...fieldProps(fields.agreed_price_pounds)}
        label="Agreed price"
        example="£450,000"
      />
      <TextField {...fieldProps(fields.person)} label="Your name" autoComplete="name" />
      <FileField
        {...{ id, name, errors }}
        isSingle
        label="Memorandum of sale"
        hint="One PDF, photo or Word file, up to 20 MB. If there is more than one buyer, our team will add the others from it."
      />
      <SubmitButton>Send memorandum</SubmitButton>
      <UploadProgress />
    </AppForm>
  );
}
