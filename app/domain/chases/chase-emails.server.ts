/** Contents of the emails about questions to firms, read when each email is sent. */

import { z } from "zod";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { addressLine, streetLine } from "#app/domain/shared/address.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { paths } from "#app/paths.ts";
import { randomId, sha256 } from "#app/platform/secrets.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { queuedEmail } from "#app/queue/email.ts";
import type { Db } from "#db/connection.ts";
import {
  AFTER_ANSWER,
  answerText,
  CHASED_STEPS,
  chaseLetter,
  isChasedStep,
  firmOf,
} from "./chase-words.ts";
import { readFirmContact } from "./chased-matter.server.ts";

/** Email to the matter’s handler after a firm has answered a question. */
export const firmAnsweredEmail = queuedEmail(
  "firm_answered",
  z.object({ chase_id: z.string(), user_id: z.string() }),
);

/**
 * Returns the content of the email to a firm. Gives the link a new token, because only the hash of
 * a token is stored.
 * @throws EmailNotNeededError if the question has been answered or has ended
 */
export async function readChaseEmail(db: Db, { chase_id }: { chase_id: string }) {
  const token = randomId();
  const issued = await db
    .updateTable("chases")
    .set({ token_hash: sha256(token) })
    .where("id", "=", chase_id)
    .where("ended_at", "is", null)
    .where("answer", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!issued) throw new EmailNotNeededError();
  const chase = await readChase(db, chase_id);
  const { step, contact, follow_up_on, expires_at, number, address } = chase;
  const today = londonDay(new Date());
  const property = addressLine(address);
  return {
    property,
    cc: contact.cc,
    letter: chaseLetter({
      step,
      property,
      street: streetLine(address),
      first_name: contact.first_name,
      reference: formatMatterNumber(number),
      answer_by: sentenceDate(follow_up_on, today),
      expires_on: sentenceDate(expires_at, today),
    }),
    url: siteUrl(paths.chase(chase_id, { token })),
  };
}

/**
 * Returns the content of the email to the handler about a firm’s answer.
 * @throws EmailNotNeededError if the question or the member of staff no longer exists
 */
export async function readAnsweredEmail(
  db: Db,
  { chase_id, user_id }: z.output<typeof firmAnsweredEmail.ids>,
) {
  const staff = await db
    .selectFrom("users")
    .select("first_name")
    .where("id", "=", user_id)
    .where("active", "=", true)
    .executeTakeFirstOrThrow(() => new EmailNotNeededError());
  const chase = await readChase(db, chase_id);
  const answer = answerText(chase, londonDay(new Date()));
  if (chase.answer === null || answer === null) throw new EmailNotNeededError();
  return {
    first_name: staff.first_name,
    property: addressLine(chase.address),
    firm: chase.contact.name,
    question: CHASED_STEPS[chase.step].question,
    answer,
    note: chase.answer_note,
    next: AFTER_ANSWER[chase.answer],
    answered_by: chase.answered_by ?? "",
    page: siteUrl(paths.admin.transaction(chase.transaction_id)),
  };
}

async function readChase(db: Db, id: string) {
  const { side, step, lawyer_group_id, estate_agent_id, ...chase } = await db
    .selectFrom("chases")
    .innerJoin("transactions", "transactions.id", "chases.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(["chases.transaction_id", "chases.side", "chases.step", "chases.lawyer_group_id"])
    .select(["chases.estate_agent_id", "chases.expires_at", "chases.answer", "chases.answer_day"])
    .select(["chases.answer_waiting_for", "chases.answer_note", "chases.answered_by"])
    .select(["chases.follow_up_on", "transactions.number"])
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .where("chases.id", "=", id)
    .executeTakeFirstOrThrow(() => new EmailNotNeededError());
  const firm_id = lawyer_group_id ?? estate_agent_id;
  if (!isChasedStep(step) || firm_id === null) throw new EmailNotNeededError();
  const firm = firmOf({ side, estate_agent_id });
  const contact = await readFirmContact(db, { firm, id: firm_id });
  return { ...chase, step, contact };
}
