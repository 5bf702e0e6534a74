import type { Progress } from "#db/types.d.ts";

/** The seven stages of a matter, in their order: all of them, always. */
export const STAGE_NAMES = [
  "instructed",
  "identity",
  "searches",
  "contract_pack",
  "enquiries",
  "exchange",
  "completion",
] as const;
export type StageName = (typeof STAGE_NAMES)[number];

export const MATTER_STAGES: Record<StageName, string> = {
  instructed: "Instructed",
  identity: "Identity",
  searches: "Searches",
  contract_pack: "Contract pack",
  enquiries: "Enquiries",
  exchange: "Exchange",
  completion: "Completion",
};

/** Days that stages follow from, "2026-11-21" each, as `listed_transactions` keeps them. */
export const STAGE_DAYS = [
  "instructed_on",
  "identity_on",
  "searches_ordered_on",
  "searches_on",
  "contract_pack_sent_on",
  "enquiries_raised_on",
  "enquiries_answered_on",
] as const;

/** What the stages of a matter follow from: `toStageFacts` makes it of a row. */
export type StageFacts = {
  created_at: Date | string;
  progress: MatterProgress;
  paid_at: Date | string | null;
  has_solicitor: Record<"seller" | "buyer", boolean>;
  /** The one that counts; null while no one has registered to buy. */
  purchase: Record<"exchanged" | "completed" | "aborted", string | null> | null;
  days: Record<(typeof STAGE_DAYS)[number], string | null>;
  waits: {
    /** The oldest that is under way. */
    check: {
      person_type: "seller" | "buyer" | "giftor";
      created_at: Date | string;
      /** No one knows whether the provider has taken the order. */
      is_unconfirmed: boolean;
    } | null;
    /** When the oldest search that is not back was ordered. */
    searches_since: Date | string | null;
  };
};

/** How far a matter is: its five steps, as the status strip shows them. */

export const STEPS = ["payment", "estate_agent", "solicitors", "searches", "id_checks"] as const;

export type Step = (typeof STEPS)[number];

/** The rules of each step stand in the view `transaction_progress_rules` (J-044, J-058, AMB-J06, AMB-J07). */
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

/** What the feed can be narrowed to, in its order: a step that is not complete (J-050 to J-054, AMB-J06). */
export const FEED_FILTERS = {
  unpaid: { label: "Unpaid", step: "payment" },
  no_estate_agents: { label: "No Estate Agents", step: "estate_agent" },
  no_solicitors: { label: "No Solicitors", step: "solicitors" },
  no_searches: { label: "No Searches", step: "searches" },
  no_thirdfort_checks: { label: "No Thirdfort Checks", step: "id_checks" },
} as const satisfies Record<string, { label: string; step: Step }>;

export type FeedFilter = keyof typeof FEED_FILTERS;
