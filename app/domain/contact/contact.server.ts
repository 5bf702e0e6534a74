import { queuedEmail } from "#app/queue/email.ts";
import { z } from "zod";
import { freeText, freeTextLines } from "#app/domain/shared/free-text.server.ts";
import { emailAddress, fullPersonName } from "#app/domain/shared/names.server.ts";
import { optionalPhoneNumber } from "#app/domain/shared/phone.server.ts";
import { claimSubmission } from "#app/domain/form-submissions/form-submissions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { CONTACT_ERRORS, tooLong } from "#app/domain/shared/messages.ts";

export const contactRequestEmail = queuedEmail(
  "contact_request",
  z.object({ contact_request_id: z.string() }),
);

const MAX_MESSAGE_LENGTH = 5_000;

/** Schema of the contact form, with its fields in page order (G-029 to G-033, AMB-G05). */
export const ContactForm = z.object({
  full_name: fullPersonName(CONTACT_ERRORS.full_name, "Full name", 2),
  email: emailAddress(CONTACT_ERRORS.email),
  mobile_number: optionalPhoneNumber(CONTACT_ERRORS.mobile_number),
  message: freeText(
    CONTACT_ERRORS.message,
    `Message must be at most ${MAX_MESSAGE_LENGTH.toLocaleString("en-GB")} characters long`,
    { min: 2, max: MAX_MESSAGE_LENGTH, read: freeTextLines },
  ),
  referrer: freeText(CONTACT_ERRORS.referrer, tooLong("Referrer"), { min: 2 }),
  /** Honeypot field, which is hidden from people. Only bots fill it in. */
  website: z.string().optional(),
});

type ContactRequest = Omit<z.output<typeof ContactForm>, "website">;

/** Time for which an identical message counts as a duplicate. We promise an answer within a day. */
const DUPLICATE_MESSAGE_SECONDS = 24 * 60 * 60;

/**
 * Stores a contact request and emails the team (G-035, AMB-G05). Everyone gets the same page,
 * without an idempotency key in it, so the key is the hash of the request.
 * @returns false for a duplicate
 */
export async function requestContact(trx: Db, asked: ContactRequest): Promise<boolean> {
  const key = sha256(JSON.stringify(asked));
  const claim = { key, form: "contact", body_hash: key };
  if (!(await claimSubmission(trx, claim, { lapsesAfter: DUPLICATE_MESSAGE_SECONDS })))
    return false;
  const { id } = await trx
    .insertInto("contact_requests")
    .values(asked)
    .returning("id")
    .executeTakeFirstOrThrow();
  await queueEmail(trx, {
    email: contactRequestEmail,
    recipient: env.TEAM_EMAIL,
    props: { contact_request_id: id },
  });
  return true;
}

/** Returns a contact request for the email to the team. @throws NoResultError */
export function readContactRequest(db: Db, id: string) {
  return db
    .selectFrom("contact_requests")
    .select(["full_name", "email", "mobile_number", "message", "referrer"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
