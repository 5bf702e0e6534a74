import type { Selectable } from "kysely";
import { londonDay } from "#app/domain/fields/dates.ts";
import type { DB } from "#db/types.d.ts";

/** What an identity check has come to, what it is called, and what staff can do about it. */

export type CheckStatus = Selectable<DB["checks"]>["status"];
/** What a complete check came to, by its worst report; null when Thirdfort has not told. */
export type CheckResult = Selectable<DB["checks"]>["result"];
export type PersonType = Selectable<DB["checks"]>["person_type"];

/** The side on which a person is: giftors are on the buyer's. */
export function personSide(person_type: PersonType): "seller" | "buyer" {
  return person_type === "seller" ? "seller" : "buyer";
}

/** N-018; null: no one has ordered one. A check that is complete is not yet one that is clear: "Complete, consider". */
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

/** What staff can do about a check of this status (N-019 to N-021). */
export function checkVerb(status: CheckStatus | null): CheckVerb {
  if (status === null) return "order";
  return status === "pending" ? "abort" : "reorder";
}

/** Statuses only ever go up: what is told late, or in another order, changes nothing any more. */
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

/** "PEPs and sanctions" for peps; a report that we do not know is shown as Thirdfort calls it. */
export function reportLabel(type: string): string {
  return REPORT_LABELS[type] ?? type;
}

/** Those that a check may have before it gets this one. */
export function statusesBefore(status: CheckStatus): CheckStatus[] {
  const before: CheckStatus[] = ["pending", "failed", "aborted", "complete"];
  return before.filter((other) => RANK[other] < RANK[status]);
}

/** Why something cannot be done with a check, in words for staff. */

/** What is said of a check that has no id at Thirdfort (N-033, N-034). */
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
  /** Whether the person's side has solicitors. */
  has_solicitors: boolean;
  old_scheme: boolean;
  /** They are named in the matter no more: their check can be stopped, and no other ordered. */
  has_left: boolean;
};

/**
 * Why the check that a person's row offers cannot be ordered, aborted or reordered; null when it can (N-019 to N-022,
 * AMB-N01, AMB-N03).
 */
export function checkRefusal(known: Known): string | null {
  const { check } = known;
  if (check?.status === "complete" && check.result === "clear") return "The check is complete.";
  if (known.old_scheme) return "Checks for this matter are ordered directly in Thirdfort.";
  if (check?.status === "pending") return check.thirdfort_id ? null : NO_CHECK_ID.abort;
  if (known.has_left) return "This person is no longer on this matter.";
  if (check && !check.thirdfort_id) return NO_CHECK_ID.reorder;
  if (!known.has_solicitors) return solicitorsMissing(known.person_type);
  return known.phone_number ? null : "There’s no mobile number to send the check to.";
}

export function solicitorsMissing(person_type: PersonType): string {
  return `Assign a solicitor on the ${personSide(person_type)} side first.`;
}

/**
 * Whether a matter's checks are ordered by hand, with details that staff copy (N-017): it was made before the day on
 * which we changed over. The specification says "after", which would be the other way round (AMB-N02).
 *
 * @param switchover a day in London, "2026-11-22"; null: every matter is of the new scheme
 */
export function usesOldScheme(created_at: Date, switchover: string | null): boolean {
  return switchover !== null && londonDay(created_at) < switchover;
}
