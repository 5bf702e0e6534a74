/** The referral fee of each side, which staff record and letters state. */

import { z } from "zod";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { optionalFreeText, staffTextLine } from "#app/domain/shared/free-text.server.ts";
import { oneOf } from "#app/domain/shared/form-rules.server.ts";
import { tooManyCharacters } from "#app/domain/shared/messages.ts";
import {
  lockMatter,
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { type Edit, saveChange } from "#app/domain/versions/save-change.server.ts";
import type { Db } from "#db/connection.ts";

/** The seller’s side of a matter if there is no purchase, otherwise the buyers of the purchase. */
type ReferralFeePlace = { transaction_id: string; purchase_intent_id: string | null };

const MAX_LENGTH = 200;

/** Form of a referral fee. Only a fee that is paid has details. */
export const ReferralFeeForm = z
  .object({
    referral_fee_paid: oneOf(["not_known", "no", "yes"]),
    referral_fee: optionalFreeText(tooManyCharacters(MAX_LENGTH), {
      max: MAX_LENGTH,
      read: staffTextLine,
    }),
  })
  .transform(({ referral_fee_paid, referral_fee }, context) => {
    if (referral_fee_paid !== "yes") return { referral_fee_paid, referral_fee: null };
    if (referral_fee !== null) return { referral_fee_paid, referral_fee };
    const message = "Enter who is paid, and how much";
    context.addIssue({ code: "custom", path: ["referral_fee"], message });
    return z.NEVER;
  });

export type ReferralFeeValues = {
  referral_fee_paid: "not_known" | "no" | "yes";
  referral_fee: string | null;
};

/**
 * Reads the referral fee of a side as its form shows it.
 * @throws NotFoundError, also for a purchase of another matter
 */
export async function readReferralFeeForm(
  db: Db,
  reader: StaffReader | ServiceReader,
  { transaction_id, purchase_intent_id }: ReferralFeePlace,
): Promise<ReferralFeeValues> {
  requireTransactionId(transaction_id);
  if (purchase_intent_id !== null && !isObjectId(purchase_intent_id)) throw transactionNotFound();
  const { referral_fee_paid: is_paid, referral_fee } =
    purchase_intent_id === null
      ? await db
          .selectFrom("transactions")
          .select(["referral_fee_paid", "referral_fee"])
          .where("id", "=", transaction_id)
          .executeTakeFirstOrThrow(transactionNotFound)
      : await db
          .selectFrom("purchase_intents")
          .select(["referral_fee_paid", "referral_fee"])
          .where("id", "=", purchase_intent_id)
          .where("transaction_id", "=", transaction_id)
          .executeTakeFirstOrThrow(transactionNotFound);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return {
    referral_fee_paid: is_paid === null ? "not_known" : is_paid ? "yes" : "no",
    referral_fee,
  };
}

/**
 * Records the referral fee of a side. It sends no email. The history shows the old and the new fee.
 * @throws EditConflictError; NotFoundError, also for a purchase of another matter
 */
export async function updateReferralFee(
  db: Db,
  place: ReferralFeePlace,
  yours: ReferralFeeValues,
  edit: Edit,
): Promise<void> {
  const { transaction_id, purchase_intent_id } = place;
  await saveChange(db, {
    ...edit,
    action: "referral_fee_updated",
    subject:
      purchase_intent_id === null
        ? { type: "transaction", id: transaction_id }
        : { type: "purchase_intent", id: purchase_intent_id },
    yours,
    async read(trx) {
      await lockMatter(trx, transaction_id);
      return readReferralFeeForm(trx, service, place);
    },
    async write(trx) {
      const fee = {
        referral_fee_paid:
          yours.referral_fee_paid === "not_known" ? null : yours.referral_fee_paid === "yes",
        referral_fee: yours.referral_fee,
      };
      if (purchase_intent_id === null) {
        await trx.updateTable("transactions").set(fee).where("id", "=", transaction_id).execute();
        return;
      }
      await trx
        .updateTable("purchase_intents")
        .set(fee)
        .where("id", "=", purchase_intent_id)
        .where("transaction_id", "=", transaction_id)
        .execute();
    },
  });
}
