import { z } from "zod";
import { readDraft, saveDraft } from "#app/domain/drafts/drafts.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { homeKey, homeKeySql } from "#app/domain/invited-matters/invited-matters.server.ts";
import { ADDRESS_LINES } from "#app/domain/properties/address.server.ts";
import type { Db } from "#db/connection.ts";
import type { SellerSaleIds } from "./orders.server.ts";
import { CODE_NOT_VALID, findReferralCode } from "#app/domain/invitations/referral-codes.server.ts";

/** The forms of the payment page. Nothing of what is paid is in them (AMB-E02). */
export const paymentForm = z.object({
  /** The sale that the page was about: two tabs share a session. */
  transaction_id: z.string().optional(),
  /** Empty takes a code away again. Codes are short: a longer text is none. */
  referral_code: z.string().trim().max(64, CODE_NOT_VALID).default(""),
  form_key: z.string().default(""),
  /**
   * The button; Enter and everything unknown apply the code. "card" is posted in place of paying on our card form when
   * something stands in the box.
   */
  intent: z.enum(["apply", "remove", "submit", "hosted", "card"]).catch("apply"),
});

/**
 * The referral code that counts on the payment page and is not yet submitted: what the seller has applied, or else what
 * came with their invitation (AMB-E05). It waits with the other things typed, and not in the address, where codes could
 * be guessed by reloading.
 */

/** Null: none is wanted, not that of the invitation either. */
const Chosen = z.object({ code: z.string().nullable() });

function form({ transaction_id }: SellerSaleIds) {
  return `sell/payment:${transaction_id}`;
}

/**
 * The code that counts, and the one of the invitation if it cannot be used any more: it stands in the box, to be
 * answered like one that was typed.
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

/** The code that counts, if there is one. */
export async function readChosenCode(db: Db, sale: SellerSaleIds): Promise<string | null> {
  return (await readCodes(db, sale)).code;
}

/** @throws ConflictError where a code counts: nothing is charged over it */
export async function refuseWithCode(db: Db, sale: SellerSaleIds): Promise<void> {
  if (await readChosenCode(db, sale)) {
    throw new ConflictError("A referral code pays for this sale.");
  }
}

/**
 * Applies a code, in place of the one before (E-027, E-034).
 *
 * @returns false when it is not valid; then none is applied.
 */
export async function chooseCode(db: Db, sale: SellerSaleIds, typed: string): Promise<boolean> {
  const code = await findReferralCode(db, typed);
  await saveDraft(db, sale.seller_id, form(sale), { code });
  return code !== null;
}

/** Takes the code away again (E-033). */
export async function forgetChosenCode(db: Db, sale: SellerSaleIds): Promise<void> {
  await saveDraft(db, sale.seller_id, form(sale), { code: null });
}

/** The code of the invitation that led to a sale, or is to sell the same home (AMB-E04). */
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
