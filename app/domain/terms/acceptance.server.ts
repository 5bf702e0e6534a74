import { queuedEmail } from "#app/queue/email.ts";
import { z } from "zod";
import { deleteDraft, readDraft, saveDraft } from "#app/domain/drafts/drafts.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { isoTimestamp } from "#app/domain/shared/dates.server.ts";
import { INVALID_PURCHASE_ID, INVALID_SALE_ID } from "#app/domain/shared/messages.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { TERMS_VERSION } from "./terms.ts";

export const sellerTermsAcceptedEmail = queuedEmail(
  "seller_terms_accepted",
  z.object({ transaction_id: z.string() }),
);
export const buyerTermsAcceptedEmail = queuedEmail(
  "buyer_terms_accepted",
  z.object({ purchase_intent_id: z.string() }),
);

export const ACCEPT_TERMS = "Please accept the terms and conditions to continue";

/**
 * Form with the checkbox that accepts the terms (AMB-C11). The id of the sale or purchase is
 * checked when the acceptance is stored (C-087, D-062).
 */
export const termsForm = z.object({
  terms_and_conditions: z.literal("on", {
    error: ACCEPT_TERMS,
  }),
  id: z.string().default(""),
  /** Version of the sale or purchase when the page showed its answers above the checkbox. */
  version: z.string().optional(),
});

const Pending = z.object({ accepted_at: isoTimestamp() });

/**
 * Builds the functions for pending acceptances of the terms, which could not be stored immediately
 * (AMB-C10). The customer can continue. The acceptance is stored before the last step takes effect.
 */
function pendingTerms<Target extends object>(
  draftOf: (target: Target) => { user_id: ReaderId; form: string },
  accept: (db: Db, acceptance: Target & { accepted_at: Date }) => Promise<void>,
) {
  async function since(db: Db, target: Target): Promise<Date | null> {
    const { user_id, form } = draftOf(target);
    const pending = Pending.safeParse(await readDraft(db, user_id, form)).data;
    return pending ? new Date(pending.accepted_at) : null;
  }

  async function forget(db: Db, target: Target): Promise<void> {
    const { user_id, form } = draftOf(target);
    await deleteDraft(db, user_id, form);
  }

  return {
    forget,

    async keep(db: Db, target: Target): Promise<void> {
      const { user_id, form } = draftOf(target);
      const pending = { accepted_at: new Date().toISOString() } satisfies z.input<typeof Pending>;
      await saveDraft(db, user_id, form, pending);
    },

    async isWaiting(db: Db, target: Target): Promise<boolean> {
      return (await since(db, target)) !== null;
    },

    /**
     * Stores a pending acceptance, if there is one.
     * @throws any error; the last step must then fail too
     */
    async record(db: Db, target: Target): Promise<void> {
      const accepted_at = await since(db, target);
      if (!accepted_at) return;
      await accept(db, { ...target, accepted_at });
      await forget(db, target);
    },
  };
}

/**
 * Records a seller’s acceptance of the terms, and emails them the text (C-085, C-086, AMB-C11).
 * Idempotent. A retry passes the time of the original acceptance (`accepted_at`).
 * @throws DomainError if the id is missing or the sale is not this seller’s (C-087)
 */
export async function acceptTerms(
  db: Db,
  acceptance: { transaction_id: string | undefined; seller_id: string; accepted_at?: Date },
): Promise<void> {
  const { transaction_id, seller_id, accepted_at = new Date() } = acceptance;
  const invalid = () => new DomainError(INVALID_SALE_ID);
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
      .where("seller_id", "=", seller_id)
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
      email: sellerTermsAcceptedEmail,
      recipient: seller.email,
      transaction_id,
      user_id: seller_id,
      props: { transaction_id },
      dedupe_key: `seller_terms_accepted:${transaction_id}`,
    });
  });
}

type SellersTerms = { transaction_id: string; seller_id: ReaderId };

/**
 * Functions for sellers’ pending acceptances. They are stored before any money is taken (AMB-C10).
 */
export const pendingSellerTerms = pendingTerms<SellersTerms>(
  ({ transaction_id, seller_id }) => ({
    user_id: seller_id,
    form: `sell/terms-and-conditions:${transaction_id}`,
  }),
  acceptTerms,
);

/**
 * Records a buyer’s acceptance of the terms, and emails them the text (D-057, D-061, AMB-C11).
 * Idempotent. A retry passes the time of the original acceptance (`accepted_at`).
 * @throws DomainError if the id is missing or the purchase is not this buyer’s (D-062)
 */
export async function acceptBuyerTerms(
  db: Db,
  acceptance: { purchase_intent_id: string | undefined; buyer_id: string; accepted_at?: Date },
): Promise<void> {
  const { purchase_intent_id, buyer_id, accepted_at = new Date() } = acceptance;
  const invalid = () => new DomainError(INVALID_PURCHASE_ID);
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
      email: buyerTermsAcceptedEmail,
      recipient: buyer.email,
      transaction_id: purchase.transaction_id,
      user_id: buyer_id,
      props: { purchase_intent_id },
      dedupe_key: `buyer_terms_accepted:${purchase_intent_id}`,
    });
  });
}

type BuyersTerms = { purchase_intent_id: string; buyer_id: ReaderId };

/**
 * Functions for buyers’ pending acceptances. They are stored before the purchase is confirmed
 * (AMB-C10).
 */
export const pendingBuyerTerms = pendingTerms<BuyersTerms>(
  ({ purchase_intent_id, buyer_id }) => ({
    user_id: buyer_id,
    form: `buy/terms-and-conditions:${purchase_intent_id}`,
  }),
  acceptBuyerTerms,
);
