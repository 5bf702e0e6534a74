import { queuedEmail } from "#app/queue/email.ts";
import { z } from "zod";
import { freeText, freeTextLines } from "#app/domain/fields/free-text.server.ts";
import { emailAddress, fullPersonName } from "#app/domain/fields/names.server.ts";
import { optionalPhoneNumber } from "#app/domain/fields/phone.server.ts";
import { claimSubmission } from "#app/domain/sent-forms/sent-forms.server.ts";
import { env } from "#app/platform/env.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { CONTACT_ERRORS, tooLong } from "#app/domain/fields/messages.ts";

export const contactRequestEmail = queuedEmail(
  "contact_request",
  z.object({ contact_request_id: z.string() }),
);

const MAX_MESSAGE_LENGTH = 5_000;

/** The contact form (G-029 to G-033, AMB-G05), in page order. */
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
  /** People do not see it: only programs fill it in. */
  website: z.string().optional(),
});

/** What a person asks us. */
type ContactRequest = Omit<z.output<typeof ContactForm>, "website">;

/** The same message counts as a copy for this long, since the answer is promised within a day. */
const COPY_SECONDS = 24 * 60 * 60;

/**
 * Stores what a person asks us and emails the team, once: the form is on a page that is the same for
 * everyone, so that the message is its own key (G-035, AMB-G05).
 *
 * @returns false for a copy of a message that is stored already
 */
export async function requestContact(trx: Db, asked: ContactRequest): Promise<boolean> {
  const key = sha256(JSON.stringify(asked));
  const claim = { key, form: "contact", body_hash: key };
  if (!(await claimSubmission(trx, claim, { lapsesAfter: COPY_SECONDS }))) return false;
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

/**
 * What a person asked us, for the email to the team.
 *
 * @throws NoResultError when it is gone
 */
export function readContactRequest(db: Db, id: string) {
  return db
    .selectFrom("contact_requests")
    .select(["full_name", "email", "mobile_number", "message", "referrer"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
