import { workingDaysBetween } from "#app/domain/shared/working-days.ts";
import type { NextStep, OpenStep } from "./current-step.ts";

/** Number of working days after which a step counts as slow. */
export const LONG_WORKING_DAYS = 5;

type OurStep = Extract<
  NextStep,
  | "assign_solicitors"
  | "replace_solicitor"
  | "send_letter"
  | "check_memorandum"
  | "order_checks"
  | "look_at_checks"
  | "settle_check"
  | "order_searches"
>;

/**
 * The text is the same for all states of the checks, so that neither side can infer the state of
 * the other side’s checks.
 */
const WORKING_ON_CHECKS = "ID checks can take longer if we need more information.";

const DOING: Record<OurStep, string> = {
  assign_solicitors:
    "We’re asking a law firm if they can act for you. If they can’t, we’ll ask another firm, which takes longer.",
  replace_solicitor:
    "We’re asking another law firm if it can act. If it can’t, we’ll ask a further one, which takes longer.",
  check_memorandum:
    "We’re checking the details that your estate agent sent us before we invite your buyer.",
  send_letter: "We’re checking that each solicitor receives our instructions.",
  order_checks:
    "Ordering ID checks can take longer if we need to correct a name, email address or mobile number first.",
  look_at_checks: WORKING_ON_CHECKS,
  settle_check: WORKING_ON_CHECKS,
  order_searches:
    "Ordering searches can take longer if we need to confirm the address or the plan of the property first.",
};

const ASK = "If this is taking longer than you expected, email us.";

/**
 * Returns the reason why a step that we have to take is slow, and whom to ask. Returns null if the
 * step is not ours or not slow.
 */
export function slowStepReason(
  { next, since }: Pick<OpenStep, "next" | "since">,
  today: string,
): string | null {
  if (!isOurs(next) || !since || workingDaysBetween(since, today) < LONG_WORKING_DAYS) return null;
  return `${DOING[next]} ${ASK}`;
}

function isOurs(next: NextStep): next is OurStep {
  return Object.hasOwn(DOING, next);
}
