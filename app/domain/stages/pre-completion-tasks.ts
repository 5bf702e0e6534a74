import { sentenceDate } from "#app/domain/shared/dates.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { moneyDay } from "./closing-cards.ts";

/**
 * A usual task of a customer between exchange and completion. We do not learn whether it is done.
 */
export type MovingDay = { when: string; what: string; text: string };

const ON_THE_DAY = "On the day";

/**
 * Returns a customer’s tasks between exchange and completion, in order.
 * @param completion such as "2026-12-04", or null if the date is not known
 */
export function preCompletionTasks(
  side: Side,
  completion: string | null,
  today: string,
  start = "Now",
): MovingDay[] {
  const day = completion === null ? "your completion date" : sentenceDate(completion, today);
  const book = {
    when: completion === null ? "Once you know your completion date" : start,
    what: `Book your move for ${day}`,
    text: "Set up mail redirection from your moving date.",
  };
  if (side === "seller") return [KEEP_INSURED, book, LEAVE, HAND_OVER];
  const when = completion === null ? "Before completion" : moneyDay(completion, today);
  return [INSURE, book, { when, ...SEND_MONEY }, COLLECT];
}

/**
 * Returns the tasks for the email about exchange, without those that are done on completion day.
 */
export function afterExchange(...reader: Parameters<typeof preCompletionTasks>): MovingDay[] {
  return preCompletionTasks(...reader).filter(({ when }) => when !== ON_THE_DAY);
}

/**
 * Insurance is a task because many contracts pass the risk to the buyer at exchange. The text is
 * cautious because the landlord of a leasehold may insure it.
 */
const INSURE: MovingDay = {
  when: "Today",
  what: "Arrange buildings insurance",
  text: "You may need it from exchange, not completion. If you haven’t arranged it, ask your solicitor about it today.",
};

const KEEP_INSURED: MovingDay = {
  when: "Until completion",
  what: "Keep your buildings insurance",
  text: "Do not cancel it before your sale has completed.",
};

const LEAVE: MovingDay = {
  when: "Before completion",
  what: "Leave everything that’s included in the sale",
  text: "Your fittings and contents form (TA10) lists what’s included. Take everything else with you and leave the property clear.",
};

const HAND_OVER: MovingDay = {
  when: ON_THE_DAY,
  what: "Read the meters and hand over the keys",
  text: "Take a photo of the gas, electricity and water meters. Ask your solicitor or estate agent where to leave the keys.",
};

const SEND_MONEY: Omit<MovingDay, "when"> = {
  what: "Send your solicitor the money",
  text: "They’ll tell you how much and when. Before you send any money, check the bank details. Phone your solicitor on a number you already have, not one from an email. Criminals send fake emails with changed bank details.",
};

const COLLECT: MovingDay = {
  when: ON_THE_DAY,
  what: "Collect the keys and read the meters",
  text: "Your solicitor or the estate agent will tell you when and where to collect the keys. Take a photo of the gas, electricity and water meters.",
};
