import { dayOfWeek, sentenceDate } from "#app/domain/shared/dates.ts";
import { searchesText, type StepFacts } from "#app/domain/transactions/customer-progress.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { CardWords } from "./card-type.ts";
import { completionCard, moneyDay } from "./closing-cards.ts";
import type { NextStep } from "./current-step.ts";
import { needTheirChecks, openChecks } from "./stage-holder.ts";

export type Known = {
  side: Side;
  steps: StepFacts;
  today: string;
  completion: string | null;
  exchange: string | null;
  /** Side that the step concerns; null if it concerns both. */
  step_side: Side | null;
  /** False while the sale has no buyer. */
  has_buyer: boolean;
  /** Text about the solicitor that the seller chose, such as "You chose Ashby & Co." */
  chosen?: string | null;
};

/** Returns the card about a matter’s next step, for a reader on either side. */
export function nextCard(next: NextStep, known: Known): CardWords {
  switch (next) {
    case "pay":
    case "choose_solicitor":
    case "assign_solicitors":
    case "replace_solicitor":
    case "send_letter":
    case "check_memorandum":
    case "find_buyer":
      return instructedCard(next, known);
    case "order_checks":
    case "look_at_checks":
    case "settle_check":
    case "pass_check":
      return identityCard(next, known);
    case "order_searches":
    case "return_searches":
      return searchesCard(next, known);
    case "property_information":
      return known.steps.confirmers
        ? confirmingCard(known.steps.confirmers)
        : PROPERTY_INFORMATION[known.side];
    case "prepare_contract_pack":
    case "send_contract_pack":
    case "raise_enquiries":
    case "answer_enquiries":
      return { kind: "solicitors", ...solicitorsCard(next, known) };
    case "exchange":
      return exchangeCard(known);
    case "complete":
      return completionCard(known.side, known.completion, known.today);
  }
}

const INTRODUCED = "Once you have a solicitor, we’ll introduce you by email.";

function instructedCard(
  next:
    | "pay"
    | "choose_solicitor"
    | "assign_solicitors"
    | "replace_solicitor"
    | "send_letter"
    | "check_memorandum"
    | "find_buyer",
  { side, steps: { law_firm, chooser }, step_side, chosen }: Known,
): CardWords {
  if (next === "choose_solicitor") return choosingCard(side, { law_firm, chooser });
  if (next === "pay") {
    const begins =
      side === "seller"
        ? "Your sale will start when the service fee is paid."
        : "The sale will start when the seller has paid the service fee. You don’t need to pay us anything.";
    const text = [begins, chosen].filter(Boolean).join(" ");
    const title =
      side === "seller"
        ? "The service fee hasn’t been paid yet"
        : "The seller hasn’t paid the service fee yet";
    return { kind: "others", title, text };
  }
  if (next === "replace_solicitor") return replacingCard(side, step_side);
  if (next === "send_letter") {
    return {
      kind: "others",
      title: "We’re sending our instructions again",
      text: "Our instructions to one of the solicitors haven’t arrived. We’ll send them again. You don’t need to do anything.",
    };
  }
  if (next === "check_memorandum") {
    return {
      kind: "others",
      title: "We’re checking your memorandum of sale",
      text: "Your estate agent has told us that a sale is agreed. We’ll check the details and email you. You don’t need to do anything.",
    };
  }
  if (next === "find_buyer") {
    return {
      kind: "others",
      title: "Your home is ready for a buyer",
      text: "When you accept an offer, email us your buyer’s name and email address. We’ll invite them and arrange their solicitor. Your solicitor will then send the contract pack to your buyer’s solicitor.",
    };
  }
  if (law_firm === null) {
    const text = [chosen, INTRODUCED].filter(Boolean).join(" ");
    return { kind: "others", title: "We’re arranging your solicitor", text };
  }
  if (side === "seller") {
    const text = `Your solicitor is ${law_firm}, and your side of the legal work has started.`;
    return { kind: "others", title: "We’re arranging your buyer’s solicitor", text };
  }
  const text = `Your solicitor is ${law_firm}. The searches will start once the seller has a solicitor.`;
  return { kind: "others", title: "We’re arranging the seller’s solicitor", text };
}

