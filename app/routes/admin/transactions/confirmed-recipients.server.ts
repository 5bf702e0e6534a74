import { formText } from "#app/forms/form.server.ts";

/** Who was shown as those who will be written to, as the page that asks posts it (`recipients.join()`). */
export function confirmedRecipients(form: FormData): string[] {
  return formText(form, "recipients").split(",").filter(Boolean);
}
