import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

export type ReferralKind = Selectable<DB["referrals"]>["kind"];

/** Whom we introduce to a partner, in the order of the page: what staff call them, and what a failure calls them (S-027). */
export const REFERRAL_KINDS: Record<ReferralKind, { label: string; context: string }> = {
  foreign_currency: { label: "Foreign Currency", context: "foreign currency" },
  mortgage: { label: "Mortgage Referrals", context: "mortgage referral" },
};

export function isReferralKind(name: string | undefined): name is ReferralKind {
  return name !== undefined && Object.hasOwn(REFERRAL_KINDS, name);
}
