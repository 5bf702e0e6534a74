import { data, redirect } from "@remix-run/node";
import { ContactForm, requestContact } from "#app/domain/contact/contact.server.ts";
import { env } from "#app/platform/env.server.ts";
import { showFormErrors, parseForm, showFormRefusal } from "#app/forms/form.server.ts";
import { clientIp, requireLimits, RateLimitError } from "#app/limits/limits.server.ts";
import { asPlainText, contactSupport, errorTexts } from "#app/observability/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { db, inTransaction } from "#db/connection.ts";

/** Rate limit on messages per IP address (AMB-G05). */
const LIMIT = { limit: 5, seconds: 60 * 60 };

/** Handles the contact form. Once the message is stored, redirects (G-036). */
export async function respondToContact(request: Request) {
  const submission = await parseForm(request, ContactForm);
  if (submission.status !== "success") return showFormErrors(submission);
  const { website, ...asked } = submission.value;
  const sent = redirect(paths.contact.sent(), { status: 303 });
  // A bot gets the same response as a person.
  if (website) return sent;
  try {
    await inTransaction(db, async (trx) => {
      const isNew = await requestContact(trx, asked);
      // If this throws, the transaction is rolled back and the message is not stored.
      if (isNew) await requireLimits(trx, [{ key: `contact:${clientIp(request)}`, ...LIMIT }]);
    });
    return sent;
  } catch (error) {
    if (error instanceof RateLimitError) {
      const lastResult = submission.reply({ formErrors: [errorTexts["too-many"]] });
      const headers = { "Retry-After": String(error.retryAfterSeconds) };
      return data({ lastResult }, { status: 429, headers });
    }
    report(error, { what: "a contact request" });
    return showFormRefusal(submission, asPlainText(contactSupport(env.SUPPORT_EMAIL)), 500);
  }
}