/** The reason why a firm declined is not for customers. */
function replacingCard(side: Side, step_side: Side | null): CardWords {
  if (step_side === side) {
    return {
      kind: "others",
      title: "We’re arranging another solicitor for you",
      text: "The law firm that we asked can’t act for you. We’re asking another firm, and we’ll introduce you to your new solicitor by email.",
    };
  }
  const whose = side === "seller" ? "your buyer" : "the seller";
  return {
    kind: "others",
    title: `We’re arranging another solicitor for ${whose}`,
    text: `The law firm that we asked can’t act for ${whose}. Your own solicitor stays the same.`,
  };
}

function choosingCard(
  side: Side,
  { law_firm, chooser }: Pick<StepFacts, "law_firm" | "chooser">,
): CardWords {
  if (side === "buyer") {
    const title = "The seller is choosing a solicitor";
    const text =
      law_firm === null
        ? "Next, we’ll arrange your solicitor and introduce you by email."
        : `Your solicitor is ${law_firm}.`;
    return { kind: "others", title, text };
  }
  if (chooser !== null) {
    const text = `Once ${chooser} has chosen, we’ll arrange your solicitor.`;
    return { kind: "others", title: `${chooser} needs to choose a solicitor`, text };
  }
  return {
    kind: "yours",
    title: "Choose your solicitor",
    text: "Your solicitor does the legal work for your sale. Choose one of our panel firms. If you have no preference, we’ll choose for you.",
    due: [{ term: "When", day: "Today. It takes 2 minutes" }],
  };
}

/**
 * Returns the card about ID checks. It names only people on the reader’s side, so that no one can
 * infer the state of the other side’s checks.
 */
function identityCard(
  next: "order_checks" | "look_at_checks" | "settle_check" | "pass_check",
  { steps: { checks }, step_side }: Known,
): CardWords {
  if (next === "order_checks") {
    const people = step_side === "seller" ? "Everyone selling" : "Everyone buying or giving money";
    return {
      kind: "others",
      title: "We’re ordering the ID checks",
      text: `${people} will get a text message with a link from Thirdfort, our ID check provider.`,
    };
  }
  const { others } = openChecks(checks);
  if (next === "pass_check" && others.length > 0) {
    return {
      kind: "others",
      title: needTheirChecks(others),
      text: "They’ll find the link in a text message from Thirdfort, our ID check provider.",
    };
  }
  return {
    kind: "others",
    title: "The ID checks are in progress",
    text: "We’ll contact you if we need anything.",
  };
}

function searchesCard(
  next: "order_searches" | "return_searches",
  { steps: { searches } }: Known,
): CardWords {
  if (next === "order_searches") {
    const text =
      "Searches are checks with the local council, water company and others about the property.";
    return { kind: "others", title: "We’re ordering the searches", text };
  }
  const so_far = searchesText(searches);
  return {
    kind: "others",
    title: "The searches are under way",
    text: so_far
      ? `${so_far}.`
      : "Searches show what the council and others know about the property.",
  };
}

/** Returns the card of a seller who has confirmed the answers. @param names sellers who have not */
function confirmingCard(names: string): CardWords {
  return {
    kind: "others",
    title: "You’ve confirmed your answers",
    text: `We’ll send the answers to your solicitor once every seller has confirmed them. Still to confirm: ${names}.`,
  };
}

const PROPERTY_INFORMATION: Record<Side, CardWords> = {
  seller: {
    kind: "yours",
    title: "Tell us about your home",
    text: "A buyer’s solicitor will ask questions like these. You can answer the sections in any order and come back later.",
  },
  buyer: {
    kind: "others",
    title: "The seller is answering questions about the home",
    text: "The seller’s solicitor will send the contract pack when it’s ready.",
  },
};

