import { dayInWords, dayOfWeek } from "#app/domain/fields/dates.ts";
import {
  checkState,
  searchesText,
  type StepFacts,
} from "#app/domain/transactions/customer-progress.ts";
import {
  type StageFacts,
  type StageName,
  stageNumber,
} from "#app/domain/transactions/stage-facts.ts";
import { ownCheck } from "./own-check.ts";
import { stoppedAt } from "./stages.ts";
import { type NextStep, whereaboutsOf } from "./whereabouts.ts";
import { type ShownStage, whoHasIt } from "./words.ts";

/** Whose turn it is, for a customer: the card that their page begins with, and the email on Fridays. */

export type Side = "seller" | "buyer";

/**
 * Whose turn it is: the reader's; the reader's, unless they have sent the papers back already; the reader's to get ready for
 * the move; the solicitors', who write to the reader by themselves; another's; nobody's any more.
 */
export type Turn = "yours" | "papers" | "ready" | "solicitors" | "others" | "over";

export type TurnCard = {
  turn: Turn;
  title: string;
  /** What there is to do, or what happens meanwhile. */
  text: string;
  /** What there is to send back, unless it has been: nobody tells us. */
  papers: string | null;
  /** Who has it, for how long, and by when it should be done, where that is known. */
  who: string | null;
  /** The newest note of staff beside the stage that is under way. */
  note: { id: string; note: string; left: string } | null;
};

type Words = Pick<TurnCard, "turn" | "title" | "text"> & Partial<Pick<TurnCard, "papers">>;

type Known = {
  side: Side;
  steps: StepFacts;
  /** A day for completion that is still to come. */
  completion: string | null;
  /** "You chose Ashby & Co." */
  chosen?: string | null;
};

/**
 * The card of a matter that goes on, or has been called off.
 *
 * @param stages as describeStages tells them to the same reader
 */
export function turnCard(
  { facts, stages, ...known }: Known & { facts: StageFacts; stages: readonly ShownStage[] },
  today: string,
): TurnCard {
  const stopped = stoppedAt(facts, today);
  if (stopped) return alone(stoppedCard(known.side, { ...stopped, today }));
  const { next } = whereaboutsOf(facts, today);
  const now = stages.find(({ state }) => state === "now");
  if (!next || !now) return alone(DONE[known.side]);
  const words = withPapers(ownCheck(known.steps) ?? nextCard(next, now, known), known);
  const [note] = now.notes.toReversed();
  return {
    papers: null,
    ...words,
    who: whoHasIt(now),
    note: note ? { id: note.id, note: note.note, left: note.left } : null,
  };
}

/** Of which nobody is told who has it. */
export function alone(words: Words): TurnCard {
  return { papers: null, ...words, who: null, note: null };
}

const NOTHING_TO_DO = "There is nothing for you to do.";

const DONE: Record<Side, Words> = {
  seller: { turn: "over", title: "Your sale is completed", text: NOTHING_TO_DO },
  buyer: { turn: "over", title: "Your purchase is completed", text: NOTHING_TO_DO },
};

/** @param stopped without a stage for whom the matter did not go on with */
export function stoppedCard(
  side: Side,
  { day, stage, today }: { day: string; stage: StageName | null; today: string },
): Words {
  const when = dayOfWeek(day, today);
  if (side === "buyer") {
    const within = stage ? `, in stage ${stageNumber(stage)}` : "";
    return {
      turn: "over",
      title: "Your purchase has stopped",
      text: `It stopped on ${when}${within}. ${NOTHING_TO_DO} If you and the seller take it up again, email us, and we will carry on from there.`,
    };
  }
  return {
    turn: "yours",
    title: "Find a new buyer",
    text: `The sale to your buyer stopped on ${when}. Your sale stays open with us. Once you have a new buyer, or yours comes back, email us, and we will take it up again.`,
  };
}

/** Until a later step proves that they are back, the reader is asked for them. */
function withPapers(words: Words, { side, steps }: Known): Words {
  const { law_firm, has_returned_papers } = steps;
  const { turn } = words;
  if (turn === "ready" || turn === "over" || law_firm === null || has_returned_papers) return words;
  const them = side === "seller" ? "engagement letter and the TA forms" : "engagement letter";
  const come = side === "seller" ? "They come" : "It comes";
  return {
    ...words,
    turn: turn === "yours" ? turn : "papers",
    papers: `Sign and return the ${them} from ${law_firm}, if you have not already. ${come} by email.`,
  };
}

function nextCard(next: NextStep, now: ShownStage, known: Known): Words {
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
      return identityCard(next, now, known);
    case "order_searches":
    case "return_searches":
      return searchesCard(next, known);
    case "send_contract_pack":
    case "raise_enquiries":
    case "answer_enquiries":
    case "exchange":
      return { turn: "solicitors", ...WITH_SOLICITORS[next][known.side] };
    case "complete":
      return completionCard(known.side, known.completion);
  }
}

