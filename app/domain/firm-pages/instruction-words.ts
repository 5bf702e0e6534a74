/** Words of a law firm’s answer to an instruction. */

export const DECLINE_REASONS = ["conflict", "no_capacity", "not_on_panel", "other"] as const;
type DeclineReason = (typeof DECLINE_REASONS)[number];

export const DECLINE_LABELS: Record<DeclineReason, string> = {
  conflict: "Conflict of interest",
  no_capacity: "No capacity until a later date",
  not_on_panel: "Not on the lender’s panel",
  other: "Another reason",
};

/** Returns true for a stored reason. */
export function isDeclineReason(reason: string | undefined): reason is DeclineReason {
  return DECLINE_REASONS.some((known) => known === reason);
}
