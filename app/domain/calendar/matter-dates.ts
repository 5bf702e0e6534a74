import { longDate } from "#app/domain/fields/dates.ts";
import { addDays, addWorkingDays, isWorkingDay } from "#app/domain/fields/working-days.ts";
import type { Targets } from "./targets.ts";
import type { Side } from "#app/domain/transactions/sides.ts";

/** The dates of a matter as its reader sees them, each with what it follows from. */

export const DATE_KINDS = ["exchange", "completion", "searches", "priority", "tax_return"] as const;
export type DateKind = (typeof DATE_KINDS)[number];

/** What the dates follow from, as far as it is the reader's to know. Days are "2026-11-21", as London has them. */
export type DateFacts = {
  side: Side;
  exchanged: string | null;
  completed: string | null;
  aborted: string | null;
  /** When the oldest of the searches that count came back; null where that is not the reader's to know. */
  searches_back: string | null;
  /** When the buyer's solicitor searched the register with priority; null where that is not the reader's to know. */
  priority_search: string | null;
  /** Of the home. */
  postcode: string | null;
  /** Where there is no day. */
  targets: Targets;
};

export type MatterDate = {
  kind: DateKind;
  day: string;
  title: string;
  /** Why it is this day, in one sentence or two. */
  basis: string;
  /** It is still to come, or something has to be done since it has passed. */
  is_open: boolean;
  /** No day is set; this one is reckoned from other sales. */
  is_estimate?: true;
};

/**
 * The dates of a matter, the earliest first; none once it is called off.
 *
 * @param today "2026-11-21", as London has it
 */
export function matterDates(facts: DateFacts, today: string): MatterDate[] {
  const { aborted } = facts;
  if (aborted !== null && aborted <= today) return [];
  const isBuyer = facts.side === "buyer";
  return [
    exchange(facts, today),
    completion(facts, today),
    isBuyer ? searches(facts, today) : null,
    isBuyer ? priority(facts, today) : null,
    isBuyer ? taxReturn(facts, today) : null,
  ]
    .filter((date) => date !== null)
    .toSorted((one, other) => one.day.localeCompare(other.day));
}

function exchange({ exchanged: day, targets }: DateFacts, today: string): MatterDate | null {
  if (day === null) return estimate("exchange", "Exchange of contracts, estimated", targets);
  const is_open = day > today;
  const basis = is_open
    ? `The day that the solicitors of both sides work towards; nothing binds until then.${closed(day)}`
    : "The day on which the contracts were exchanged.";
  const title = is_open ? "Exchange of contracts due" : "Contracts exchanged";
  return { kind: "exchange", day, title, basis, is_open };
}

function completion(facts: DateFacts, today: string): MatterDate | null {
  const { exchanged, completed: day, targets } = facts;
  if (day === null) return estimate("completion", "Completion, estimated", targets);
  const is_open = day > today;
  const isAgreed = exchanged !== null && exchanged <= today;
  const basis = isAgreed
    ? "The day that is named in the contracts."
    : "The day that the solicitors of both sides work towards; it is fixed when contracts are exchanged.";
  return is_open
    ? { kind: "completion", day, title: "Completion due", basis: basis + closed(day), is_open }
    : {
        kind: "completion",
        day,
        title: "Completion",
        basis: "The day on which the home changed hands.",
        is_open,
      };
}

function estimate(kind: keyof Targets, title: string, targets: Targets): MatterDate | null {
  const target = targets[kind];
  return target && { kind, title, ...target, is_open: true, is_estimate: true };
}

/** Money is sent on working days alone. */
function closed(day: string): string {
  return isWorkingDay(day) ? "" : " It is no working day: ask your solicitor about it.";
}

/** What lenders take: the UK Finance Mortgage Lenders' Handbook, 5.4.3. */
const SEARCH_MONTHS = 6;

function searches(facts: DateFacts, today: string): MatterDate | null {
  const { searches_back: back, completed } = facts;
  if (back === null || (completed !== null && completed <= today)) return null;
  const day = addMonths(back, SEARCH_MONTHS);
  const isOver = day < today;
  return {
    kind: "searches",
    day,
    title: isOver ? "Searches expired" : "Searches expire",
    basis: `Lenders want searches of the last six months at completion; your oldest came back on ${longDate(back)}.${isOver ? " Ask your solicitor whether they are ordered again." : ""}`,
    is_open: true,
  };
}

/** Land Registration Rules 2003, rule 131: to the end of the thirtieth business day after the search. */
const PRIORITY_DAYS = 30;

function priority({ priority_search: from }: DateFacts, today: string): MatterDate | null {
  if (from === null) return null;
  const day = addWorkingDays(from, PRIORITY_DAYS);
  return {
    kind: "priority",
    day,
    title: "Priority at HM Land Registry ends",
    basis: `HM Land Registry keeps your place for ${PRIORITY_DAYS} working days from your solicitor's search on ${longDate(from)}.`,
    is_open: day >= today,
  };
}

/** Finance Act 2003, section 76; Land Transaction Tax and Anti-avoidance of Devolved Taxes (Wales) Act 2017, section 44. */
const RETURN_DAYS = { england: 14, wales: 30 };

/** Of what lies in Wales for certain; other areas of Wales reach over the border. */
const WELSH = /^(?:CF|SA)\d/;
const BORDER = /^(?:CH|HR|LD|LL|NP|SY)\d/;

function taxReturn(facts: DateFacts, today: string): MatterDate | null {
  const { completed } = facts;
  if (completed === null) return null;
  const postcode = facts.postcode ?? "";
  const isWelsh = WELSH.test(postcode);
  const day = addDays(completed, isWelsh ? RETURN_DAYS.wales : RETURN_DAYS.england);
  const tax = isWelsh ? "Land Transaction Tax" : "Stamp Duty Land Tax";
  const days = isWelsh ? RETURN_DAYS.wales : RETURN_DAYS.england;
  const holiday = isWorkingDay(day)
    ? ""
    : " The last day is no working day: expect it before then.";
  const border = BORDER.test(postcode)
    ? ` If the home lies in Wales, it is that for Land Transaction Tax, within ${RETURN_DAYS.wales} days.`
    : "";
  return {
    kind: "tax_return",
    day,
    title: "Tax return due",
    basis: `Your solicitor will send the return for ${tax}, and pay it, within ${days} days of completion.${holiday}${border}`,
    is_open: day >= today,
  };
}

/** The same day so many months later, or the last one of a month that has no such day. */
function addMonths(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + count, 0));
  const later = Math.min(date, lastOfMonth.getUTCDate());
  return new Date(Date.UTC(lastOfMonth.getUTCFullYear(), lastOfMonth.getUTCMonth(), later))
    .toISOString()
    .slice(0, 10);
}
