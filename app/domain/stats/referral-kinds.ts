import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

export type ReferralKind = Selectable<DB["adviser_referrals"]>["kind"];

/** Kinds of referrals, with their labels for staff and their names in errors (S-027). */
export const REFERRAL_KINDS: Record<ReferralKind, { label: string; context: string }> = {
  foreign_currency: { label: "Foreign Currency", context: "foreign currency" },
  mortgage: { label: "Mortgage Referrals", context: "mortgage referral" },
};

export function isReferralKind(name: string | undefined): name is ReferralKind {
  return name !== undefined && Object.hasOwn(REFERRAL_KINDS, name);
}
