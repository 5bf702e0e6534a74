import { ASSIGNMENT_EMAILS } from "./emails.ts";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import {
  queueInformationNews,
  readAgreedInformation,
} from "#app/domain/property-information/letters.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import {
  lockMatter,
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { storeLetter, letterKey, planLetter, type PlannedLetter } from "./letter.server.ts";
import type { PlannedEmail } from "./plan-solicitors.server.ts";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";

/**
 * Queues the emails of a plan, records events and stores letters. Call it in the database
 * transaction that made the plan.
 */
export async function sendSolicitorEmails(trx: Db, emails: readonly PlannedEmail[]): Promise<void> {
  const recorded = new Set<string>();
  for (const { name, to, transaction_ids, purchase_intent_id, letter } of emails) {
    for (const transaction_id of transaction_ids) {
      // Each person on a side gets an email of this kind, but the matter gets only one event.
      const key = `${name} ${transaction_id}`;
      if (recorded.has(key)) continue;
      recorded.add(key);
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
      email: ASSIGNMENT_EMAILS[name],
      recipient: to,
      ...(only && { transaction_id: only }),
      props: of_purchase || { transaction_ids },
    });
  }
}

/**
 * Stores a letter and queues its email. The caller records the event. The seller’s solicitor also
 * gets the property information, if the sellers have confirmed it.
 */
export async function sendLetter(
  trx: Db,
  letter: PlannedLetter,
  name: LetterName = `${letter.side}_solicitor_instruction`,
): Promise<void> {
  const { transaction_ids } = letter;
  const letter_id = await storeLetter(trx, letter);
  const [only] = transaction_ids.length === 1 ? transaction_ids : [];
  await queueEmail(trx, {
    email: ASSIGNMENT_EMAILS[name],
    recipient: letter.letter.to,
    ...(only && { transaction_id: only }),
    props: { letter_id },
    dedupe_key: letterKey(letter_id),
  });
  for (const transaction_id of transaction_ids) {
    if (letter.side === "seller") await queueInformationNews(trx, transaction_id);
    else await recordSharedWithLetter(trx, transaction_id);
  }
}

/** The letter to a buyer’s solicitor has the property information, if the sellers agree. */
async function recordSharedWithLetter(trx: Db, transaction_id: string) {
  if (!(await readAgreedInformation(trx, transaction_id, "buyer_solicitor"))) return;
  await recordEvent(trx, {
    transaction_id,
    event_name: "property_information_shared",
    author: "system",
    comments: "With the letter to the buyer’s solicitor",
  });
}

type LetterName =
  | "seller_solicitor_instruction"
  | "buyer_solicitor_instruction"
  | "purchase_intent_activated_solicitor";

type LetterOfSide = {
  transaction_id: string;
  side: Side;
  comment?: string | null;
};

/**
 * Returns the letter to one side's solicitor as it would be sent again now (AMB-L01). A letter to
 * the buyer's solicitor is about the active purchase.
 * @returns the letter in `planned`, or null with the reason in `refusal`; `mark` is the hash that
 * staff confirm
 * @throws NotFoundError "Transaction not found", also for an invalid id
 */
export async function planLetterResend(
  db: Db,
  _reader: StaffReader | ServiceReader,
  { transaction_id, side, ...letter }: LetterOfSide,
) {
  requireTransactionId(transaction_id);
  const matter = await db
    .selectFrom("transactions")
    .select([`${side}_comments as comment`, `${side}_lawyer_group_id as lawyer_group_id`])
    .select((eb) =>
      eb
        .selectFrom("purchase_intents")
        .select("purchase_intents.id")
        .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
        .where("purchase_intents.is_active", "=", true)
        .as("purchase_intent_id"),
    )
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  const { comment = matter.comment } = letter;
  const purchase_intent_id = side === "buyer" ? matter.purchase_intent_id : null;
  const nothing = (refusal: string) => ({ planned: null, comment, refusal, mark: "" });
  if (matter.lawyer_group_id === null) return nothing(`The ${side} has no solicitor yet.`);
  if (side === "buyer" && purchase_intent_id === null) {
    return nothing(
      "No purchase intent is active. We’ll email the buyer’s solicitor when one is activated.",
    );
  }
  const about = { side, transaction_ids: [transaction_id], purchase_intent_id, comment };
  const planned = await planLetter(db, about);
  if (!planned) return nothing("The lawyer group has no solicitor to email.");
  return { planned, comment, refusal: null, mark: hashPlan(planned) };
}

/**
 * Sends one side's letter again as staff confirmed it, and stores its comment for the next letter.
 * @throws NotFoundError; ConflictError if there is nothing to send or the letter has changed
 */
export async function resendLetter(
  db: Db,
  { transaction_id, side, comment }: Required<LetterOfSide>,
  { actor, confirmed }: { actor: Actor; confirmed: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockMatter(trx, transaction_id);
    const { planned, refusal, mark } = await planLetterResend(trx, service, {
      transaction_id,
      side,
      comment,
    });
    if (!planned) throw new ConflictError(refusal);
    requireAsConfirmed({ mark }, { mark: confirmed }, "The letter", "Read it, then send it");
    await trx
      .updateTable("transactions")
      .set({ [`${side}_comments`]: comment })
      .where("id", "=", transaction_id)
      .execute();
    await sendLetter(trx, planned);
    const { purchase_intent_id } = planned;
    await recordEvent(trx, {
      transaction_id,
      ...(purchase_intent_id && { purchase_intent_id }),
      event_name: `${side}_solicitor_instruction_email_sent`,
      author: "admin",
      author_id: actor.id,
    });
    await recordAudit(trx, {
      actor,
      action: "solicitor_letter_sent_again",
      subject: { type: "transaction", id: transaction_id },
      fields: [`${side}_comments`],
    });
  });
}
