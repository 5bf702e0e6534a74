import type { WhoHasIt } from "./who.ts";

/** The card that a customer's page begins with, in words. */

/**
 * Whose turn it is: the reader's; the reader's to send the papers of their solicitor back; the reader's to have money ready;
 * the reader's to read our note; the reader's to get ready for the move; the solicitors', who write to the reader by
 * themselves; another's; nobody's any more.
 */
export type Turn =
  | "yours"
  | "papers"
  | "money"
  | "note"
  | "ready"
  | "solicitors"
  | "others"
  | "over";

export type TurnCard = {
  turn: Turn;
  /** What the reader has to do, where they have; else what happens. */
  title: string;
  text: string;
  /** By when the reader has to do it. */
  due: Due[];
  /** What is the reader's to do besides, and by when: the papers of their solicitor. */
  task: { title: string; due: Due[] } | null;
  /** Of the papers of the reader's solicitor, while no later step proves that they are back. */
  papers: Papers | null;
  /** What happens beside what the reader has to do. */
  meanwhile: { title: string; text: string } | null;
  /** Who has it, for how long, what is the reader's beside that, and by when it should be done, where that is known. */
  who: WhoHasIt | null;
  /** What takes long, or what follows for money, and whom to ask. */
  why: string | null;
  /** It is under way, and nobody can say by when: what can be said is when the reader hears from us. */
  lacks_day: boolean;
  /** The newest note of staff beside the stage that is under way. */
  note: { id: string; note: string; left: string } | null;
};

/** A day, or what stands for one, under its name: "When", "As soon as you have it". */
export type Due = { term: string; day: string };

/** Whose papers they are, in few words which, and what the reader has told us of them: null for nothing yet. */
export type Papers = { law_firm: string; short: string; told: string | null };

export type CardWords = Pick<TurnCard, "turn" | "title" | "text"> &
  Partial<Pick<TurnCard, "due" | "task" | "papers" | "meanwhile">>;

/** Where no day is known, and the rest waits for the reader. */
export const AS_SOON_AS_YOU_CAN: Due[] = [{ term: "When", day: "As soon as you can" }];

/** Of which nobody is told who has it. */
export function alone(words: CardWords, more: Partial<TurnCard> = {}): TurnCard {
  return {
    due: [],
    task: null,
    papers: null,
    meanwhile: null,
    who: null,
    why: null,
    lacks_day: false,
    note: null,
    ...words,
    ...more,
  };
}
