import { paymentReceivedEmail } from "./emails.ts";
import { sql } from "kysely";
import { z } from "zod";
import { readDraft, saveDraft } from "#app/domain/drafts/drafts.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { ADDRESS_LINES } from "#app/domain/shared/address.server.ts";
import { assignNewMatters } from "#app/domain/handlers/assign-new-matters.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import {
  completeInvitation,
  homeKey,
  homeKeySql,
} from "#app/domain/invitations/invited-matters.server.ts";
import {
  CODE_NOT_VALID,
  findReferralCode,
  isUsable,
} from "#app/domain/invitations/referral-codes.server.ts";
import { NOTHING_PAID, requireNotRestored } from "#app/domain/restorations/restorations.server.ts";
import { queueParticipantEmails } from "#app/domain/people/participant-email.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { cancelOpenPayment } from "./compare-with-stripe.server.ts";
import { homeWithUsError, lockProperty, requireNotEnded } from "./duplicate-property.server.ts";
import { alreadyPaidError } from "./open-payments.server.ts";
import { readOrder, type SellerSaleIds } from "./orders.server.ts";
import { isSettled } from "./payment-status.ts";

/** Fields of the forms on the payment page. The browser never posts an amount (AMB-E02). */
export const paymentForm = z.object({
  /**
   * Id of the sale that the page shows. The form posts it, because two tabs share a session and may
   * show different sales.
   */
  transaction_id: z.string().optional(),
  /** With the intent "apply", an empty value removes the applied code. */
  referral_code: z.string().trim().max(64, CODE_NOT_VALID).default(""),
  form_key: z.string().default(""),
  /**
   * The button that the customer clicked. If they have typed a code, the button that pays with our
   * card form sends "card", so that the code is checked first.
   */
  intent: z.enum(["apply", "remove", "submit", "hosted", "card"]).catch("apply"),
});

/**
 * Draft with the code that the seller has applied. Until they apply or remove one, the code of
 * their invitation applies (AMB-E05). The code is not in the URL, because anyone could then guess
 * codes by changing the URL.
 */
const Chosen = z.object({ code: z.string().nullable() });

function form({ transaction_id }: SellerSaleIds) {
  return `sell/payment:${transaction_id}`;
}

/**
 * Returns the code that applies to a sale. If that is the code of an invitation and can no longer
 * be used, returns it as `invited` instead.
 */
export async function readCodes(
  db: Db,
  sale: SellerSaleIds,
): Promise<{ code: string | null; invited: string | null }> {
  const chosen = Chosen.safeParse(await readDraft(db, sale.seller_id, form(sale))).data;
  const invited = chosen ? null : await codeOfSale(db, sale);
  const standing = chosen?.code ?? invited;
  const code = standing === null ? null : await findReferralCode(db, standing);
  return { code, invited: code === null ? invited : null };
}

/** Returns the code that applies to a sale, or null. */
export async function readChosenCode(db: Db, sale: SellerSaleIds): Promise<string | null> {
  return (await readCodes(db, sale)).code;
}

/**
 * Throws if a code applies to a sale, because the sale cannot then be paid by card.
 * @throws ConflictError
 */
export async function refuseWithCode(db: Db, sale: SellerSaleIds): Promise<void> {
  if (await readChosenCode(db, sale)) {
    throw new ConflictError("A referral code has been used for this sale.");
  }
}

/**
 * Applies a code to a sale, in place of any earlier one (E-027, E-034). Returns false if the code
 * is not valid.
 */
export async function chooseCode(db: Db, sale: SellerSaleIds, typed: string): Promise<boolean> {
  const code = await findReferralCode(db, typed);
  await saveDraft(db, sale.seller_id, form(sale), { code });
  return code !== null;
}

/** Removes the code that applies to a sale (E-033). */
export async function forgetChosenCode(db: Db, sale: SellerSaleIds): Promise<void> {
  await saveDraft(db, sale.seller_id, form(sale), { code: null });
}

/**
 * Finds the code of the seller’s newest invitation to this sale, or to sell the same property
 * (AMB-E04).
 */
