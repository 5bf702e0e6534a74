import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { recordEvent } from "#app/domain/events/record-event.server.ts";
import type { Db } from "#db/connection.ts";
import { keepLetter, letterKey, type PlannedLetter } from "./kept-letters.server.ts";
import type { PlannedEmail } from "./plan-solicitors.server.ts";

/**
 * Queues the emails of a plan, writes down in each matter that they went out, and keeps the letters among them as they are.
 * The plan must be of this database transaction: nothing is read again.
 */
export async function sendSolicitorEmails(trx: Db, emails: readonly PlannedEmail[]): Promise<void> {
  for (const { name, to, transaction_ids, purchase_intent_id, letter } of emails) {
    for (const transaction_id of transaction_ids) {
      await recordEvent(trx, {
        transaction_id,
        ...(purchase_intent_id && { purchase_intent_id }),
        event_name: `${name}_email_sent`,
        author: "system",
      });
    }
    if (letter) {
      await sendLetter(trx, letter);
      continue;
    }
    const [only] = transaction_ids.length === 1 ? transaction_ids : [];
    const of_purchase = only && purchase_intent_id && { transaction_id: only, purchase_intent_id };
    await queueEmail(trx, {
      name,
      recipient: to,
      ...(only && { transaction_id: only }),
      props: of_purchase || { transaction_ids },
    });
  }
}

/** Keeps a letter as it is, and queues its email; the caller writes down in the matter what that means. */
export async function sendLetter(
  trx: Db,
  letter: PlannedLetter,
  name: LetterName = `${letter.side}_solicitor_instruction`,
): Promise<void> {
  const { transaction_ids } = letter;
  const letter_id = await keepLetter(trx, letter);
  const [only] = transaction_ids.length === 1 ? transaction_ids : [];
  await queueEmail(trx, {
    name,
    recipient: letter.letter.to,
    ...(only && { transaction_id: only }),
    props: { letter_id },
    dedupe_key: letterKey(letter_id),
  });
}

type LetterName =
  | "seller_solicitor_instruction"
  | "buyer_solicitor_instruction"
  | "purchase_intent_activated_solicitor";
