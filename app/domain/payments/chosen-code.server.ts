import { z } from "zod";
import { deleteDraft, readDraft, saveDraft } from "#app/domain/drafts/drafts.server.ts";
import type { Db } from "#db/connection.ts";
import type { SellerSaleIds } from "./orders.server.ts";
import { findReferralCode } from "./referral-codes.server.ts";

/**
 * The referral code that a seller has applied on the payment page and not yet submitted (AMB-E05). It waits with the
 * other things typed, and not in the address, where codes could be guessed by reloading.
 */

const Chosen = z.object({ code: z.string() });

function form({ transaction_id }: SellerSaleIds) {
  return `sell/payment:${transaction_id}`;
}

/** The code that was applied, if it can still be used. */
export async function readChosenCode(db: Db, sale: SellerSaleIds): Promise<string | null> {
  const chosen = Chosen.safeParse(await readDraft(db, sale.seller_id, form(sale))).data;
  return chosen ? findReferralCode(db, chosen.code) : null;
}

/**
 * Applies a code, in place of the one before (E-027, E-034).
 *
 * @returns false when it is not valid; then none is applied.
 */
export async function chooseCode(db: Db, sale: SellerSaleIds, typed: string): Promise<boolean> {
  const code = await findReferralCode(db, typed);
  if (code) await saveDraft(db, sale.seller_id, form(sale), { code });
  else await forgetChosenCode(db, sale);
  return code !== null;
}

/** Takes the code away again (E-033). */
export async function forgetChosenCode(db: Db, sale: SellerSaleIds): Promise<void> {
  await deleteDraft(db, sale.seller_id, form(sale));
}

/** The code that came with the invitation a seller followed, for the field to begin with (AMB-E04). */
export async function invitedCode(
  db: Db,
  { invitation_id, user_id }: { invitation_id: string; user_id: string },
): Promise<string | null> {
  const invitation = await db
    .selectFrom("invitations")
    .select("referral_code")
    .where("id", "=", invitation_id)
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  return invitation?.referral_code ?? null;
}
