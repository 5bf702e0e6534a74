/** Selects and sorts the matters on /welcome-back (F-005 to F-013). */

import { MATTER_STAGE_LABELS } from "#app/domain/stages/current-step.ts";
import {
  type PurchaseStanding,
  isReplaced,
  NOT_GOING_AHEAD,
} from "#app/domain/purchases/purchase-standing.ts";
import { STAGE_NAMES, stageNumber } from "#app/domain/transactions/stage-facts.ts";

const VIEWS = ["sales", "purchases"] as const;
export type View = (typeof VIEWS)[number];

export function isView(name: string): name is View {
  return VIEWS.some((view) => view === name);
}

export const NOUNS = { sales: "sale", purchases: "purchase" } as const satisfies Record<
  View,
  string
>;

export type MatterSummary = {
  id: string;
  address: string;
  complete: boolean;
  /**
   * State that the badge shows. `paying` means that the bank or Fanlight has not confirmed the
   * payment yet.
   */
  state: "needed" | "paying" | "unpaid" | "running" | "over";
  /**
   * Stage of the matter, such as "Stage 3 of 7: searches". Null for a draft, or if the reader may
   * not see the stage.
   */
  where: string | null;
  /** URL of the dashboard that a complete matter has (F-021). */
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

/**
 * Returns the stage of a complete matter, or a text that says that the sale continues without this
 * buyer. Returns null for a matter that is not complete.
 */
export function currentStageText({
  complete,
  place,
  buyers_place = null,
  waiting_text = null,
  is_aborted = false,
  has_ended = false,
}: {
  complete: boolean;
  place: string | null;
  buyers_place?: PurchaseStanding | null;
  /** Text for a purchase that is not confirmed yet. */
  waiting_text?: string | null;
  /** True if this purchase fell through, even if the property was sold to someone else. */
  is_aborted?: boolean;
  /** True if staff have ended the sale. */
  has_ended?: boolean;
}) {
  if (!complete) return null;
  if (has_ended) return "Ended before completion";
  if (is_aborted) return "Fell through";
  if (isReplaced(buyers_place)) return NOT_GOING_AHEAD;
  if (buyers_place === "waiting") return waiting_text;
  if (place === "completed") return "Completed";
  if (place === "aborted") return "Fell through";
  if (place === "ready_for_buyer") return MATTER_STAGE_LABELS.ready_for_buyer;
  const stage = STAGE_NAMES.find((name) => name === place);
  return stage ? `Stage ${stageNumber(stage)}` : null;
}

export type DraftMatter = {
  id: string;
  address: string;
  page: string;
  created_at: Date;
};

type Dated = readonly { created_at: Date }[];

/**
 * Returns the requested view. If none is requested, returns the view with the newest matter or
 * invitation (AMB-F02).
 */
export function chosenView(asked: string | null, lists: { sales: Dated; purchases: Dated }): View {
  const found = VIEWS.find((view) => view === asked);
  if (found) return found;
  const newest = (list: Dated) =>
    Math.max(0, ...list.map(({ created_at }) => created_at.getTime()));
  return newest(lists.purchases) > newest(lists.sales) ? "purchases" : "sales";
}

export type Arranged = {
  latest: MatterSummary | null;
  /** Earlier matters, which are in the archive (AMB-F01). */
  previous: readonly MatterSummary[];
  /** Action of the archive link. Null for customers, and if there are no earlier matters. */
  toggle: "show" | "hide" | null;
};

/**
 * Splits the matters, which are sorted from newest to oldest, into the latest and the earlier ones.
 * Staff see the earlier ones only on request (F-009 to F-012, AMB-F01).
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
