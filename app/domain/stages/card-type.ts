import type { HolderWithDate } from "./stage-holder.ts";

/**
 * Kind of card. The first five ask the reader to act. The others show that someone else acts, or
 * that the matter is over.
 */
export type CardKind =
  | "yours"
  | "papers"
  | "money"
  | "note"
  | "ready"
  | "solicitors"
  | "others"
  | "over";

export type ActionCard = {
  turn: CardKind;
  /** The reader’s task, or what is happening if they have none. */
  title: string;
  text: string;
  due: Due[];
  /** A second task of the reader: returning documents to their solicitor. */
  task: { title: string; due: Due[] } | null;
  /** Documents to return, until a later step shows that the solicitor has them back. */
  papers: Papers | null;
  in_parallel: { title: string; text: string } | null;
  /** Holder of the stage, for how long, and the expected date if known. */
  who: HolderWithDate | null;
  /** Reason for a long wait, or the financial consequences, and whom to ask. */
  why: string | null;
  /** True if no date can be given: the card then shows the next email from us. */
  lacks_day: boolean;
  note: { id: string; note: string; left: string } | null;
};

/** A date or text with its label: "When", "As soon as you have it". */
export type Due = { term: string; day: string };

/**
 * The firm, a short name of the documents, and when the reader said that they returned them, or
 * null.
 */
export type Papers = { law_firm: string; short: string; told: string | null };

export type CardWords = Pick<ActionCard, "turn" | "title" | "text"> &
  Partial<Pick<ActionCard, "due" | "task" | "papers" | "in_parallel">>;

export const AS_SOON_AS_YOU_CAN: Due[] = [{ term: "When", day: "As soon as you can" }];

/** Builds a card with defaults, without a holder. */
export function makeCard(words: CardWords, more: Partial<ActionCard> = {}): ActionCard {
  return {
    due: [],
    task: null,
    papers: null,
    in_parallel: null,
    who: null,
    why: null,
    lacks_day: false,
    note: null,
    ...words,
    ...more,
  };
}
