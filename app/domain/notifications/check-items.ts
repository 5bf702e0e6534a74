import {
  type CheckState,
  checkState,
  firstNames,
  type PersonsCheck,
} from "#app/domain/transactions/customer-progress.ts";
import { needTheirChecks } from "#app/domain/stages/stage-holder.ts";
import type { NotifiedEventRef, ProgressItem } from "./progress-item.ts";

/** Items of a progress email about one side's ID checks, worded for one person on that side. */

/**
 * Returns items about the checks that have had events. The reader already knows about the other
 * checks (CU-7).
 */
export function checkItems(
  happened: readonly NotifiedEventRef[],
  checks: readonly PersonsCheck[],
): ProgressItem[] {
  const among = (events: readonly string[]) => {
    const found = happened.filter(({ event }) => events.includes(event));
    return (check: PersonsCheck) =>
      found.some(({ check_id }) => check_id === null || check_id === check.id);
  };
  const items = [
    failedItem(peopleIn(checks, "failed", among(FAILED))),
    doneItem(checks, peopleIn(checks, "done", among(COMPLETED))),
    orderedItem(peopleIn(checks, "sent", among(ORDERED))),
  ];
  return items.filter((item) => item !== null);
}

const ORDERED = ["thirdfort_check_ordered", "thirdfort_check_reordered"];
const COMPLETED = ["thirdfort_check_completed", "thirdfort_check_result_changed"];
const FAILED = ["thirdfort_check_failed", "thirdfort_check_result_changed"];

function orderedItem(people: People): ProgressItem | null {
  if (people.count === 0) return null;
  const link = "a text message with a link from Thirdfort, our ID check provider";
  const document = "passport or driving licence";
  const next = people.isReaderAlone
    ? `You’ll get ${link}. You’ll need your ${document}.`
    : people.count === 1
      ? `${people.names} will get ${link}. They’ll need their ${document}.`
      : people.hasReader
        ? `You’ll each get ${link}. You’ll need your ${document}.`
        : `${people.names} will each get ${link}. They’ll need their ${document}.`;
  return { kind: "checks", ...checksOf(people, "is on its way", "are on their way"), next };
}

/**
 * Returns the item about failed checks. Never states why a check failed, because the reason is
 * between us and the person who was checked (customer-progress.ts).
 */
function failedItem(failed: People): ProgressItem | null {
  if (failed.count === 0) return null;
  const next = failed.isReaderAlone
    ? "We’ll contact you about what to do next. You don’t need to do anything until then."
    : failed.hasReader
      ? "We’ll contact each of you about what to do next. You don’t need to do anything until then."
      : `We’ll contact ${failed.names} about what to do next. They don’t need to do anything until then.`;
  return {
    kind: "checks",
    ...checksOf(failed, "needs to be done again", "need to be done again"),
    next,
  };
}

function doneItem(checks: readonly PersonsCheck[], done: People): ProgressItem | null {
  if (done.count === 0) return null;
  const kind = "checks";
  const areAllDone = checks.every((check) => checkState(check) === "done");
  if (!areAllDone) {
    return { kind, ...checksOf(done, "is complete", "are complete"), next: otherChecks(checks) };
  }
  const nothing = "You don’t need to do anything else for the ID checks.";
  if (!done.isReaderAlone) {
    return { kind, what: "All ID checks on your side are complete", next: nothing };
  }
  const all = checks.length > 1 ? "All ID checks on your side are now complete. " : "";
  return { kind, what: "Your ID check is complete", next: `${all}${nothing}` };
}

function otherChecks(checks: readonly PersonsCheck[]): string {
  const open = peopleIn(checks, "sent");
  const message = "text message from Thirdfort, our ID check provider";
  if (open.count === 0) return "We’re handling the other checks on your side.";
  if (open.isReaderAlone) {
    return `You still need to complete yours. The link to your check is in your ${message}.`;
  }
  if (open.hasReader) {
    const names = firstNames([{ first_name: "You" }, ...open.others]);
    return `${names} still need to complete your ID checks. Use the links in your text messages from Thirdfort, our ID check provider.`;
  }
  return open.count === 1
    ? `${needTheirChecks(open.others)}. The link to the check is in their ${message}.`
    : `${needTheirChecks(open.others)}. The links are in their text messages from Thirdfort, our ID check provider.`;
}

/** People on a side whose checks are in the same state, with their names worded for the reader. */
type People = {
  count: number;
  hasReader: boolean;
  isReaderAlone: boolean;
  others: readonly PersonsCheck[];
  names: string;
};

function peopleIn(
  checks: readonly PersonsCheck[],
  state: CheckState,
  isAmong: (check: PersonsCheck) => boolean = () => true,
): People {
  const found = checks.filter((check) => checkState(check) === state && isAmong(check));
  const others = found.filter((check) => check !== checks[0]);
  const hasReader = others.length < found.length;
  return {
    count: found.length,
    hasReader,
    isReaderAlone: hasReader && others.length === 0,
    others,
    names: firstNames([...(hasReader ? [{ first_name: "you" }] : []), ...others]),
  };
}

/**
 * Builds a text such as “Jo’s ID check is complete” or “The ID checks for you and Jo are complete”.
 */
function checksOf(
  { count, isReaderAlone, names }: People,
  is: string,
  are: string,
): Pick<ProgressItem, "what" | "brief"> {
  if (isReaderAlone) return { what: `Your ID check ${is}` };
  if (count === 1) return { what: `${names}’s ID check ${is}` };
  return { what: `The ID checks for ${names} ${are}`, brief: `${count} ID checks ${are}` };
}