const INTRODUCED = "We will introduce you to them by email.";

function instructedCard(
  next: "pay" | "choose_solicitor" | "assign_solicitors" | "find_buyer",
  { side, steps: { law_firm, chooser }, chosen }: Known,
): Words {
  if (next === "choose_solicitor") return choosingCard(side, { law_firm, chooser });
  if (next === "pay") {
    const begins = `${side === "seller" ? "Your" : "The"} sale begins once it is paid for.`;
    const text = [begins, chosen].filter(Boolean).join(" ");
    return { turn: "others", title: "Waiting for payment", text };
  }
  if (next === "find_buyer") {
    return {
      turn: "others",
      title: "Your sale is waiting for a buyer",
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
): Words {
  if (side === "buyer") {
    const title = "The seller is choosing their solicitor";
    const text =
      law_firm === null
        ? "We will then assign yours, and introduce you to them by email."
        : `Yours is ${law_firm}.`;
    return { turn: "others", title, text };
  }
  if (chooser !== null) {
    const text = `${chooser} has to say who does the legal work of your sale.`;
    return { turn: "others", title: `Waiting for ${chooser} to choose a solicitor`, text };
  }
  return {
    turn: "yours",
    title: "Choose your solicitor",
    text: "They do the legal work of your sale. Pick one of our panel, or say that you have no preference.",
  };
}

function identityCard(
  next: "order_checks" | "look_at_checks" | "settle_check" | "pass_check",
  { holder }: ShownStage,
  { steps: { checks } }: Known,
): Words {
  const isOwnSide = checks.some((check) => checkState(check) === "sent");
  if (isOwnSide || next === "pass_check") {
    return {
      turn: "others",
      title: `Waiting for ${holder} to do an ID check`,
      text: isOwnSide
        ? "The link is in a text message from Thirdfort, our ID provider."
        : "The next stage begins once everybody has proved who they are.",
    };
  }
  if (next === "order_checks") {
    return {
      turn: "others",
      title: "Identity checks come next",
      text: "We will order them: everybody gets a text message with a link from Thirdfort, our ID provider.",
    };
  }
  return {
    turn: "others",
    title: "We are seeing to the identity checks",
    text: "Not all of them are complete. We will contact you if we need anything from you.",
  };
}

function searchesCard(
  next: "order_searches" | "return_searches",
  { side, steps: { searches } }: Known,
): Words {
  const the = side === "seller" ? "Your" : "The";
  if (next === "order_searches") {
    const text = "We will order them from the council, the water company and other offices.";
    return { turn: "others", title: `${the} searches come next`, text };
  }
  const so_far = searchesText(searches);
  return {
    turn: "others",
    title: `${the} searches are being made`,
    text: so_far ? `${so_far}.` : "They say what the council and others know about the home.",
  };
}

type SolicitorStep = "send_contract_pack" | "raise_enquiries" | "answer_enquiries" | "exchange";

const EXCHANGE = {
  title: "The exchange of contracts is being prepared",
  text: "The solicitors are agreeing the day. Nothing is binding until then, so do not book your move yet.",
};

const WITH_SOLICITORS: Record<SolicitorStep, Record<Side, Omit<Words, "turn">>> = {
  send_contract_pack: {
    seller: {
      title: "Your solicitor is preparing the contract pack",
      text: "They will send it to your buyer’s solicitor.",
    },
    buyer: {
      title: "The seller’s solicitor is preparing the contract pack",
      text: "They will send it to your solicitor.",
    },
  },
  raise_enquiries: {
    seller: {
      title: "Your buyer’s solicitor is reading the contract pack",
      text: "They will ask your solicitor about whatever is not clear.",
    },
    buyer: {
      title: "Your solicitor is reading the contract pack",
      text: "They will ask the seller’s solicitor about whatever is not clear.",
    },
  },
  answer_enquiries: {
    seller: {
      title: "Your solicitor is answering your buyer’s questions",
      text: "They will ask you for what only you can answer.",
    },
    buyer: {
      title: "The seller is answering your solicitor’s questions",
      text: "Your solicitor will tell you what the answers mean for you.",
    },
  },
  exchange: { seller: EXCHANGE, buyer: EXCHANGE },
};

/** @param completion the day, "2026-12-04"; null until it is known */
export function completionCard(side: Side, completion: string | null): Words {
  const what =
    side === "seller"
      ? "On that day you are paid, and hand over the keys."
      : "On that day the home is paid for, and you get the keys.";
  return {
    turn: "ready",
    title: completion
      ? `Completion is on ${dayInWords(completion)}`
      : "Completion is being prepared",
    text: completion ? what : `Your solicitor will tell you the day. ${what}`,
  };
}
