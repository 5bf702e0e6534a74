import type { Selectable } from "kysely";
import { londonDay } from "#app/domain/shared/dates.ts";
import type { DB } from "#db/types.d.ts";

export type CheckStatus = Selectable<DB["identity_checks"]>["status"];
/**
 * Result of a complete identity check: the result of its worst report. Null until Thirdfort sends a
 * result.
 */
export type CheckResult = Selectable<DB["identity_checks"]>["result"];
export type PersonType = Selectable<DB["identity_checks"]>["person_type"];

/** Returns the side that a person of this type is on. Giftors are on the buyer's side. */
export function personSide(person_type: PersonType): "seller" | "buyer" {
  return person_type === "seller" ? "seller" : "buyer";
}

/**
 * Returns the label of a check for staff (N-018). A null status means that no check has been
 * ordered. The label of a complete check includes its result: "Complete, consider".
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

/**
 * The status of a check can only change to one with a higher rank, so notifications that arrive
 * late or out of order have no effect.
 */
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

/**
 * Returns the label of a report, such as "PEPs and sanctions" for peps. Returns an unknown type
 * unchanged.
 */
export function reportLabel(type: string): string {
  return REPORT_LABELS[type] ?? type;
}

/** Returns the statuses from which a check can change to this one. */
export function statusesBefore(status: CheckStatus): CheckStatus[] {
  const before: CheckStatus[] = ["pending", "failed", "aborted", "complete"];
  return before.filter((other) => RANK[other] < RANK[status]);
}

/** Errors for a check whose Thirdfort id we don't have (N-033, N-034). */
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
  /**
   * True if the person was removed from the matter. Their check can be aborted, but not reordered.
   */
  is_removed: boolean;
};

/**
 * Returns why staff can neither order, abort nor reorder a person's check; null if they can (N-019
 * to N-022, AMB-N01, AMB-N03).
 */
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
 * Returns true if staff order a matter's checks in Thirdfort, because the matter was created before
 * the switchover (N-017). The specification says "after", which would be the reverse (AMB-N02).
 * @param switchover London date, "2026-11-22"; null if all matters use the new scheme
 */
export function usesOldScheme(created_at: Date, switchover: string | null): boolean {
  return switchover !== null && londonDay(created_at) < switchover;
}
