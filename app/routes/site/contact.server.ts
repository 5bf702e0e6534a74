import { data, redirect } from "@remix-run/node";
import { ContactForm, requestContact } from "#app/domain/contact/contact.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { env } from "#app/platform/env.server.ts";
import { newFormKey, onceInTransaction } from "#app/forms/form-key.server.ts";
import { invalid, parseForm, refused } from "#app/forms/form.server.ts";
import { clientIp, requireTurns, TooManyError } from "#app/limits/limits.server.ts";
import { asPlainText, contactSupport, errorTexts } from "#app/observability/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { CONTACT_FORM } from "./contact-form.tsx";

/** Messages from one network address (AMB-G05). */
const LIMIT = { limit: 5, seconds: 60 * 60 };

/** What ContactForm is shown with. */
export function contactPage(request: Request): { formKey: string; sent: boolean } {
  const sent = new URL(request.url).searchParams.get("contact") === "sent";
  return { formKey: newFormKey(CONTACT_FORM), sent };
}

/** Takes the contact form: the page's action. A redirect says that the message is kept (G-036). */
export async function respondToContact(request: Request) {
  const submission = await parseForm(request, ContactForm);
  if (submission.status !== "success") return invalid(submission);
  const { website, form_key: key, ...asked } = submission.value;
  // A program is told the same as a person.
  if (website) return redirect(paths.contact.sent(), { status: 303 });
  try {
    const location = await onceInTransaction(
      db,
      { form: CONTACT_FORM, key, body: asked },
      async (trx) => {
        await requireTurns(trx, [{ key: `contact:${clientIp(request)}`, ...LIMIT }]);
        await requestContact(trx, asked);
        return paths.contact.sent();
      },
    );
    return redirect(location, { status: 303 });
  } catch (error) {
    if (error instanceof TooManyError) {
      const lastResult = submission.reply({ formErrors: [errorTexts["too-many"]] });
      const headers = { "Retry-After": String(error.retryAfterSeconds) };
      return data({ lastResult }, { status: 429, headers });
    }
    if (error instanceof ConflictError) return refused(submission, error.message, error.status);
    report(error, { what: "a contact request" });
    return refused(submission, asPlainText(contactSupport(env.SUPPORT_EMAIL)), 500);
  }
}
