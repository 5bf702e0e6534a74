import {
  checkState,
  type CheckState,
  type PersonsCheck,
  type StepFacts,
} from "#app/domain/transactions/customer-progress.ts";
import { AS_SOON_AS_YOU_CAN, type Due } from "./card.ts";

/** A person's own ID check, in words for them. */

type OwnCheckCard = { turn: "yours" | "others"; title: string; text: string; due?: Due[] };

/** What a customer is told of their own check: why it failed is between them and us. */
export const OWN_CHECK: Record<CheckState, string> = {
  none: "Not requested yet. Once your solicitor is assigned we will order it: you will get a text message with a link from Thirdfort, our ID provider.",
  sent: "Sent to you: a text message with a link from Thirdfort, our ID provider.",
  failed: "Your ID check could not be completed. We will contact you about what to do next.",
  stopped:
    "Your ID check was called off, which does not mean that you failed it. We will tell you if you need another one.",
  looked_at:
    "You have done your part of the check. We are looking at the result, and will contact you if we need more.",
  done: "Yours is done.",
};

/** Before anything else: nothing goes on without it. */
export function ownCheck({ checks: [own] }: Pick<StepFacts, "checks">): OwnCheckCard | null {
  const state = own ? checkState(own) : "none";
  if (state === "none" || state === "done") return null;
  if (state !== "sent") {
    const title =
      state === "looked_at"
        ? "We are looking at the result of your ID check"
        : "We are looking into your ID check";
    return { turn: "others", title, text: OWN_CHECK[state] };
  }
  if (own?.is_repeated) {
    return {
      turn: "yours",
      title: "Do your new ID check",
      text: "We need a new check from you. The link is in a new text message from Thirdfort, our ID provider. If it is missing or looks wrong, email us. If you have done the new check already, we are waiting for its result.",
      due: AS_SOON_AS_YOU_CAN,
    };
  }
  return {
    turn: "yours",
    title: "Do your ID check",
    text: "The link is in a text message from Thirdfort, our ID provider. If it is missing or looks wrong, email us. If you have done the check already, we are waiting for its result.",
    due: AS_SOON_AS_YOU_CAN,
  };
}

/** The card of whoever gives a buyer money: their own check is all that is theirs. */
export function giverCard(check: PersonsCheck): OwnCheckCard {
  const own = ownCheck({ checks: [check] });
  if (own) return own;
  if (checkState(check) === "done") {
    const text = "There is nothing for you to do. We keep this page for you.";
    return { turn: "others", title: "Your ID check is done", text };
  }
  return {
    turn: "others",
    title: "Your ID check comes later",
    text: "When we order it, you will get a text message with a link from Thirdfort, our ID provider.",
  };
}
