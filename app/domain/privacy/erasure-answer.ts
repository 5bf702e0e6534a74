import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";

/** A sale or purchase in progress, with its planned completion date. */
export type UnderWay = { home: string; completes: string | null };

const DAY_MS = 24 * 60 * 60 * 1_000;

const dayAfter = (day: string) =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, "2026-12-04".length);

/**
 * Returns the reason why a person’s data can’t be deleted yet, and the day from which it can.
 * Returns null if no sale or purchase is in progress.
 */
function whyNotYet(under_way: readonly UnderWay[], today: string): string | null {
  const [first] = under_way;
  if (!first) return null;
  const isOne = under_way.length === 1;
  const homes = under_way.map(({ home }) => home).join("; ");
  const needed = isOne
    ? `The sale or purchase of ${homes} is still in progress, and we need your data for it.`
    : `These sales or purchases are still in progress, and we need your data for them: ${homes}.`;
  const days = under_way.flatMap(({ completes }) => completes ?? []).sort();
  const last = days.at(-1);
  const ended = isOne
    ? "it has completed or fallen through"
    : "all of them have completed or fallen through";
  if (!last || days.length < under_way.length) {
    const unplanned = isOne
      ? "No completion date is planned yet."
      : "They don’t all have a planned completion date yet.";
    return `${needed} You can ask us again from the day after ${ended}. ${unplanned}`;
  }
  const planned = isOne ? "Completion is planned" : "The last completion is planned";
  return `${needed} ${planned} for ${sentenceDate(last, today)}, so you can ask us again from ${sentenceDate(dayAfter(last), today)}.`;
}

/**
 * Returns the reason why a person’s data can’t be deleted today, in London’s time zone, or null.
 */
export const erasureRefusalToday = (under_way: readonly UnderWay[]) =>
  whyNotYet(under_way, londonDay(new Date()));

/** Lists the data that every erasure keeps, in addition to the data that its plan keeps. */
export const alwaysKept = (person: "you" | "this person"): readonly string[] => [
  "an activity log that contains reference numbers but no names",
  `letters, documents, activity and answers of other people that mention ${person}, for as long as we keep them`,
  `property details from a sale or purchase that ${person} started without accepting our terms`,
  `a record of our last email to ${person}, for 12 months`,
  "a coded record of the deletion, so we can delete the data again if we ever restore a backup",
];
