/**
 * Questions and answers of the demonstration, which never change and involve no AI (U-001, U-006,
 * AMB-U01).
 */

export type Turn = { ask: string; question: string; reply: readonly string[] };

export const turns = [
  {
    ask: "Ask about the engrossment fee",
    question:
      "The developer’s solicitors want an engrossment fee from our buyer, who says no one told them about it. Do they have to pay?",
    reply: [
      "The fee is £540 including VAT: £450 for preparing the final contract and transfer, plus £90 VAT. It’s in the developer’s first letter with the contract pack. The buyer hasn’t been sent this letter.",
      "It’s a charge between the two sides and not one of our costs. The buyer can ask for a lower fee, but the developer doesn’t have to agree.",
    ],
  },
  {
    ask: "Draft a reply to the developer’s solicitors",
    question: "Draft a reply to the developer’s solicitors asking them to waive the fee.",
    reply: [
      "Dear colleagues, we refer to your engrossment fee of £540 including VAT. Our client was not told about the fee before they reserved the plot, and the reservation form does not mention it.",
      "The documents are your standard ones and need little work. Please confirm that you will waive the fee, or send us a breakdown. In the meantime, we are ready to exchange.",
    ],
  },
] as const satisfies readonly Turn[];

/**
 * Last step of the demonstration. Step 0 is before the first question, and steps 1 and 2 are the
 * first and second reply (U-003).
 */
const LAST_STEP = turns.length;

/** Texts that show progress, in this order, while Charlie thinks (U-004). */
export const thinkingLines = [
  "Reading this matter’s emails",
  "Reviewing the contract pack",
  "Comparing the fees",
] as const;

export const LINE_MS = 2_000;
export const REPLY_MS = 5_000;

export function readStep(asked: string | null): number {
  const step = Number(asked);
  return Number.isInteger(step) && step > 0 && step <= LAST_STEP ? step : 0;
}
