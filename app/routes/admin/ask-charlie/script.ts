/**
 * The demonstration's script (U-001, U-006, AMB-U01): what is asked, and what Charlie answers. It is written here and
 * nowhere looked up.
 */

export type Turn = { ask: string; question: string; reply: readonly string[] };

export const turns = [
  {
    ask: "Ask about the engrossment fee",
    question:
      "The developer's solicitors want an engrossment fee from our buyer, who says that nobody told them. Do they have to pay it?",
    reply: [
      "The fee is £540 including VAT: £450 for preparing the final contract and transfer, and £90 VAT. It is in the developer's first letter with the contract papers, which the buyer has not been sent.",
      "It is a charge between the two sides and no part of our own costs. The buyer may ask for it to be lowered, but the developer does not have to agree.",
    ],
  },
  {
    ask: "Ask for a reply to the developer's solicitors",
    question: "Write to the developer's solicitors, and ask them to give way.",
    reply: [
      "Dear colleagues, we refer to your engrossment fee of £540 including VAT. Our client was not told of it before they reserved the plot, and the reservation form does not mention it.",
      "The documents are your standard ones, and the work on them is small. Please confirm that you will waive the fee, or send us a breakdown of it. We are ready to exchange in the meantime.",
    ],
  },
] as const satisfies readonly Turn[];

/** 0 idle, 1 first reply, 2 second reply (U-003). */
const LAST_STEP = turns.length;

/** Shown in turn while Charlie thinks (U-004). */
export const thinkingLines = [
  "Reading the emails of this matter",
  "Looking at the contract papers",
  "Comparing the fees",
] as const;

export const LINE_MS = 2_000;
export const REPLY_MS = 5_000;

/** The step that an address asks for; the start when it asks for none that there is. */
export function readStep(asked: string | null): number {
  const step = Number(asked);
  return Number.isInteger(step) && step > 0 && step <= LAST_STEP ? step : 0;
}
