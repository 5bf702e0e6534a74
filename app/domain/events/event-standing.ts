import { adminDate } from "#app/domain/shared/dates.ts";

/** Standing of an event: the event stays, but its date or its action may have changed since. */
export type Standing = "planned" | "done" | "moved" | "withdrawn" | "undone";

export const STANDING_LABELS: Record<Standing, string> = {
  planned: "Planned",
  done: "Done",
  moved: "Moved",
  withdrawn: "Withdrawn",
  undone: "Undone",
};

/** Date of a matter or purchase by the event that records it. */
const DATE_OF_EVENT = {
  sale_agreed: "sale_agreed",
  contract_pack_ready: "contract_pack_ready_on",
  contract_pack_sent: "contract_pack_sent_on",
  enquiries_raised: "enquiries_raised_on",
  enquiries_answered: "enquiries_answered_on",
  exchanged: "exchanged",
  priority_search_made: "priority_search_on",
  completed: "completed",
  aborted: "aborted",
} as const;

const PLANS: Partial<Record<string, Standing>> = {
  date_planned: "planned",
  date_moved: "moved",
  date_withdrawn: "withdrawn",
};

type Dates = Partial<
  Record<(typeof DATE_OF_EVENT)[keyof typeof DATE_OF_EVENT], string | null | undefined>
>;

/**
 * Returns what has become of an event, and a sentence about it for staff; null for an event that is
 * neither about a date nor undone.
 * @param dates the dates as they are now, such as "2026-11-21", without those that are not known
 */
export function standingOf({
  event_name,
  comments,
  dates,
  undone,
}: {
  event_name: string;
  comments: string | null;
  dates: Dates;
  undone: string | null;
}): { standing: Standing; note: string | null } | null {
  if (undone !== null) return { standing: "undone", note: undone };
  const plan = PLANS[event_name];
  if (plan) return { standing: plan, note: null };
  const name = Object.entries(DATE_OF_EVENT).find(([event]) => event === event_name)?.[1];
  if (!name) return null;
  const now = dates[name];
  if (now === undefined) return null;
  if (now === null) return { standing: "withdrawn", note: "This date was cleared later" };
  const isSame = comments === null || comments.startsWith(adminDate(now));
  return isSame
    ? { standing: "done", note: null }
    : { standing: "moved", note: `The date is now ${adminDate(now)}` };
}