async function codeOfSale(db: Db, { transaction_id, seller_id }: SellerSaleIds) {
  const address = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select(ADDRESS_LINES)
    .where("transactions.id", "=", transaction_id)
    .where("transactions.seller_id", "=", seller_id)
    .executeTakeFirst();
  if (!address) return null;
  const invitation = await db
    .selectFrom("invitations as i")
    .select("i.referral_code")
    .where("i.user_id", "=", seller_id)
    .where("i.role", "=", "sell")
    .where("i.status", "<>", "cancelled")
    .where("i.referral_code", "is not", null)
    .where((eb) =>
      eb.or([
        eb("i.transaction_id", "=", transaction_id),
        eb.and([
          eb("i.transaction_id", "is", null),
          eb(homeKeySql("i"), "=", homeKey({ address })),
        ]),
      ]),
    )
    .orderBy("i.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return invitation?.referral_code ?? null;
}

/**
 * Pays for a sale with a referral code: its order becomes a paid invoice of £0 (E-031, AMB-E07).
 * Does nothing if the sale is already paid with a code. Locks the order, which must exist, and
 * cancels its open payment.
 * @throws DomainError "Code not valid"; ConflictError if the sale is paid by card or another
 * customer is already selling the property
 */
export async function payWithReferralCode(
  trx: Db,
  sale: SellerSaleIds,
  code: string,
): Promise<void> {
  await requireNotRestored(trx, NOTHING_PAID);
  const order = await lockOrder(trx, sale);
  if (order.code) return;
  if (isSettled(order) || order.stripe_transaction_status === "processing") {
    throw alreadyPaidError();
  }
  // The lock on the code’s row makes a concurrent payment wait, so that two payments cannot both
  // take the code’s last use.
  const used = await trx
    .updateTable("referral_codes")
    .set({ used_count: sql`used_count + 1` })
    .where("code", "=", code.trim())
    .where(isUsable)
    .returning("code")
    .executeTakeFirst();
  if (!used) throw new DomainError(CODE_NOT_VALID);
  await requireNotEnded(trx, order);
  if (await lockProperty(trx, order)) throw homeWithUsError();

  await trx
    .updateTable("orders")
    .set({
      payment_type: "invoice",
      code: used.code,
      total_amount_pence: 0,
      stripe_transaction_id: null,
      stripe_transaction_status: "succeeded",
      stripe_checkout_session_id: null,
      paid_at: sql`now()`,
      payment_failed_at: null,
      payment_failure: null,
    })
    .where("id", "=", order.id)
    .execute();
  await recordEvent(trx, {
    transaction_id: sale.transaction_id,
    event_name: "referral_code_applied",
    author: "seller",
    author_id: sale.seller_id,
  });
  await assignNewMatters(trx, [sale.transaction_id]);
  await completeInvitation(trx, { role: "sell", id: sale.transaction_id });
  await cancelOpenPayment(trx, order);
  const seller = await trx
    .selectFrom("users")
    .select("email")
    .where("id", "=", sale.seller_id)
    .executeTakeFirstOrThrow();
  await queueEmail(trx, {
    email: paymentReceivedEmail,
    recipient: seller.email,
    transaction_id: sale.transaction_id,
    user_id: sale.seller_id,
    props: { order_id: order.id },
    dedupe_key: `payment_received:${order.id}`,
  });
  const { transaction_id } = sale;
  await queueParticipantEmails(trx, {
    kind: "seller",
    transaction_id,
    primary_email: seller.email,
  });
}

/**
 * Returns the id of a sale that the seller has paid for with a code, or null (AMB-E06): the sale
 * `transaction_id` if it is given, otherwise the newest.
 */
export async function salePaidWithCode(
  db: Db,
  { transaction_id, seller_id }: { transaction_id: string | undefined; seller_id: ReaderId },
): Promise<string | null> {
  if (transaction_id !== undefined && !isObjectId(transaction_id)) return null;
  const order = await db
    .selectFrom("orders")
    .innerJoin("transactions", "transactions.id", "orders.transaction_id")
    .select("orders.transaction_id")
    .where("transactions.seller_id", "=", seller_id)
    .where("orders.code", "is not", null)
    .where("orders.paid_at", "is not", null)
    .$if(transaction_id !== undefined, (query) =>
      query.where("orders.transaction_id", "=", transaction_id ?? ""),
    )
    .orderBy("transactions.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return order?.transaction_id ?? null;
}

async function lockOrder(trx: Db, sale: SellerSaleIds) {
  const { id } = await readOrder(trx, sale);
  return trx
    .selectFrom("orders")
    .select([
      "id",
      "transaction_id",
      "code",
      "paid_at",
      "review",
      "stripe_transaction_id",
      "stripe_transaction_status",
      "stripe_checkout_session_id",
    ])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
