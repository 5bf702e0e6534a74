import { workingDaysBetween } from "#app/domain/fields/working-days.ts";
import type { NextStep, Whereabouts } from "./whereabouts.ts";

/** What we are doing while a matter is with us, for whom that takes long. */

const LONG_WORKING_DAYS = 5;

type OurStep = Extract<
  NextStep,
  "assign_solicitors" | "order_checks" | "look_at_checks" | "settle_check" | "order_searches"
>;

const DOING: Record<OurStep, string> = {
  assign_solicitors:
    "We are asking a firm whether it can act, and then instruct it. That takes longer where it cannot, and we have to find another.",
  order_checks:
    "We are ordering a check for everybody who sells, buys or gives money. That takes longer where a name, an email address or a mobile number has to be put right first.",
  look_at_checks:
    "We look at what is not clear, and order what is missing or has to be done again. That takes longer where we have to ask somebody first.",
  settle_check:
    "Our ID provider has not confirmed the order of a check, and we are finding out whether they have it. We do not order it twice.",
  order_searches:
    "We are getting the searches ready to order. That takes longer where the address or the plan of the home has to be made sure of first.",
};

const ASK = "If it takes longer than you expected, email us.";

/** What takes us long, and whom to ask; null while it does not, and where another has it. */
export function whyWeTakeLong({ next, since }: Whereabouts, today: string): string | null {
  if (!isOurs(next) || !since || workingDaysBetween(since, today) < LONG_WORKING_DAYS) return null;
  return `${DOING[next]} ${ASK}`;
}

function isOurs(next: NextStep | null): next is OurStep {
  return next !== null && Object.hasOwn(DOING, next);
}
