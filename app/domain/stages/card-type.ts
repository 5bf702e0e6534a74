import type { HolderWithDate } from "./stage-holder.ts";

/**
 * Kind of card on a customer’s page. With the first five kinds, the reader has to act. With all
 * other kinds, someone else has to act or the matter has ended.
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
  kind: CardKind;
  /** The reader’s task or, if they have none, what is happening in the matter. */
  title: string;
  text: string;
  due: Due[];
  /** A second task of the reader: to return documents to their solicitor. */
  task: { title: string; due: Due[] } | null;
  /**
   * Documents that the reader should return, until a later step shows that their solicitor has
   * received them.
   */
  papers: Papers | null;
  in_parallel: { title: string; text: string } | null;
  /** True if the card is about the reader’s own ID check, which is never folded. */
  is_own_check: boolean;
  /** Holder of the stage, how long they have had it, and the expected date if it is known. */
  current_holder: HolderWithDate | null;
  /** Reason for a long wait or the financial consequences, and whom the reader can ask. */
  why: string | null;
  /** True if we cannot give a date. The card then shows when our next email will be sent. */
  lacks_day: boolean;
  note: { id: string; note: string; left: string } | null;
};

/**
 * A date or text with its label: the label "When" with the text "As soon as you have it", for
 * example.
 */
export type Due = { term: string; day: string };

/**
 * The documents that a reader returns: the name of the law firm, a short name of the documents, a
 * text about when they return them, and text with the day on which the reader said that they had
 * returned them. One of the texts is null.
 */
export type Papers = {
  law_firm: string;
  short: string;
  about: string | null;
  statement: string | null;
};

export type CardWords = Pick<ActionCard, "kind" | "title" | "text"> &
  Partial<Pick<ActionCard, "due" | "task" | "papers" | "in_parallel">>;

export const AS_SOON_AS_YOU_CAN: Due[] = [{ term: "When", day: "As soon as you can" }];

/** Builds a card, with default values for the parts that are not given. */
export function makeCard(words: CardWords, more: Partial<ActionCard> = {}): ActionCard {
  return {
    due: [],
    task: null,
    papers: null,
    in_parallel: null,
    is_own_check: false,
    current_holder: null,
    why: null,
    lacks_day: false,
    note: null,
    ...words,
    ...more,
  };
}
