/** The giftor’s page: the ID check, the gift letter, the proof of funds and the money (CU-4). */

import { dayOfWeek, sentenceDate } from "#app/domain/shared/dates.ts";
import { checkState, type PersonsCheck } from "#app/domain/transactions/customer-progress.ts";
import { AS_SOON_AS_YOU_CAN, type Due } from "./card-type.ts";
import { moneyDay } from "./closing-cards.ts";
import { NOT_ORDERED_YET, OWN_CHECK, ownCheck, type OwnCheckCard } from "./own-check.ts";

export type GiftorFacts = {
  check: PersonsCheck;
  /**
   * Law firm that acts for the buyers. Null if it has not been assigned or they are not the active
   * buyers.
   */
  law_firm: string | null;
  buyers: string;
  /** Planned or past day of exchange in the active purchase, such as "2026-12-04". */
  exchange: string | null;
  completion: string | null;
  /** True if the purchase fell through, or another buyer has replaced these buyers. */
  has_stopped: boolean;
  today: string;
};

/** Card on a giftor’s page. `kind` is "over" if the giftor has nothing more to do or expect. */
type GiftorCard = OwnCheckCard | { kind: "over"; title: string; text: string; due?: undefined };

const hasCome = (day: string | null, today: string) => day !== null && day <= today;

/** Returns the card on a giftor’s page. */
export function giftorCard(facts: GiftorFacts): GiftorCard {
  const { check, law_firm, buyers, exchange, completion, today } = facts;
  if (facts.has_stopped) {
    return {
      kind: "over",
      title: "This purchase isn’t going ahead",
      text: `Do not send any money. If you’ve already sent some, ask ${law_firm ?? "the buyer’s solicitor"} about it. You don’t need to do anything else.`,
    };
  }
  if (completion !== null && hasCome(completion, today)) {
    return {
      kind: "over",
      title: `The purchase completed ${completion === today ? "today" : `on ${sentenceDate(completion, today)}`}`,
      text: "You don’t need to do anything else. You can come back to this page at any time.",
    };
  }
  const own = ownCheck({ checks: [check] });
  if (own?.kind === "yours") return own;
  if (law_firm === null) {
    if (own) return own;
    if (checkState(check) === "done") {
      return {
        kind: "others",
        title: "You’ve completed your ID check",
        text: `Next, the solicitor for ${buyers} will ask for a signed gift letter and proof of where your money comes from. We’ll name the solicitor here when we’ve arranged one.`,
      };
    }
    return {
      kind: "others",
      title: "You don’t need to do your ID check yet",
      text: notOrderedYet(facts),
    };
  }
  if (hasCome(exchange, today)) {
    return {
      kind: "yours",
      title: "Make sure your money has arrived",
      text: `Contracts have been exchanged. ${law_firm} may still need your gift before completion. If you’ve sent it all, you don’t need to do anything. If you haven’t, ask the firm today when to send it.`,
      due: completion
        ? [{ term: "Your money", day: moneyDay(completion, today) }]
        : AS_SOON_AS_YOU_CAN,
    };
  }
  return {
    kind: "yours",
    title: "Get your gift letter and money ready",
    text: `${law_firm} is the solicitor for ${buyers} and will need a signed gift letter and proof of where your money comes from. If you haven’t heard from the firm, ask ${buyers}.`,
    due: dueDays(facts),
  };
}

function dueDays({
  exchange,
  completion,
  today,
}: Pick<GiftorFacts, "exchange" | "completion" | "today">): Due[] {
  return [
    {
      term: "Letter and proof",
      day: exchange ? `Before ${dayOfWeek(exchange, today)}` : "Before exchange of contracts",
    },
    {
      term: "Your money",
      day: completion
        ? moneyDay(completion, today).replace(
            /^By (.+)/,
            "When the solicitor asks, and by $1 at the latest",
          )
        : "When the solicitor asks for it",
    },
  ];
}

type GiftorStep = {
  title: string;
  state: "done" | "now" | "waiting" | "later";
  detail: string;
};

/** Returns the giftor’s steps in order. The list is empty if the purchase has stopped. */
export function giftorSteps(facts: GiftorFacts): GiftorStep[] {
  const { check, law_firm, buyers, exchange, completion, today } = facts;
  if (facts.has_stopped || hasCome(completion, today)) return [];
  const firm = law_firm ?? `the solicitor for ${buyers}`;
  const state = law_firm === null ? "later" : "now";
  return [
    { title: "Complete your ID check", ...checkStep(check, facts) },
    {
      title: "Sign a gift letter",
      state,
      detail: `The letter confirms that your money is a gift and doesn’t have to be paid back. You’ll get it from ${firm}, or from ${buyers}. Sign it and give it back to the person who sent it, before contracts are exchanged (when the purchase becomes legally binding).`,
    },
    {
      title: "Show where your money comes from",
      state,
      detail: `By law, ${firm} must check this. Send them what they ask for, such as your bank statements. They may ask you questions about it.`,
    },
    {
      title: "Send your gift when the solicitor asks for it",
      // Before the exchange, “Now” could make a giftor send the money before the solicitor asks.
      state: law_firm !== null && hasCome(exchange, today) ? "now" : "later",
      detail: `Send your gift to ${firm} when they ask for it. Do not send it to us. ${SAFE_PAYMENT}`,
    },
  ];
}

const SAFE_PAYMENT =
  "We will never send you bank details. Before you send any money, phone the solicitor to check the bank details. Use a number from their website or a letter, not from an email.";

/** Checks are ordered once the buyers have a solicitor. */
function notOrderedYet({ law_firm, buyers }: Pick<GiftorFacts, "law_firm" | "buyers">): string {
  return law_firm === null
    ? `We’ll order your ID check once we’ve arranged a solicitor for ${buyers}. You’ll then get a text message with a link from Thirdfort, our ID check provider. You don’t need to do anything until then.`
    : NOT_ORDERED_YET;
}

function checkStep(check: PersonsCheck, facts: GiftorFacts): Pick<GiftorStep, "state" | "detail"> {
  const state = checkState(check);
  if (state === "done") return { state: "done", detail: "" };
  if (state === "sent") return { state: "now", detail: OWN_CHECK.sent };
  if (state === "none") return { state: "later", detail: notOrderedYet(facts) };
  return { state: "waiting", detail: OWN_CHECK[state] };
}
