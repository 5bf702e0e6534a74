import { dayInWords, dayOfWeek } from "#app/domain/fields/dates.ts";
import { searchesText, type StepFacts } from "#app/domain/transactions/customer-progress.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { AS_SOON_AS_YOU_CAN, type CardWords } from "./card.ts";
import { completionCard, moneyDay } from "./endings.ts";
import type { NextStep } from "./whereabouts.ts";

/** What comes next in a matter, in words for its customers. */

export type Known = {
  side: Side;
  steps: StepFacts;
  /** As London has it. */
  today: string;
  /** A day for completion that is still to come. */
  completion: string | null;
  /** The same of exchange. */
  exchange: string | null;
  /** "You chose Ashby & Co." */
  chosen?: string | null;
};

/**
 * The card of what comes next in a matter, as a reader of either side knows it.
 *
 * @param is_own somebody of the reader's side has it
 */
export function nextCard(next: NextStep, is_own: boolean, known: Known): CardWords {
  switch (next) {
    case "pay":
    case "choose_solicitor":
    case "assign_solicitors":
    case "find_buyer":
      return instructedCard(next, known);
    case "order_checks":
    case "look_at_checks":
    case "settle_check":
    case "pass_check":
      return identityCard(next, is_own);
    case "order_searches":
    case "return_searches":
      return searchesCard(next, known);
    case "send_contract_pack":
    case "raise_enquiries":
    case "answer_enquiries":
      return { turn: "solicitors", ...WITH_SOLICITORS[next][known.side] };
    case "exchange":
      return exchangeCard(known);
    case "complete":
      return completionCard(known.side, known.completion, known.today);
  }
}

const INTRODUCED = "We will introduce you to them by email.";

function instructedCard(
  next: "pay" | "choose_solicitor" | "assign_solicitors" | "find_buyer",
  { side, steps: { law_firm, chooser }, chosen }: Known,
): CardWords {
  if (next === "choose_solicitor") return choosingCard(side, { law_firm, chooser });
  if (next === "pay") {
    const begins = `${side === "seller" ? "Your" : "The"} sale begins once it is paid for.`;
    const text = [begins, chosen].filter(Boolean).join(" ");
    return { turn: "others", title: "Waiting for payment", text };
  }
  if (next === "find_buyer") {
    return {
      turn: "others",
      title: "There is no buyer yet",
      text: "Your solicitor is in place. Once your buyer has signed up with us, we will carry on.",
    };
  }
  if (law_firm === null) {
    const text = [chosen, INTRODUCED].filter(Boolean).join(" ");
    return { turn: "others", title: "We are assigning your solicitor", text };
  }
  const other = side === "seller" ? "your buyer’s" : "the seller’s";
  return {
    turn: "others",
    title: `We are assigning ${other} solicitor`,
    text: `Yours is ${law_firm}.`,
  };
}

function choosingCard(
  side: Side,
  { law_firm, chooser }: Pick<StepFacts, "law_firm" | "chooser">,
): CardWords {
  if (side === "buyer") {
    const title = "The seller is choosing their solicitor";
    const text =
      law_firm === null
        ? "We will then assign yours, and introduce you to them by email."
        : `Yours is ${law_firm}.`;
    return { turn: "others", title, text };
  }
  if (chooser !== null) {
    const text = "They say who does the legal work of your sale.";
    return { turn: "others", title: `${chooser} has to choose a solicitor`, text };
  }
  return {
    turn: "yours",
    title: "Choose your solicitor",
    text: "They do the legal work of your sale. Pick one of the firms that we work with, or say that you have no preference.",
    due: AS_SOON_AS_YOU_CAN,
  };
}

function identityCard(
  next: "order_checks" | "look_at_checks" | "settle_check" | "pass_check",
  is_own: boolean,
): CardWords {
  if (next === "pass_check") {
    return {
      turn: "others",
      title: "An ID check is still to be done",
      text: is_own
        ? "The link to the check is in their text message from Thirdfort, our ID provider."
        : "Everybody who sells, buys or gives money has to prove who they are.",
    };
  }
  if (next === "order_checks") {
    return {
      turn: "others",
      title: "We are ordering the ID checks",
      text: "Everybody who sells, buys or gives money gets a text message with a link from Thirdfort, our ID provider.",
    };
  }
  return {
    turn: "others",
    title: "We are looking at the ID checks",
    text: "Not all of the checks are complete. We will contact you if we need anything from you.",
  };
}

function searchesCard(
  next: "order_searches" | "return_searches",
  { steps: { searches } }: Known,
): CardWords {
  if (next === "order_searches") {
    const text = "Searches come from the council, the water company and other offices.";
    return { turn: "others", title: "We are ordering the searches", text };
  }
  const so_far = searchesText(searches);
  return {
    turn: "others",
    title: "The searches are being made",
    text: so_far ? `${so_far}.` : "They say what the council and others know about the home.",
  };
}

/** A buyer has their money ready by the day for completion, once there is one. */
function exchangeCard({ side, completion, exchange, today }: Known): CardWords {
  const plan = completion
    ? `Completion is planned for ${dayInWords(completion)}.`
    : "The solicitors are agreeing the day of completion.";
  const before =
    side === "seller" ? "to sign the contract" : "to sign the contract and pay the deposit";
  const words = {
    title: "The exchange of contracts is being prepared",
    text: `Do not book your move yet: nothing is binding until contracts are exchanged. Your solicitor will ask you ${before} before that. ${plan}`,
  };
  if (side === "seller" || !completion) return { turn: "solicitors", ...words };
  // Whoever reads of the later day alone has no deposit ready for the earlier one.
  return {
    turn: "money",
    title: "Have your money ready",
    text: "Your solicitor will tell you how much each is, and may want it sooner.",
    due: [
      {
        term: "Deposit",
        day: exchange ? `Before ${dayOfWeek(exchange, today)}` : "Before exchange",
      },
      { term: "The rest", day: moneyDay(completion, today) },
    ],
    meanwhile: words,
  };
}

type SolicitorStep = "send_contract_pack" | "raise_enquiries" | "answer_enquiries";

const WITH_SOLICITORS: Record<SolicitorStep, Record<Side, Omit<CardWords, "turn">>> = {
  send_contract_pack: {
    seller: {
      title: "Your solicitor is preparing the contract pack",
      text: "Your solicitor will send the pack to your buyer’s solicitor.",
    },
    buyer: {
      title: "The seller’s solicitor is preparing the contract pack",
      text: "The seller’s solicitor will send the pack to yours.",
    },
  },
  raise_enquiries: {
    seller: {
      title: "Your buyer’s solicitor is reading the contract pack",
      text: "Your buyer’s solicitor will ask yours about whatever is not clear.",
    },
    buyer: {
      title: "Your solicitor is reading the contract pack",
      text: "Your solicitor will ask the seller’s about whatever is not clear.",
    },
  },
  answer_enquiries: {
    seller: {
      title: "Your solicitor is answering your buyer’s questions",
      text: "Your solicitor will ask you for what only you can answer.",
    },
    buyer: {
      title: "The seller’s solicitor is answering your solicitor’s questions",
      text: "Your solicitor will tell you what the answers mean for you.",
    },
  },
};
