import { dayOfWeek, sentenceDate } from "#app/domain/shared/dates.ts";
import { addDays, addWorkingDays, workingDaysBefore } from "#app/domain/shared/working-days.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { type StageName, stageNumber } from "#app/domain/transactions/stage-facts.ts";
import { makeCard, AS_SOON_AS_YOU_CAN, type CardWords, type ActionCard } from "./card-type.ts";

const NOTHING_TO_DO = "You don’t need to do anything.";

export const DONE: Record<Side, CardWords> = {
  seller: { kind: "over", title: "Your sale has completed", text: NOTHING_TO_DO },
  buyer: { kind: "over", title: "Your purchase has completed", text: NOTHING_TO_DO },
};

const MONEY_WORKING_DAYS = 2;
const NOW = "Now";

/** Returns the working day before exchange, by which the deposit is needed. */
export function depositDay(exchange: string): string {
  return workingDaysBefore(exchange, 1);
}

/**
 * Returns the day by which a buyer’s solicitor needs the money in their account. It allows for a
 * transfer that takes a day.
 */
export function balanceDay(completion: string): string {
  return workingDaysBefore(completion, MONEY_WORKING_DAYS);
}

/**
 * Number of working days after completion until a seller usually has the balance. It allows for a
 * transfer that takes a day.
 */
export const SALE_BALANCE_DAYS = 1;

export function saleBalanceDay(completion: string): string {
  return addWorkingDays(completion, SALE_BALANCE_DAYS);
}

/**
 * Returns the day by which a buyer must send the money, as text.
 * @param completion such as "2026-12-04"
 */
export function moneyDay(completion: string, today: string): string {
  const day = balanceDay(completion);
  return today <= day ? `By ${dayOfWeek(day, today)}` : NOW;
}

const MONEY_DAYS = 7;

/**
 * Returns the text about the balance after completion, or null if completion was more than a week
 * ago.
 * @param completion such as "2026-12-04"
 */
export function balanceText(completion: string, today: string): string | null {
  if (today > addDays(completion, MONEY_DAYS)) return null;
  const day = saleBalanceDay(completion);
  const by = sentenceDate(day, today);
  return today <= day
    ? `Your solicitor will pay off your mortgage (if you have one) and take off the costs. They’ll send you the balance, usually by ${by}.`
    : `The balance should have arrived by ${by}. Your solicitor will have paid off any mortgage and taken off the costs first. Check your bank account. If the money hasn’t arrived, contact your solicitor.`;
}

const ON_THE_DAY: Record<Side, string> = {
  seller:
    "On completion day your buyer’s solicitor will pay your solicitor and you’ll hand over the keys. Book your move for that day, and keep your buildings insurance until the sale has completed.",
  buyer:
    "On completion day your solicitor will pay the seller’s solicitor and you’ll get the keys.",
};

/**
 * Insurance is mentioned because many contracts pass the risk to the buyer at exchange. The text is
 * cautious because the landlord of a leasehold may insure it.
 */
const INSURANCE_AFTER_EXCHANGE =
  "Contracts have been exchanged, so you may already need buildings insurance. If you haven’t arranged it, ask your solicitor about it today.";

export const COMPLETION_UNKNOWN =
  "Your completion date is in your contract, but we don’t have it yet. Do not book your move until you know it.";

/**
 * Returns the card between exchange and completion. `completion` is the day, such as "2026-12-04",
 * or null if we don’t know it.
 */
export function completionCard(side: Side, completion: string | null, today: string): CardWords {
  if (completion === null) {
    const texts = [
      COMPLETION_UNKNOWN,
      "When you have the date, email it to us, so that we can show it here.",
      side === "buyer" && INSURANCE_AFTER_EXCHANGE,
      side === "buyer" &&
        "Make sure your solicitor has your money at least 2 working days before completion.",
    ];
    return {
      kind: "yours",
      title: "Ask your solicitor for your completion date",
      text: texts.filter(Boolean).join(" "),
      due: AS_SOON_AS_YOU_CAN,
    };
  }
  const what = ON_THE_DAY[side];
  const words = {
    kind: "ready",
    title: `Completion is on ${sentenceDate(completion, today)}`,
  } as const;
  if (side === "seller") return { ...words, text: what };
  const day = moneyDay(completion, today);
  const money =
    day === NOW
      ? "Your solicitor should already have your money. If they don’t, phone them on a number you already have."
      : "Your solicitor will tell you how much to send. They may need the money sooner.";
  const text = `${INSURANCE_AFTER_EXCHANGE} ${what} ${money}`;
  return { ...words, text, due: [{ term: "Balance", day }] };
}

