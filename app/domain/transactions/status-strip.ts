import type { Progress } from "#db/types.d.ts";

export const STEPS = ["payment", "estate_agent", "solicitors", "searches", "id_checks"] as const;

export type Step = (typeof STEPS)[number];

/**
 * State of each step in the status strip. app/domain/stages/matter-row.ts derives it (J-044, J-058,
 * AMB-J06, AMB-J07).
 */
export type MatterProgress = Record<Step, Progress>;

export const STEP_LABELS: Record<Step, string> = {
  payment: "Payment",
  estate_agent: "Estate agent",
  solicitors: "Solicitors",
  searches: "Searches",
  id_checks: "ID checks",
};

export const PROGRESS_LABELS: Record<Progress, string> = {
  complete: "Complete",
  in_progress: "In progress",
  outstanding: "Outstanding",
};

/**
 * Filters of the feed, in the order in which they are shown. Each selects the matters whose step is
 * not complete (J-050 to J-054, AMB-J06).
 */
export const FEED_FILTERS = {
  unpaid: { label: "Unpaid", step: "payment" },
  no_estate_agents: { label: "No Estate Agents", step: "estate_agent" },
  no_solicitors: { label: "No Solicitors", step: "solicitors" },
  no_searches: { label: "No Searches", step: "searches" },
  no_thirdfort_checks: { label: "No Thirdfort Checks", step: "id_checks" },
} as const satisfies Record<string, { label: string; step: Step }>;

export type FeedFilter = keyof typeof FEED_FILTERS;
