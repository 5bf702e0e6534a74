import { type CheckResult, type CheckStatus, personSide, type PersonType } from "./check-status.ts";

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
};

/**
 * Why the check that a person's row offers cannot be ordered, aborted or reordered; null when it can (N-019 to N-022,
 * AMB-N01, AMB-N03).
 */
export function checkRefusal(known: Known): string | null {
  const { check } = known;
  if (check?.status === "complete" && check.result === "clear") return "The check is complete.";
  if (known.old_scheme) return "The checks of this transaction are ordered by hand.";
  if (check?.status === "pending") return check.thirdfort_id ? null : NO_CHECK_ID.abort;
  if (check && !check.thirdfort_id) return NO_CHECK_ID.reorder;
  if (!known.has_solicitors) return solicitorsMissing(known.person_type);
  return known.phone_number ? null : "There is no mobile number to send the check to.";
}

export function solicitorsMissing(person_type: PersonType): string {
  return `Assign a solicitor on the ${personSide(person_type)} side first.`;
}
