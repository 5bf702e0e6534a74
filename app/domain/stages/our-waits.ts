import { workingDaysBetween } from "#app/domain/fields/working-days.ts";
import type { NextStep, Whereabouts } from "./whereabouts.ts";

/** What we are doing while a matter is with us, for whom that takes long. */

const LONG_WORKING_DAYS = 5;

type OurStep = Extract<
  NextStep,
  | "assign_solicitors"
  | "send_letter"
  | "order_checks"
  | "look_at_checks"
  | "settle_check"
  | "order_searches"
>;

/**
 * One text for every state of the checks: neither side may learn from it how a check of the other
 * side stands.
 */
const WORKING_ON_CHECKS = "ID checks can take longer if we need more information.";

const DOING: Record<OurStep, string> = {
  assign_solicitors:
    "We’re asking a law firm if they can act for you. If they can’t, we’ll ask another firm, which takes longer.",
  send_letter: "We’re checking that each solicitor receives our instructions.",
  order_checks:
    "Ordering ID checks can take longer if we need to correct a name, email address or mobile number first.",
  look_at_checks: WORKING_ON_CHECKS,
  settle_check: WORKING_ON_CHECKS,
  order_searches:
    "Ordering searches can take longer if we need to confirm the address or the plan of the property first.",
};

const ASK = "If this is taking longer than you expected, email us.";

/** What takes us long, and whom to ask; null while it does not, and where another has it. */
export function whyWeTakeLong({ next, since }: Whereabouts, today: string): string | null {
  if (!isOurs(next) || !since || workingDaysBetween(since, today) < LONG_WORKING_DAYS) return null;
  return `${DOING[next]} ${ASK}`;
}

function isOurs(next: NextStep | null): next is OurStep {
  return next !== null && Object.hasOwn(DOING, next);
}
