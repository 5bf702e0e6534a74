import { dayInWords, dayOfWeek } from "#app/domain/fields/dates.ts";
import { searchesText, type StepFacts } from "#app/domain/transactions/customer-progress.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { StageFacts } from "#app/domain/transactions/stage-facts.ts";
import { alone, type CardWords, type TurnCard } from "./card.ts";
import { completionCard, DONE, moneySentence, stoppedCard } from "./endings.ts";
import { whyWeTakeLong } from "./our-waits.ts";
import { ownCheck } from "./own-check.ts";
import { stoppedAt } from "./stages.ts";
import { type NextStep, type Whereabouts, whereaboutsOf } from "./whereabouts.ts";
import { sideOf, type WhoHasIt } from "./who.ts";
import type { ShownStage } from "./words.ts";

/** Whose turn it is, for a customer: the card that their page begins with, and the email on Fridays. */

type Known = {
  side: Side;
  steps: StepFacts;
  /** As London has it. */
  today: string;
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
export function turnCard({
  facts,
  stages,
  ...known
}: Known & { facts: StageFacts; stages: readonly ShownStage[] }): TurnCard {
  const { side, today } = known;
  const stopped = stoppedAt(facts, today);
  if (stopped) return alone(stoppedCard(side, { ...stopped, today }));
  const where = whereaboutsOf(facts, today);
  const now = stages.find(({ state }) => state === "now");
  if (!where.next || !now) return alone(DONE[side]);
  const waiting = {
    holder: now.holder,
    is_own: where.holder !== null && sideOf(where.holder) === side,
  };
  const next = nextCard(where.next, waiting, known);
  const own = ownCheck(known.steps);
  // Money has its day: a check to be done stands before it, one that we look into does not.
  const leads = own && (own.turn === "yours" || !next.task);
  const words = withPapers(leads ? { ...own, task: next.task } : next, known);
  // Whose turn it is needs no other who has the stage meanwhile: that stands beside the stage. A check that both sides have to
  // do is the reader's too.
  const is_anothers = words.turn === "yours" && !waiting.is_own && where.next !== "pass_check";
  const [note] = now.notes.toReversed();
  return {
    task: null,
    papers: null,
    ...words,
    who: is_anothers ? null : whoHasIt(now),
    why: is_anothers ? null : whyItTakesLong(where, facts, today),
    note: note ? { id: note.id, note: note.note, left: note.left } : null,
  };
}

function whoHasIt({ holder, held_for, beside, by_when }: ShownStage): WhoHasIt | null {
  return holder === null ? null : { holder, held_for, beside, by_when: by_when?.said ?? null };
}

/** What keeps a matter waiting that is with us, or that nobody buys yet. */
function whyItTakesLong(where: Whereabouts, { purchase }: StageFacts, today: string) {
  const nobodyBuys = purchase === null && where.stage !== "instructed" && NOBODY_BUYS;
  return [nobodyBuys, whyWeTakeLong(where, today)].filter(Boolean).join(" ") || null;
}

const NOBODY_BUYS =
  "Nobody has signed up with us to buy your home yet: some of this waits for them.";

/** Until a later step proves that they are back, the reader is asked for them, or may take back that they are. */
function withPapers(words: CardWords, { side, steps, today }: Known): CardWords {
  const { law_firm, has_returned_papers, says_returned_on } = steps;
  const { turn } = words;
  if (turn === "ready" || turn === "over" || law_firm === null || has_returned_papers) return words;
  const { what, short, them } = PAPERS[side];
  if (says_returned_on !== null) {
    const day = says_returned_on === today ? "today" : `on ${dayOfWeek(says_returned_on, today)}`;
    const told = `You told us ${day} that you have returned ${what}.`;
    return { ...words, papers: { law_firm, short, told } };
  }
  return {
    ...words,
    turn: turn === "yours" ? turn : "papers",
    task: `Sign and return ${what} as soon as ${law_firm} emails ${them} to you.`,
    papers: { law_firm, short, told: null },
  };
}

const PAPERS: Record<Side, { what: string; short: string; them: string }> = {
  seller: {
    what: "the engagement letter and the TA forms about your home",
    short: "the letter and the forms",
    them: "them",
  },
  buyer: { what: "the engagement letter", short: "the letter", them: "it" },
};

type Waiting = { holder: string | null; is_own: boolean };

function nextCard(next: NextStep, waiting: Waiting, known: Known): CardWords {
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
      return identityCard(next, waiting);
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
    const text = `${chooser} has to say who does the legal work of your sale.`;
    return { turn: "others", title: `Waiting for ${chooser} to choose a solicitor`, text };
  }
  return {
    turn: "yours",
    title: "Choose your solicitor",
    text: "They do the legal work of your sale. Pick one of the firms that we work with, or say that you have no preference.",
  };
}

function identityCard(
  next: "order_checks" | "look_at_checks" | "settle_check" | "pass_check",
  { holder, is_own }: Waiting,
): CardWords {
  if (next === "pass_check") {
    return {
      turn: "others",
      title: `Waiting for ${holder} to do an ID check`,
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
    title: "We are seeing to the identity checks",
    text: "Not all of the checks are complete. We will contact you if we need anything from you.",
  };
}

function searchesCard(
  next: "order_searches" | "return_searches",
  { side, steps: { searches } }: Known,
): CardWords {
  const the = side === "seller" ? "Your" : "The";
  if (next === "order_searches") {
    const text = "Searches come from the council, the water company and other offices.";
    return { turn: "others", title: `We are ordering ${the.toLowerCase()} searches`, text };
  }
  const so_far = searchesText(searches);
  return {
    turn: "others",
    title: `${the} searches are being made`,
    text: so_far ? `${so_far}.` : "They say what the council and others know about the home.",
  };
}

/** A buyer plans their money by the day for completion, once there is one. */
function exchangeCard({ side, completion, today }: Known): CardWords {
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
  const deposit = "Have your deposit with your solicitor before exchange.";
  return { turn: "money", ...words, task: `${deposit} ${moneySentence(completion, today)}` };
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
