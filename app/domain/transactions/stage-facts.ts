import type { MatterProgress } from "./stage.ts";

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

/** Their names for staff. */
export const MATTER_STAGES: Record<StageName, string> = {
  instructed: "Instructed",
  identity: "Identity",
  searches: "Searches",
  contract_pack: "Contract pack",
  enquiries: "Enquiries",
  exchange: "Exchange",
  completion: "Completion",
};

/** The same stages in plain words, for customers. */
export const CUSTOMER_STAGES: Record<StageName, string> = {
  instructed: "Solicitors",
  identity: "ID checks",
  searches: "Searches",
  contract_pack: "Contract pack",
  enquiries: "Enquiries",
  exchange: "Exchange of contracts",
  completion: "Completion",
};

/** Returns a stage's name within a customer's sentence: "contract pack", "ID checks". */
function stageInSentence(stage: StageName): string {
  const name = CUSTOMER_STAGES[stage];
  return name.startsWith("ID ") ? name : name.toLowerCase();
}

/** Returns a stage with its number, for customers: "4 of 7: contract pack". */
export function stageNumber(stage: StageName): string {
  const number = STAGE_NAMES.indexOf(stage) + 1;
  return `${number} of ${STAGE_NAMES.length}: ${stageInSentence(stage)}`;
}

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
    /** The seller of a home has yet to say whom they would like to act for them, and nobody is assigned. */
    choice: boolean;
    /** The day since when nobody but we are missing to assign the solicitors, "2026-11-21"; null once both are. */
    to_assign_since: string | null;
    /** The day since when a solicitor has none of the letters that we sent them, as each came back, "2026-11-21". */
    letter_failed_on: string | null;
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
