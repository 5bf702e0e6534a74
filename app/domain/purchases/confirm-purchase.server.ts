import { z } from "zod";
import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { objectId } from "#app/domain/fields/form-rules.server.ts";
import { completeInvitation } from "#app/domain/invited-matters/invited-matters.server.ts";
import { ACCEPT_TERMS } from "#app/domain/onboarding/terms.server.ts";
import { saleIsOpen } from "#app/domain/sales/sale-is-open.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { COMPLETING_EVENT } from "./read-purchase.server.ts";
import { purchaseNotFound } from "./not-found.ts";

/** "Finish onboarding" says which purchase; whose it is is asked where it is opened. */
export const confirmForm = z.object({ purchase_intent_id: objectId() });

/**
 * "Finish onboarding" (D-065, D-066): the buyer is done, and gets the success email. Staff decide later whose purchase
 * becomes the active one (AMB-D09). A second time changes nothing.
 *
 * @throws NotFoundError "Purchase intent not found", also for another customer's (AMB-A10); ConflictError before the
 *   terms are accepted, and once staff have aborted the purchase or its sale has ended.
 */
export async function confirmPurchase(
  db: Db,
  target: { id: string; buyer_id: string },
): Promise<{ transaction_id: string }> {
  return inTransaction(db, async (trx) => {
    const { transaction_id, terms_accepted_at, aborted, open, email } = await trx
      .selectFrom("purchase_intents")
      .innerJoin("transactions", "transactions.id", "purchase_intents.transaction_id")
      .innerJoin("users", "users.id", "purchase_intents.buyer_id")
      .select(["transaction_id", "purchase_intents.terms_accepted_at", "aborted", "email"])
      .select(saleIsOpen().as("open"))
      .where("purchase_intents.id", "=", target.id)
      .where("buyer_id", "=", target.buyer_id)
      .forUpdate("purchase_intents")
      .executeTakeFirstOrThrow(purchaseNotFound);
    if (!terms_accepted_at) {
      throw new ConflictError(ACCEPT_TERMS);
    }
    if (aborted || !open) throw new ConflictError("This purchase has ended");
    const first = await recordEvent(trx, {
      transaction_id,
      purchase_intent_id: target.id,
      event_name: COMPLETING_EVENT,
      author: "system",
    });
    if (first) {
      await completeInvitation(trx, { role: "buy", id: target.id });
      await queueEmail(trx, {
        name: "purchase_intent_success",
        recipient: email,
        transaction_id,
        user_id: target.buyer_id,
        props: { purchase_intent_id: target.id },
      });
    }
    return { transaction_id };
  });
}