const NOT_BINDING =
  "Do not book your move yet. Nothing is legally binding until contracts are exchanged.";
const SELLER_SIGNS = "Before then, your solicitor will ask you to sign the contract.";
/**
 * Text for a buyer before exchange. It mentions insurance, because the buyer may need it from the
 * day of exchange.
 */
const BUYER_SIGNS =
  "Before then, your solicitor will ask you to sign the contract and pay the deposit. Ask them whether you need buildings insurance from the day of exchange.";

function exchangeCard({ side, completion, exchange, today }: Known): CardWords {
  const plan = completion
    ? `Completion is planned for ${sentenceDate(completion, today)}.`
    : "The solicitors are agreeing a completion date.";
  const before = side === "seller" ? SELLER_SIGNS : BUYER_SIGNS;
  const words = {
    title: "The solicitors are preparing for exchange of contracts",
    text: `${NOT_BINDING} ${before} ${plan}`,
  };
  if (side === "seller" || !completion) return { kind: "solicitors", ...words };
  // Show the deadlines of the deposit and of the balance. If only that of the balance were shown,
  // buyers would send the deposit too late.
  return {
    kind: "money",
    title: "Get your money ready",
    text: "Your solicitor will tell you how much to send for the deposit and the balance. They may need the money sooner. These dates are planned and can still change.",
    due: [
      {
        term: "Deposit",
        day: exchange ? `Before ${dayOfWeek(exchange, today)}` : "Before exchange",
      },
      { term: "Balance", day: moneyDay(completion, today) },
    ],
    in_parallel: words,
  };
}

type SolicitorStep =
  | "prepare_contract_pack"
  | "send_contract_pack"
  | "raise_enquiries"
  | "answer_enquiries";

function solicitorsCard(next: SolicitorStep, { side, has_buyer, steps }: Known) {
  const words = WITH_SOLICITORS[next][side];
  if (next !== "prepare_contract_pack" || side === "buyer") return words;
  const hasForms = steps.has_returned_papers || steps.says_returned_on !== null;
  const then = has_buyer ? words.text : WITHOUT_BUYER;
  return {
    ...words,
    text: hasForms
      ? then
      : `Your solicitor can’t finish it until you return your TA forms. ${then}`,
  };
}

const WITHOUT_BUYER =
  "When you have a buyer, your solicitor will send the pack to their solicitor.";

const WITH_SOLICITORS: Record<SolicitorStep, Record<Side, Omit<CardWords, "kind">>> = {
  prepare_contract_pack: {
    seller: {
      title: "Your solicitor is preparing the contract pack",
      text: "Your solicitor will send the pack to your buyer’s solicitor.",
    },
    buyer: {
      title: "The seller’s solicitor is preparing the contract pack",
      text: "The seller’s solicitor will send the pack to your solicitor.",
    },
  },
  send_contract_pack: {
    seller: {
      title: "Your contract pack is ready",
      text: "Your solicitor will send the pack to your buyer’s solicitor.",
    },
    buyer: {
      title: "The contract pack is ready",
      text: "The seller’s solicitor will send the pack to your solicitor.",
    },
  },
  raise_enquiries: {
    seller: {
      title: "Your buyer’s solicitor is reading the contract pack",
      text: "Your buyer’s solicitor will raise enquiries (questions) with your solicitor.",
    },
    buyer: {
      title: "Your solicitor is reading the contract pack",
      text: "Your solicitor will raise enquiries (questions) with the seller’s solicitor.",
    },
  },
  answer_enquiries: {
    seller: {
      title: "Your solicitor is answering your buyer’s enquiries",
      text: "Your solicitor may ask you for information.",
    },
    buyer: {
      title: "The seller’s solicitor is answering your solicitor’s enquiries",
      text: "Your solicitor will explain anything you need to know.",
    },
  },
};
