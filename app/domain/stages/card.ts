import type { WhoHasIt } from "./who.ts";

/** The card that a customer's page begins with, in words. */

/**
 * Whose turn it is: the reader's; the reader's to send the papers of their solicitor back; the reader's to plan their
 * money by; the reader's to get ready for the move; the solicitors', who write to the reader by themselves; another's; nobody's any more.
 */
export type Turn = "yours" | "papers" | "money" | "ready" | "solicitors" | "others" | "over";

export type TurnCard = {
  turn: Turn;
  title: string;
  /** What there is to do, or what happens meanwhile. */
  text: string;
  /** What is the reader's to do besides: papers to send back, or money to have ready. */
  task: string | null;
  /** Of the papers of the reader's solicitor, while no later step proves that they are back. */
  papers: Papers | null;
  /** Who has it, for how long, what is the reader's beside that, and by when it should be done, where that is known. */
  who: WhoHasIt | null;
  /** What takes us long, and whom to ask. */
  why: string | null;
  /** The newest note of staff beside the stage that is under way. */
  note: { id: string; note: string; left: string } | null;
};

/** Whose papers they are, in few words which, and what the reader has told us of them: null for nothing yet. */
export type Papers = { law_firm: string; short: string; told: string | null };

export type CardWords = Pick<TurnCard, "turn" | "title" | "text"> &
  Partial<Pick<TurnCard, "task" | "papers">>;

/** Of which nobody is told who has it. */
export function alone(words: CardWords): TurnCard {
  return { task: null, papers: null, ...words, who: null, why: null, note: null };
}
