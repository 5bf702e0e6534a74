import {
  checkState,
  type CheckState,
  type StepFacts,
} from "#app/domain/transactions/customer-progress.ts";
import { ID_CHECKS_ORDERED } from "#app/domain/transactions/identity-check-timing.ts";
import { AS_SOON_AS_YOU_CAN, type Due } from "./card-type.ts";

export type OwnCheckCard = { kind: "yours" | "others"; title: string; text: string; due?: Due[] };

const CANCELLED = {
  title: "Your ID check was cancelled",
  text: "This doesn’t mean you failed it. We’ll contact you if you need to do another one.",
};

/**
 * Text for a reader whose check has failed. It does not say that we are reviewing the check,
 * because the email about it says that the check must be done again.
 */
const FAILED = {
  title: "We couldn’t complete your ID check",
  text: "We’ll contact you about what to do next.",
};

/**
 * Texts for customers about their own ID check. They do not give the reason for a failure, which is
 * between the customer and us.
 */
export const OWN_CHECK: Record<CheckState, string> = {
  none: `We’ll order your ID check ${ID_CHECKS_ORDERED}. You’ll get a text message with a link from Thirdfort, our ID check provider.`,
  sent: "We’ve sent you a text message with a link from Thirdfort, our ID check provider.",
  failed: `${FAILED.title}. ${FAILED.text}`,
  stopped: `${CANCELLED.title}. ${CANCELLED.text}`,
  looked_at:
    "You’ve completed your part. We’re reviewing the result and will contact you if we need anything else.",
  done: "You’ve completed your ID check.",
};

const whereTheLinkIs = (check: "check" | "new check") =>
  `from Thirdfort, our ID check provider. If it hasn’t arrived or looks suspicious, email us. If you’ve already completed the ${check}, you don’t need to do it again.`;

/**
 * Text for a reader with a solicitor whose ID check has not been ordered.
 */
export const NOT_ORDERED_YET =
  "We’ll order your ID check next. You’ll then get a text message with a link from Thirdfort, our ID check provider. You don’t need to do anything until then.";

/**
 * Returns the card about the reader’s own ID check, or null if there is nothing to say about it.
 */
export function ownCheck({ checks: [own] }: Pick<StepFacts, "checks">): OwnCheckCard | null {
  const state = own ? checkState(own) : "none";
  if (state === "none" || state === "done") return null;
  if (state === "stopped") return { kind: "others", ...CANCELLED };
  if (state === "failed") return { kind: "others", ...FAILED };
  if (state !== "sent") {
    return { kind: "others", title: "We’re reviewing your ID check", text: OWN_CHECK[state] };
  }
  if (own?.is_repeated) {
    return {
      kind: "yours",
      title: "Complete a new ID check",
      text: `We need you to do another ID check. You’ll find the link in a new text message ${whereTheLinkIs("new check")}`,
      due: AS_SOON_AS_YOU_CAN,
    };
  }
  return {
    kind: "yours",
    title: "Complete your ID check",
    text: `You’ll find the link in a text message ${whereTheLinkIs("check")}`,
    due: AS_SOON_AS_YOU_CAN,
  };
}
