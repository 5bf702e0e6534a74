import { z } from "zod";
import { recordCustomerAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { service } from "#app/domain/readers/service.ts";
import type { Db } from "#db/connection.ts";
import {
  isConfirmedBy,
  readPropertyInformation,
  SELLERS,
} from "./read-property-information.server.ts";
import { lockOwnInformation } from "./save-answers.server.ts";
import { sectionsLeft } from "./section-progress.ts";

const NAME_LENGTH = 200;

/** Form in which a seller confirms the answers. `seen` is the time of the last answer shown. */
export const ConfirmForm = z.object({
  name: z
    .string({ error: "Enter your full name" })
    .trim()
    .min(1, "Enter your full name")
    .max(NAME_LENGTH, `Your name must be ${NAME_LENGTH} characters or fewer`),
  seen: z.string({ error: "Required" }).default(""),
});

type Confirmation = {
  transaction_id: string;
  user_id: ReaderId;
  name: string;
  /** Time of the last answer that the page showed, as text. */
  seen: string;
};

/**
 * Confirms the answers as one of the sellers. When the last seller has confirmed, sends them to the
 * seller’s solicitor. A seller who has confirmed already changes nothing.
 * @returns true if every seller has now confirmed
 * @throws NotFoundError for another’s matter; ConflictError if questions are left, or if an answer
 * has changed since the page was opened
 */
export async function confirmAnswers(
  trx: Db,
  { transaction_id, user_id, name, seen }: Confirmation,
): Promise<boolean> {
  await lockOwnInformation(trx, { transaction_id, user_id });
  const info = await readPropertyInformation(trx, service, transaction_id);
  if (isConfirmedBy(info, user_id)) return info.confirmed_at !== null;
  if (sectionsLeft(info) > 0) {
    throw new ConflictError("Some questions are still open. Answer them, then confirm");
  }
  if (info.last_answered_at !== seen) {
    throw new ConflictError(
      "An answer has changed since you opened this page. Check the answers, then confirm",
    );
  }
  await trx
    .insertInto("property_confirmations")
    .values({ transaction_id, user_id, name })
    .execute();
  await recordCustomerAudit(trx, {
    customer_id: user_id,
    action: "property_information_signed",
    subject: { type: "transaction", id: transaction_id },
    fields: ["name"],
  });
  return await completeConfirmation(trx, transaction_id);
}

/**
 * Records that the answers are confirmed once every seller who can sign in has confirmed them. Also
 * called when a seller is removed, who may have been the last one to confirm.
 * @returns true if the answers are confirmed
 */
export async function completeConfirmation(trx: Db, transaction_id: string): Promise<boolean> {
  const info = await trx
    .selectFrom("transactions")
    .innerJoin("property_information as info", "info.transaction_id", "transactions.id")
    .select(["info.confirmed_at", SELLERS.as("sellers")])
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirst();
  if (!info) return false;
  if (info.confirmed_at !== null) return true;
  if (!info.sellers.every(({ has_confirmed }) => has_confirmed)) return false;
  await trx
    .updateTable("property_information")
    .set({ confirmed_at: new Date() })
    .where("transaction_id", "=", transaction_id)
    .execute();
  await recordEvent(trx, {
    transaction_id,
    event_name: "property_information_confirmed",
    author: "system",
  });
  return true;
}

/**
 * Records whether the sellers agree that staff share the answers with the buyer’s solicitor and the
 * estate agent. Any of the sellers may agree, and may end it.
 * @throws NotFoundError for another’s matter; ConflictError before the answers are confirmed
 */
export async function agreeToShare(
  trx: Db,
  {
    transaction_id,
    user_id,
    agrees,
  }: { transaction_id: string; user_id: ReaderId; agrees: boolean },
): Promise<void> {
  const { confirmed_at, share_agreed_at } = await lockOwnInformation(trx, {
    transaction_id,
    user_id,
  });
  if (confirmed_at === null) {
    throw new ConflictError("The answers aren’t confirmed yet. Confirm them before you agree");
  }
  if (agrees === (share_agreed_at !== null)) return;
  await trx
    .updateTable("property_information")
    .set({
      share_agreed_at: agrees ? new Date() : null,
      share_agreed_by: agrees ? user_id : null,
    })
    .where("transaction_id", "=", transaction_id)
    .execute();
  await recordEvent(trx, {
    transaction_id,
    event_name: agrees
      ? "property_information_sharing_agreed"
      : "property_information_sharing_ended",
    author: "seller",
    author_id: user_id,
  });
}
