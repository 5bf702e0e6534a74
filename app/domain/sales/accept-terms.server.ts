import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { pendingTerms } from "#app/domain/onboarding/terms.server.ts";
import { TERMS_VERSION } from "#app/domain/onboarding/terms-version.ts";
import { inTransaction, type Db } from "#db/connection.ts";

/**
 * Writes down that a seller has accepted the terms: when, which version, and who (C-085, C-086, AMB-C11), and sends them
 * the text. A second time changes nothing.
 *
 * @param accepted_at when the box was ticked, if that was before now: a save that failed is tried again later.
 * @throws DomainError "Invalid transaction ID" without an id, or with one that is not this seller's (C-087).
 */
export async function acceptTerms(
  db: Db,
  acceptance: { transaction_id: string | undefined; seller_id: string; accepted_at?: Date },
): Promise<void> {
  const { transaction_id, seller_id, accepted_at = new Date() } = acceptance;
  const invalid = () => new DomainError("Invalid transaction ID");
  if (!transaction_id) throw invalid();
  await inTransaction(db, async (trx) => {
    const sale = await trx
      .selectFrom("transactions")
      .select("terms_accepted_at")
      .where("id", "=", transaction_id)
      .where("seller_id", "=", seller_id)
      .forUpdate()
      .executeTakeFirstOrThrow(invalid);
    if (sale.terms_accepted_at) return;
    await trx
      .updateTable("transactions")
      .set({
        terms_accepted_at: accepted_at,
        terms_accepted_by: seller_id,
        terms_version: TERMS_VERSION,
      })
      .where("id", "=", transaction_id)
      .execute();
    await recordEvent(trx, {
      transaction_id,
      event_name: "seller_terms_accepted",
      author: "seller",
      author_id: seller_id,
    });
    const seller = await trx
      .selectFrom("users")
      .select("email")
      .where("id", "=", seller_id)
      .executeTakeFirstOrThrow();
    await queueEmail(trx, {
      name: "seller_terms_accepted",
      recipient: seller.email,
      transaction_id,
      user_id: seller_id,
      props: { transaction_id },
      dedupe_key: `seller_terms_accepted:${transaction_id}`,
    });
  });
}

type SellersTerms = { transaction_id: string; seller_id: string };

/** A seller's acceptance that is not written down yet: it must be before any money is taken (AMB-C10). */
export const pendingSellerTerms = pendingTerms<SellersTerms>(
  ({ transaction_id, seller_id }) => ({
    user_id: seller_id,
    form: `sell/terms-and-conditions:${transaction_id}`,
  }),
  acceptTerms,
);
