import { formText } from "#app/forms/form.server.ts";

/** Who was shown as those who will be written to, as the page that asks posts it (`recipients.join()`). */
export function confirmedRecipients(form: FormData): string[] {
  return formText(form, "recipients").split(",").filter(Boolean);
}

/** The same of an email that may be sent again, with when it was shown to have been sent last; null for never. */
export function confirmedSending(form: FormData) {
  return {
    recipients: confirmedRecipients(form),
    last_sent_at: formText(form, "last_sent_at") || null,
  };
}