const OWES_US_NOTHING = "You don’t owe us anything.";

/**
 * Text about the costs after a sale has fallen through. `fallThroughCosts` adds that the service
 * fee is non-refundable, unless it was refunded.
 */
export const MONEY_AFTER_STOP: Record<Side, string> = {
  seller:
    "Who pays for the legal work so far depends on why the sale fell through. Ask your solicitor or email us.",
  buyer: `${OWES_US_NOTHING} Whether you owe your solicitor for the work so far depends on why the purchase fell through. Ask your solicitor or email us.`,
};

/**
 * Returns the text about the costs after a sale has fallen through, or null if there are none to
 * mention.
 */
export function fallThroughCosts(
  side: Side,
  { is_refunded, has_solicitor }: { is_refunded: boolean; has_solicitor: boolean },
): string | null {
  const fee =
    side === "seller" && !is_refunded
      ? "Under your terms, the service fee is non-refundable."
      : null;
  if (!has_solicitor) return side === "buyer" ? OWES_US_NOTHING : fee;
  return [fee, MONEY_AFTER_STOP[side]].filter(Boolean).join(" ");
}

/** Returns the seller’s card after staff have ended the matter. */
export function endedCard(
  day: string,
  {
    today,
    has_solicitor,
    is_refunded = false,
  }: { today: string; has_solicitor: boolean; is_refunded?: boolean },
): ActionCard {
  const why = fallThroughCosts("seller", { is_refunded, has_solicitor });
  const text = `It ended on ${sentenceDate(day, today)}. You don’t need to do anything for us. If you decide to sell after all, email us.`;
  return makeCard({ kind: "over", title: "Your sale has ended", text }, { why });
}

const NOUNS: Record<Side, string> = { seller: "sale", buyer: "purchase" };

/** Returns the card of a matter that staff have paused. @param until day, if it is known */
export function pausedCard(side: Side, until: string | null, today: string): ActionCard {
  const noun = NOUNS[side];
  const when =
    until === null
      ? "We don’t know yet when it will continue. We’ll email you when it does."
      : until > today
        ? `We plan to continue on ${sentenceDate(until, today)}, and we’ll email you then.`
        : "We plan to continue soon, and we’ll email you then.";
  const text = `${when} ${NOTHING_TO_DO} If your plans change, email us.`;
  return makeCard({ kind: "others", title: `Your ${noun} is paused`, text });
}

/**
 * Returns the card after a sale has fallen through. A buyer who was not the active one has no
 * stage.
 */
export function fallThroughCard(
  side: Side,
  {
    day,
    stage,
    today,
    has_solicitor,
    is_refunded = false,
  }: {
    day: string;
    stage: StageName | null;
    today: string;
    has_solicitor: boolean;
    is_refunded?: boolean;
  },
): ActionCard {
  const when = sentenceDate(day, today);
  const why = fallThroughCosts(side, { is_refunded, has_solicitor });
  if (side === "buyer") {
    const at = stage ? `, at stage ${stageNumber(stage)}` : "";
    const text = `It fell through on ${when}${at}. You don’t need to do anything for us. If you’ve applied for a mortgage, booked a survey or arranged insurance, let your lender, surveyor or insurer know. If you and the seller decide to go ahead after all, email us and we’ll pick it up from there.`;
    return makeCard({ kind: "over", title: "Your purchase has fallen through", text }, { why });
  }
  const work = has_solicitor ? ", and your next buyer can use the legal work that is done" : "";
  const text = `The sale to your buyer fell through on ${when}. Your sale is still open with us${work}. When you find a new buyer, or your last buyer comes back, email us and we’ll carry on.`;
  return makeCard({ kind: "yours", title: "Find a new buyer", text }, { why });
}
