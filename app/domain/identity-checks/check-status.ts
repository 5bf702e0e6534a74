import type { Selectable } from "kysely";
import { londonDay } from "#app/domain/shared/dates.ts";
import type { DB } from "#db/types.d.ts";

export type CheckStatus = Selectable<DB["identity_checks"]>["status"];
/** Result of a complete check, by its worst report; null if Thirdfort has not sent one. */
export type CheckResult = Selectable<DB["identity_checks"]>["result"];
export type PersonType = Selectable<DB["identity_checks"]>["person_type"];

/** Returns the side of a person. Giftors are on the buyer's side. */
export function personSide(person_type: PersonType): "seller" | "buyer" {
  return person_type === "seller" ? "seller" : "buyer";
}

/**
 * Returns the label (N-018). A null status means not ordered. The label of a complete check can be
 * "Complete, consider".
 */
export function checkLabel(status: CheckStatus | null, result: CheckResult = null): string {
  if (status === null) return "Not requested";
  return [CHECK_LABELS[status], result].filter(Boolean).join(", ");
}

const CHECK_LABELS: Record<CheckStatus, string> = {
  pending: "Pending",
  failed: "Failed",
  aborted: "Aborted",
  complete: "Complete",
};

export const CHECK_VERBS = ["order", "abort", "reorder"] as const;
export type CheckVerb = (typeof CHECK_VERBS)[number];

/** Returns what staff can do with a check of this status (N-019 to N-021). */
export function checkVerb(status: CheckStatus | null): CheckVerb {
  if (status === null) return "order";
  return status === "pending" ? "abort" : "reorder";
}

/** A status can only rise, so late or reordered notifications change nothing. */
const RANK: Record<CheckStatus, number> = { pending: 0, failed: 1, aborted: 1, complete: 2 };

const REPORT_LABELS: Partial<Record<string, string>> = {
  identity: "Identity",
  nfc: "Document chip",
  document: "Document",
  facial_similarity: "Face",
  address: "Address",
  footprint: "Address footprint",
  peps: "PEPs and sanctions",
  sanctions: "Sanctions",
  "sof-v1": "Source of funds",
  "documents:poa": "Proof of address",
  "documents:poo": "Proof of ownership",
};

/** Returns a report's label, "PEPs and sanctions" for peps. Unknown types are shown as received. */
export function reportLabel(type: string): string {
  return REPORT_LABELS[type] ?? type;
}

/** Returns the statuses that a check can have before this one. */
export function statusesBefore(status: CheckStatus): CheckStatus[] {
  const before: CheckStatus[] = ["pending", "failed", "aborted", "complete"];
  return before.filter((other) => RANK[other] < RANK[status]);
}

/** Errors for a check without a Thirdfort id (N-033, N-034). */
const NO_CHECK_ID = {
  abort: "Error getting check id, cannot abort check",
  reorder: "Error getting check id, cannot reorder check",
} as const;

export function isMissingId(refusal: string | null): boolean {
  return refusal === NO_CHECK_ID.abort || refusal === NO_CHECK_ID.reorder;
}

type Known = {
  person_type: PersonType;
  phone_number: string | null;
  check: { status: CheckStatus; result: CheckResult; thirdfort_id: string | null } | null;
  has_solicitors: boolean;
  old_scheme: boolean;
  /** True if the person was removed: their check can be aborted, but not reordered. */
  is_removed: boolean;
};

/** Returns why a check has no next action, or null (N-019 to N-022, AMB-N01, AMB-N03). */
export function checkRefusal(known: Known): string | null {
  const { check } = known;
  if (check?.status === "complete" && check.result === "clear") return "The check is complete.";
  if (known.old_scheme) return "Checks for this matter are ordered directly in Thirdfort.";
  if (check?.status === "pending") return check.thirdfort_id ? null : NO_CHECK_ID.abort;
  if (known.is_removed) return "This person is no longer on this matter.";
  if (check && !check.thirdfort_id) return NO_CHECK_ID.reorder;
  if (!known.has_solicitors) return solicitorsMissing(known.person_type);
  return known.phone_number ? null : "There’s no mobile number to send the check to.";
}

export function solicitorsMissing(person_type: PersonType): string {
  return `Assign a solicitor on the ${personSide(person_type)} side first.`;
}

/**
 * Returns true if staff order the checks by hand: the matter is older than the switchover (N-017).
 * The specification's "after" would be the reverse (AMB-N02).
 * @param switchover London date, "2026-11-22"; null if all matters use the new scheme
 */
export function usesOldScheme(created_at: Date, switchover: string | null): boolean {
  return switchover !== null && londonDay(created_at) < switchover;
}
