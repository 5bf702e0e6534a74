import { dayInWords, dayOfWeek } from "#app/domain/fields/dates.ts";
import { addWorkingDays, workingDaysBefore } from "#app/domain/fields/working-days.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { type StageName, stageNumber } from "#app/domain/transactions/stage-facts.ts";
import { alone, AS_SOON_AS_YOU_CAN, type CardWords, type TurnCard } from "./card.ts";

/** The cards of a matter that nears its end: completion is to come, it is completed, or it has stopped. */

const NOTHING_TO_DO = "There is nothing for you to do.";

export const DONE: Record<Side, CardWords> = {
  seller: { turn: "over", title: "Your sale is completed", text: NOTHING_TO_DO },
  buyer: { turn: "over", title: "Your purchase is completed", text: NOTHING_TO_DO },
};

const MONEY_WORKING_DAYS = 2;

/**
 * By when a buyer should have their money with their solicitor: solicitors pay on with money that is cleared, and banks may
 * take a day.
 *
 * @param completion the day, "2026-12-04"
 */
export function moneyDay(completion: string, today: string): string {
  const day = workingDaysBefore(completion, MONEY_WORKING_DAYS);
  return today <= day ? `By ${dayOfWeek(day, today)}` : "By now";
}

/**
 * What a seller still gets, once their home has changed hands: a bank may take a day.
 *
 * @param completion the day that was, "2026-12-04"
 */
export function moneyToCome(completion: string, today: string): string {
  const day = addWorkingDays(completion, 1);
  const what = "repays any mortgage, takes off the costs and sends you what is left";
  const when = `usually by ${dayOfWeek(day, today)}`;
  return today <= day
    ? `${NOTHING_TO_DO} Your solicitor ${what}, ${when}.`
    : `Your solicitor ${what}, ${when}. Look at your bank account, and ask them if it has not come.`;
}

const ON_THE_DAY: Record<Side, string> = {
  seller: "On that day the home is paid for, and you hand over the keys.",
  buyer: "On that day the home is paid for, and you get the keys.",
};

/**
 * @param completion the day, "2026-12-04"; null until it is known
 * @param today as London has it
 */
export function completionCard(side: Side, completion: string | null, today: string): CardWords {
  if (completion === null) {
    const texts = [
      "The day is in your contract, and we have not been told it yet. Do not book your move before you know it.",
      side === "buyer" && "Plan to have your money with your solicitor two working days before it.",
    ];
    return {
      turn: "yours",
      title: "Ask your solicitor for the day of completion",
      text: texts.filter(Boolean).join(" "),
      due: AS_SOON_AS_YOU_CAN,
    };
  }
  const what = ON_THE_DAY[side];
  const words = { turn: "ready", title: `Completion is on ${dayInWords(completion)}` } as const;
  if (side === "seller") return { ...words, text: what };
  const day = moneyDay(completion, today);
  const money =
    day === "By now"
      ? "Your money should be with your solicitor by now. If it is not, telephone them."
      : "Your solicitor will tell you how much to send them, and may want it sooner.";
  return { ...words, text: `${what} ${money}`, due: [{ term: "Money", day }] };
}

/** What a stop means for money, by the terms of either side: whose doing it was is not said here. */
export const MONEY_AFTER_STOP: Record<Side, string> = {
  seller:
    "Under your terms the service fee is not refunded. Who pays for the legal work so far depends on why the sale stopped: ask your solicitor or us.",
  buyer:
    "You pay us nothing. Whether you owe your solicitor anything for the work so far depends on why it stopped: ask them or us.",
};

/** @param stopped without a stage for whom the matter did not go on with */
export function stoppedCard(
  side: Side,
  { day, stage, today }: { day: string; stage: StageName | null; today: string },
): TurnCard {
  const when = dayOfWeek(day, today);
  const why = MONEY_AFTER_STOP[side];
  if (side === "buyer") {
    const within = stage ? `, in stage ${stageNumber(stage)}` : "";
    const text = `It stopped on ${when}${within}. ${NOTHING_TO_DO} If you and the seller take it up again, email us, and we will carry on from there.`;
    return alone({ turn: "over", title: "Your purchase has stopped", text }, { why });
  }
  const text = `The sale to your buyer stopped on ${when}. Your sale stays open with us. Once you have a new buyer, or yours comes back, email us, and we will take it up again.`;
  const due = [{ term: "By when", day: "No deadline" }];
  return alone({ turn: "yours", title: "Find a new buyer", text, due }, { why });
}
