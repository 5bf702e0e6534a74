import { sentenceDate } from "#app/domain/shared/dates.ts";
import { addDays, addWorkingDays, isWorkingDay } from "#app/domain/shared/working-days.ts";
import { balance, deposit } from "./money-dates.ts";
import type { DateFacts, MatterDate } from "./matter-date.ts";
import type { DateEstimates } from "./date-estimates.ts";

/**
 * Returns a matter's dates, earliest first; none if the sale fell through. `today` is a London
 * date.
 */
export function matterDates(facts: DateFacts, today: string): MatterDate[] {
  const { aborted } = facts;
  if (aborted !== null && aborted <= today) return [];
  const isBuyer = facts.side === "buyer";
  const when = { isExchanged: isExchanged(facts, today), today };
  return [
    deposit(facts, when),
    balance(facts, when),
    exchange(facts, today),
    completion(facts, today),
    isBuyer ? searches(facts, today) : null,
    isBuyer ? priority(facts, today) : null,
    isBuyer ? taxReturn(facts, today) : null,
  ]
    .filter((date) => date !== null)
    .toSorted((one, other) => one.day.localeCompare(other.day));
}

const WORKING_TOWARDS = "The date both solicitors are working towards.";

/** Text for buyers only, because they may bear the risk of damage to the property from exchange. */
const INSURANCE =
  " You may need buildings insurance from this date. Check with your solicitor beforehand.";

function exchange(facts: DateFacts, today: string): MatterDate | null {
  const { exchanged: day, side, targets } = facts;
  if (day === null) return estimate("exchange", "Estimated exchange of contracts", targets);
  if (isExchanged(facts, today)) {
    const basis = "The day contracts were exchanged.";
    const title = "Contracts exchanged";
    return { kind: "exchange", day, title, basis, is_open: false, certainty: "set" };
  }
  return {
    kind: "exchange",
    day,
    title: "Planned exchange of contracts",
    basis: `${WORKING_TOWARDS} Nothing is legally binding until contracts are exchanged.${nonWorkingDayWarning(day)}${side === "buyer" ? INSURANCE : ""}`,
    is_open: true,
    certainty: "plan",
  };
}

function isExchanged({ exchanged }: Pick<DateFacts, "exchanged">, today: string): boolean {
  return exchanged !== null && exchanged <= today;
}

function completion(facts: DateFacts, today: string): MatterDate | null {
  const { completed: day, side, targets } = facts;
  if (day === null) return estimate("completion", "Estimated completion", targets);
  if (day <= today) {
    const basis = `The day your ${side === "seller" ? "sale" : "purchase"} completed.`;
    const title = "Completion";
    return { kind: "completion", day, title, basis, is_open: false, certainty: "set" };
  }
  const certainty = isExchanged(facts, today) ? "set" : "plan";
  const [title, basis] =
    certainty === "set"
      ? ["Completion", "The completion date in your contract."]
      : ["Planned completion", `${WORKING_TOWARDS} The date is set when contracts are exchanged.`];
  return {
    kind: "completion",
    day,
    title,
    basis: basis + nonWorkingDayWarning(day),
    is_open: true,
    certainty,
  };
}

function estimate(
  kind: keyof DateEstimates,
  title: string,
  targets: DateEstimates,
): MatterDate | null {
  const target = targets[kind];
  return target && { kind, title, ...target, is_open: true, certainty: "estimate" };
}

/** Returns a warning if the day is not a working day, otherwise "". */
export function nonWorkingDayWarning(day: string): string {
  return isWorkingDay(day) ? "" : " This isn’t a working day. Check the date with your solicitor.";
}

/**
 * Age in months from which lenders reject searches: UK Finance Mortgage Lenders' Handbook, 5.4.3.
 */
const SEARCH_MONTHS = 6;

/**
 * Returns the date when the searches become too old for lenders; null after exchange, when lenders
 * no longer need them.
 */
function searches(facts: DateFacts, today: string): MatterDate | null {
  const { searches_back: back, completed } = facts;
  if (back === null || isExchanged(facts, today)) return null;
  if (completed !== null && completed <= today) return null;
  const day = addMonths(back, SEARCH_MONTHS);
  const isOver = day < today;
  return {
    kind: "searches",
    day,
    title: isOver ? "Searches are over 6 months old" : "Searches will be 6 months old",
    basis: `Most lenders need searches to be less than 6 months old when you complete. Your oldest search is dated ${sentenceDate(back, today)}.${isOver ? " Ask your solicitor whether any searches need to be ordered again." : ""}`,
    is_open: true,
    certainty: "set",
  };
}

/**
 * Business days from the search to the end of the priority period: Land Registration Rules 2003,
 * rule 131.
 */
const PRIORITY_DAYS = 30;

function priority({ priority_search: from }: DateFacts, today: string): MatterDate | null {
  if (from === null) return null;
  const day = addWorkingDays(from, PRIORITY_DAYS);
  return {
    kind: "priority",
    day,
    title: "Land Registry priority period ends",
    basis: `Your purchase is protected for ${PRIORITY_DAYS} working days from your solicitor’s official search on ${sentenceDate(from, today)}.`,
    is_open: day >= today,
    certainty: "set",
  };
}

/**
 * Days from completion to the deadline of the tax return: Finance Act 2003, section 76; Land
 * Transaction Tax and Anti-avoidance of Devolved Taxes (Wales) Act 2017, section 44.
 */
const RETURN_DAYS = { england: 14, wales: 30 };

/** Postcode areas that are entirely in Wales. Those in BORDER are partly in England. */
const WELSH = /^(?:CF|SA)\d/;
const BORDER = /^(?:CH|HR|LD|LL|NP|SY)\d/;

/**
 * Returns the tax on a purchase and the day by which its return is due: 14 days after completion in
 * England, 30 in Wales. A postcode on the border counts as English, which has the earlier day.
 * @param completed such as "2026-12-04"
 */
export function taxReturnOf(completed: string, postcode: string) {
  const isWelsh = WELSH.test(postcode);
  const days = isWelsh ? RETURN_DAYS.wales : RETURN_DAYS.england;
  const tax = isWelsh ? "Land Transaction Tax" : "Stamp Duty Land Tax";
  return { tax, days, day: addDays(completed, days), isOnBorder: BORDER.test(postcode) };
}

function taxReturn(facts: DateFacts, today: string): MatterDate | null {
  const { completed } = facts;
  if (completed === null) return null;
  const { tax, days, day, isOnBorder } = taxReturnOf(completed, facts.postcode ?? "");
  const holiday = isWorkingDay(day)
    ? ""
    : " The deadline isn’t a working day, so expect the return to be sent earlier.";
  const border = isOnBorder
    ? ` If the property is in Wales, your solicitor will send a Land Transaction Tax return instead, within ${RETURN_DAYS.wales} days.`
    : "";
  const isPlan = completed > today && !isExchanged(facts, today);
  const plan = isPlan
    ? " This date is based on your planned completion date and will change with it."
    : "";
  return {
    kind: "tax_return",
    day,
    title: border ? "Property tax return due" : `${tax} return due`,
    basis: `Your solicitor will send the ${tax} return and pay any tax due within ${days} days of completion.${holiday}${border}${plan}`,
    is_open: day >= today,
    certainty: isPlan ? "plan" : "set",
  };
}

/** Returns the same day of a later month, or the last day of that month if it is too short. */
function addMonths(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + count, 0));
  const later = Math.min(date, lastOfMonth.getUTCDate());
  return new Date(Date.UTC(lastOfMonth.getUTCFullYear(), lastOfMonth.getUTCMonth(), later))
    .toISOString()
    .slice(0, 10);
}
