import { paymentReceivedEmail } from "./emails.ts";
import { sql } from "kysely";
import { z } from "zod";
import { readDraft, saveDraft } from "#app/domain/drafts/drafts.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { ADDRESS_LINES } from "#app/domain/shared/address.server.ts";
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
import { homeWithUsError, lockProperty } from "./duplicate-property.server.ts";
import { alreadyPaidError } from "./open-payments.server.ts";
import { readOrder, type SellerSaleIds } from "./orders.server.ts";
import { isSettled } from "./payment-status.ts";

/** Forms of the payment page. The browser never posts an amount (AMB-E02). */
export const paymentForm = z.object({
  /** The sale that the page shows. It is posted because two tabs share a session. */
  transaction_id: z.string().optional(),
  /** An empty code removes the applied one. Codes have at most 64 characters. */
  referral_code: z.string().trim().max(64, CODE_NOT_VALID).default(""),
  form_key: z.string().default(""),
  /**
   * The clicked button. If a code is typed, the button that pays on our card form sends "card" to
   * check the code first.
   */
  intent: z.enum(["apply", "remove", "submit", "hosted", "card"]).catch("apply"),
});

/**
 * The applied code, or the code of the seller’s invitation if they have not applied one (AMB-E05).
 * It is stored as a draft: in the URL, codes could be guessed by reloading.
 */

const Chosen = z.object({ code: z.string().nullable() });

function form({ transaction_id }: SellerSaleIds) {
  return `sell/payment:${transaction_id}`;
}

/** Returns the applied code, and an invitation’s code that is no longer usable. */
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

/** Returns the applied code, or null. */
export async function readChosenCode(db: Db, sale: SellerSaleIds): Promise<string | null> {
  return (await readCodes(db, sale)).code;
}

/** Rejects a card payment while a code is applied. @throws ConflictError */
export async function refuseWithCode(db: Db, sale: SellerSaleIds): Promise<void> {
  if (await readChosenCode(db, sale)) {
    throw new ConflictError("A referral code has been used for this sale.");
  }
}

/** Applies a code in place of any earlier one (E-027, E-034); false if it is not valid. */
export async function chooseCode(db: Db, sale: SellerSaleIds, typed: string): Promise<boolean> {
  const code = await findReferralCode(db, typed);
  await saveDraft(db, sale.seller_id, form(sale), { code });
  return code !== null;
}

/** Removes the applied code (E-033). */
export async function forgetChosenCode(db: Db, sale: SellerSaleIds): Promise<void> {
  await saveDraft(db, sale.seller_id, form(sale), { code: null });
}

/**
 * Finds the code of the invitation to this sale, or of an invitation to the same home (AMB-E04).
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
 * Pays for a sale with a code: its order becomes a paid invoice of £0 (E-031, AMB-E07). Idempotent.
 * Locks the order, which must exist, and cancels its open payment.
 * @throws DomainError "Code not valid"; ConflictError if the sale is paid by card or the home is
 * sold elsewhere
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
  // The row lock makes a concurrent use wait, so that the last use is not taken twice.
  const used = await trx
    .updateTable("referral_codes")
    .set({ used_count: sql`used_count + 1` })
    .where("code", "=", code.trim())
    .where(isUsable)
    .returning("code")
    .executeTakeFirst();
  if (!used) throw new DomainError(CODE_NOT_VALID);
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
 * Returns the seller’s sale that was paid with a code: the given one or the newest, or null
 * (AMB-E06).
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
