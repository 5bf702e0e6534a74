import { type ExpressionBuilder, sql } from "kysely";
import { OPEN_STATUSES } from "#app/domain/shared/invitations.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

export const CODE_NOT_VALID = "Code not valid";

/** Returns SQL that is true if a referral code can be used now (AMB-E04). */
export function isUsable(eb: ExpressionBuilder<DB, "referral_codes">) {
  return eb.and([
    eb("active", "=", true),
    eb.or([eb("expires_at", "is", null), eb("expires_at", ">", sql<Date>`now()`)]),
    eb.or([eb("max_uses", "is", null), eb("used_count", "<", eb.ref("max_uses"))]),
  ]);
}

/**
 * Returns the usable referral code that was typed, ignoring case and outer spaces; null if there is
 * none (E-027, E-034).
 */
export async function findReferralCode(db: Db, code: string): Promise<string | null> {
  const row = await db
    .selectFrom("referral_codes")
    .select("code")
    .where("code", "=", code.trim())
    .where(isUsable)
    .executeTakeFirst();
  return row?.code ?? null;
}

/** A referral code and the service fee that it covers, in pence with VAT. */
export type CodeOffer = { code: string; worth_pence: number };

/**
 * Returns an invitation's referral code and what it is worth (AMB-E05); null if there is no usable
 * code.
 */
export async function readCodeOffer(db: Db, code: string | null): Promise<CodeOffer | null> {
  const usable = code === null ? null : await findReferralCode(db, code);
  if (usable === null) return null;
  const { worth_pence } = await db
    .selectFrom("products")
    .select((eb) =>
      eb.fn.coalesce(eb.fn.sum<number>("price_pence"), sql<number>`0`).as("worth_pence"),
    )
    .where("charged_at_registration", "=", true)
    .executeTakeFirstOrThrow();
  return { code: usable, worth_pence };
}

/**
 * Returns the referral code of an open invitation. Finds the invitation by the token in its link,
 * or by its id and customer.
 */
export async function readCodeOfInvitation(
  db: Db,
  by: { token: string } | { invitation_id: string; user_id: ReaderId },
): Promise<string | null> {
  const open = db
    .selectFrom("invitations")
    .select("referral_code")
    .where("status", "in", OPEN_STATUSES);
  const invitation =
    "token" in by
      ? open.where("token_hash", "=", sha256(by.token))
      : open.where("id", "=", by.invitation_id).where("user_id", "=", by.user_id);
  return (await invitation.executeTakeFirst())?.referral_code ?? null;
}
