import {
  type BuyersPlace,
  isWithoutThem,
  NOT_GOING_AHEAD,
} from "#app/domain/purchases/buyers-place.ts";
import { STAGE_NAMES, stageNumber } from "#app/domain/transactions/stage-facts.ts";

/** Which of a customer's matters /welcome-back shows, and how (F-005 to F-013). */

const VIEWS = ["sales", "purchases"] as const;
export type View = (typeof VIEWS)[number];

export function isView(name: string): name is View {
  return VIEWS.some((view) => view === name);
}

/** What one of them is called. */
export const NOUNS = { sales: "sale", purchases: "purchase" } as const satisfies Record<
  View,
  string
>;

export type MatterSummary = {
  /** Of the sale or the purchase intent. */
  id: string;
  address: string;
  complete: boolean;
  /** How it stands, where there is something to say: `paying` waits for the bank or for us, and not for the customer. */
  state: "needed" | "paying" | "unpaid" | "running" | "over";
  /** "Stage 3 of 7: searches", of a complete one; null where there is nothing to say, or nobody may know. */
  where: string | null;
  /** Where a complete one opens (F-021). */
  dashboard: string;
};

type Facts = {
  complete: boolean;
  is_over: boolean;
  payment_under_way?: boolean;
  payment_failed?: boolean;
};

export function matterState({
  complete,
  is_over,
  payment_under_way,
  payment_failed,
}: Facts): MatterSummary["state"] {
  if (complete) return is_over ? "over" : "running";
  if (payment_under_way) return "paying";
  return payment_failed ? "unpaid" : "needed";
}

/** Where a complete one is, from what is kept of it, or that the sale goes on without its buyer. */
export function matterPlace({
  complete,
  place,
  buyers_place = null,
  is_aborted = false,
}: {
  complete: boolean;
  place: string | null;
  buyers_place?: BuyersPlace | null;
  /** The purchase itself fell through, whoever has bought since. */
  is_aborted?: boolean;
}) {
  if (!complete) return null;
  if (is_aborted) return "Fell through";
  if (isWithoutThem(buyers_place)) return NOT_GOING_AHEAD;
  if (place === "completed") return "Completed";
  if (place === "aborted") return "Fell through";
  const stage = STAGE_NAMES.find((name) => name === place);
  return stage ? `Stage ${stageNumber(stage)}` : null;
}

/** One that is only typed so far. */
export type Start = {
  id: string;
  /** As far as it is typed. */
  address: string;
  /** Its form. */
  page: string;
  created_at: Date;
};

type Dated = readonly { created_at: Date }[];

/** The view asked for, else the kind with the newest item, which an invitation is, too (AMB-F02, C16). */
export function chosenView(asked: string | null, lists: { sales: Dated; purchases: Dated }): View {
  const found = VIEWS.find((view) => view === asked);
  if (found) return found;
  const newest = (list: Dated) =>
    Math.max(0, ...list.map(({ created_at }) => created_at.getTime()));
  return newest(lists.purchases) > newest(lists.sales) ? "purchases" : "sales";
}

export type Arranged = {
  latest: MatterSummary | null;
  /** Earlier ones, which are archived (AMB-F01). */
  previous: readonly MatterSummary[];
  /** Where the archived toggle leads, for staff who have earlier ones. */
  toggle: "show" | "hide" | null;
};

/**
 * The newest as a card and the others as previous. Customers always see them all; staff, who collect test matters,
 * see earlier ones when they ask for them (F-009 to F-012, AMB-F01).
 *
 * @param matters newest first.
 */
export function arrange(
  matters: readonly MatterSummary[],
  reader: { isAdmin: boolean; archivedShown: boolean },
): Arranged {
  const [latest = null, ...earlier] = matters;
  if (!reader.isAdmin) return { latest, previous: earlier, toggle: null };
  return {
    latest,
    previous: reader.archivedShown ? earlier : [],
    toggle: earlier.length === 0 ? null : reader.archivedShown ? "hide" : "show",
  };
}
