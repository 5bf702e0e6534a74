import type { SubmissionResult } from "@conform-to/react";
import { useContext } from "react";
import { CONTACT_ERRORS } from "#app/domain/shared/messages.ts";
import { paths } from "#app/paths.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { Honeypot } from "#app/ui/forms/honeypot.tsx";
import { EmailField, TextArea, TextField } from "#app/ui/forms/text-fields.tsx";
import { NonceContext } from "#app/ui/nonce.ts";
import { Notification } from "#app/ui/notification.tsx";
import contactButton from "./contact-button.js?url";

type Fields = {
  full_name: string;
  email: string;
  mobile_number: string;
  message: string;
  referrer: string;
};

/**
 * Renders the contact form (G-012, AMB-G05). A script marks missing fields and disables the button,
 * which can still be focused (G-034, AMB-G04, AX-1).
 */
export function ContactForm({
  sent,
  lastResult,
}: {
  sent: boolean;
  lastResult: SubmissionResult | undefined;
}) {
  const [form, fields] = useAppForm<Fields>({ id: "contact-us", lastResult: lastResult ?? null });
  const nonce = useContext(NonceContext);
  if (sent) return <ContactSent />;
  return (
    <AppForm form={form} action={paths.contact.post()} reloadDocument>
      <TextField {...fieldProps(fields.full_name)} label="Full name" autoComplete="name" />
      <EmailField {...fieldProps(fields.email)} label="Email address" />
      <TextField
        {...fieldProps(fields.mobile_number)}
        label="Mobile number"
        optional
        type="tel"
        autoComplete="tel"
        hint="If it’s not a UK number, include the country code, for example +33"
      />
      <TextArea {...fieldProps(fields.message)} label="Your message" rows={5} />
      <TextField
        {...fieldProps(fields.referrer)}
        label="How did you hear about us?"
        autoComplete="off"
      />
      <Honeypot />
      <p className="hint" data-errors={JSON.stringify(CONTACT_ERRORS)}>
        To send your message, fill in everything. The mobile number is optional.
      </p>
      <SubmitButton>Send message</SubmitButton>
      <script type="module" src={contactButton} nonce={nonce} />
    </AppForm>
  );
}

function ContactSent() {
  return (
    <div className="stack">
      <Notification
        kind="success"
        live
        title="Your message has been sent! We will get back to you within 24 hours."
      />
      <p>
        <a href={paths.contact.form()}>Send another message</a>
      </p>
    </div>
  );
}
