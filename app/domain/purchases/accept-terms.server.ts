import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { pendingTerms } from "#app/domain/onboarding/terms.server.ts";
import { TERMS_VERSION } from "#app/domain/onboarding/terms-version.ts";
import { inTransaction, type Db } from "#db/connection.ts";

/**
 * Writes down on the purchase that its buyer has accepted the terms: when, which version, and who (D-057, D-061,
 * AMB-C11), and sends them the text. A second time changes nothing.
 *
 * @param accepted_at when the box was ticked, if that was before now: a save that failed is tried again later.
 * @throws DomainError "Invalid purchase intent ID" without an id, or with one that is not this buyer's (D-062).
 */
export async function acceptBuyerTerms(
  db: Db,
  acceptance: { purchase_intent_id: string | undefined; buyer_id: string; accepted_at?: Date },
): Promise<void> {
  const { purchase_intent_id, buyer_id, accepted_at = new Date() } = acceptance;
  const invalid = () => new DomainError("Invalid purchase intent ID");
  if (!purchase_intent_id) throw invalid();
  await inTransaction(db, async (trx) => {
    const purchase = await trx
      .selectFrom("purchase_intents")
      .select(["transaction_id", "terms_accepted_at"])
      .where("id", "=", purchase_intent_id)
      .where("buyer_id", "=", buyer_id)
      .forUpdate()
      .executeTakeFirstOrThrow(invalid);
    if (purchase.terms_accepted_at) return;
    await trx
      .updateTable("purchase_intents")
      .set({
        terms_accepted_at: accepted_at,
        terms_accepted_by: buyer_id,
        terms_version: TERMS_VERSION,
      })
      .where("id", "=", purchase_intent_id)
      .where("buyer_id", "=", buyer_id)
      .execute();
    await recordEvent(trx, {
      transaction_id: purchase.transaction_id,
      purchase_intent_id,
      event_name: "buyer_terms_accepted",
      author: "buyer",
      author_id: buyer_id,
    });
    const buyer = await trx
      .selectFrom("users")
      .select("email")
      .where("id", "=", buyer_id)
      .executeTakeFirstOrThrow();
    await queueEmail(trx, {
      name: "buyer_terms_accepted",
      recipient: buyer.email,
      transaction_id: purchase.transaction_id,
      user_id: buyer_id,
      props: { purchase_intent_id },
      dedupe_key: `buyer_terms_accepted:${purchase_intent_id}`,
    });
  });
}

type BuyersTerms = { purchase_intent_id: string; buyer_id: string };

/** A buyer's acceptance that is not written down yet: it must be before the purchase is confirmed (AMB-C10). */
export const pendingBuyerTerms = pendingTerms<BuyersTerms>(
  ({ purchase_intent_id, buyer_id }) => ({
    user_id: buyer_id,
    form: `buy/terms-and-conditions:${purchase_intent_id}`,
  }),
  acceptBuyerTerms,
);
