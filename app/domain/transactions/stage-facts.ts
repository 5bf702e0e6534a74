import type { Selectable } from "kysely";
import { pick } from "#app/domain/shared/questions.ts";
import type { DB, Progress } from "#db/types.d.ts";
import type { Side } from "./sides.ts";
import { type MatterProgress, STEPS } from "./status-strip.ts";

/** The seven stages of a matter, in order. */
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

export const CUSTOMER_STAGES: Record<StageName, string> = {
  instructed: "Solicitors",
  identity: "ID checks",
  searches: "Searches",
  contract_pack: "Contract pack",
  enquiries: "Enquiries",
  exchange: "Exchange of contracts",
  completion: "Completion",
};

function stageInSentence(stage: StageName): string {
  const name = CUSTOMER_STAGES[stage];
  return name.startsWith("ID ") ? name : name.toLowerCase();
}

/** Returns a stage with its number as text for customers, such as "4 of 7: contract pack". */
export function stageNumber(stage: StageName): string {
  const number = STAGE_NAMES.indexOf(stage) + 1;
  return `${number} of ${STAGE_NAMES.length}: ${stageInSentence(stage)}`;
}

/** Columns of `listed_transactions` with the day on which a step was done. */
export const STAGE_DAYS = [
  "instructed_on",
  "buyer_instructed_on",
  "identity_on",
  "buyer_checked_on",
  "searches_ordered_on",
  "searches_on",
  "property_information_on",
  "contract_pack_ready_on",
  "contract_pack_sent_on",
  "enquiries_raised_on",
  "enquiries_answered_on",
] as const;

/** Facts that a matter’s stages are derived from. `toStageFacts` returns them. */
export type StageFacts = {
  created_at: Date | string;
  progress: MatterProgress;
  paid_at: Date | string | null;
  has_solicitor: Record<Side, boolean>;
  /** How far the identity checks of each side are. A check counts as done while it is pending. */
  checks: Record<Side, Progress>;
  /** How far the sellers are with the property information; null if they aren’t asked. */
  property_information: Progress | null;
  /** The active purchase or, if none is active, the newest; null if the matter has no purchase. */
  purchase: Record<"exchanged" | "completed" | "aborted", string | null> | null;
  /** Day on which staff ended the matter, such as "2026-11-21"; null unless they have. */
  ended_on: string | null;
  /** Set while the matter is paused, with the day until which it is, if that is known. */
  pause: { until: string | null } | null;
  days: Record<(typeof STAGE_DAYS)[number], string | null>;
  waits: {
    /** True if the seller still has to choose a solicitor and none is assigned. */
    choice: boolean;
    /**
     * Day from which we can assign solicitors, such as "2026-11-21"; null once both are assigned.
     */
    to_assign_since: string | null;
    /**
     * Day on which a letter to a solicitor failed to arrive, such as "2026-11-21". Null if each
     * solicitor has received one.
     */
    letter_failed_on: string | null;
    /** True if the letter that failed is that of the seller’s solicitor. */
    seller_letter_failed: boolean;
    /** Day on which the firm of a side declined to act, and no other firm has replaced it. */
    declined_on: Record<Side, string | null>;
    /** Day on which the agent sent a memorandum of sale that staff must check; null without one. */
    memorandum_sent_on: string | null;
    /**
     * The identity check that the matter waits for: one whose order is unconfirmed or, if there is
     * none, the oldest open one.
     */
    check: {
      person_type: "seller" | "buyer" | "giftor";
      created_at: Date | string;
      is_unconfirmed: boolean;
    } | null;
    /** True if the identity check of a seller is pending. */
    seller_check_pending: boolean;
    /** Time when the oldest search without a result was ordered. */
    searches_since: Date | string | null;
  };
};

export const STAGE_COLUMNS = [
  "created_at",
  "paid_at",
  "seller_lawyer_group_id",
  "buyer_lawyer_group_id",
  "purchase_intent_id",
  "exchanged",
  "completed",
  "aborted",
  ...STEPS,
  "check_of",
  "check_since",
  "check_unconfirmed",
  "seller_checks",
  "buyer_checks",
  "seller_check_pending",
  "property_information",
  "seller_letter_failed",
  "searches_since",
  "choice_open",
  "to_assign_since",
  "letter_failed_on",
  "seller_declined_on",
  "buyer_declined_on",
  "memorandum_sent_on",
  ...STAGE_DAYS,
  "ended_on",
  "paused_on",
  "paused_until",
] as const;

type Listed = Selectable<DB["listed_transactions"]>;
type StageRow = {
  [Column in (typeof STAGE_COLUMNS)[number]]: Date extends Listed[Column]
    ? Listed[Column] | string
    : Listed[Column];
};

/**
 * Returns the facts that `currentStepOf` and `stagesOf` need, from a row of `listed_transactions`.
 */
export function toStageFacts(row: StageRow): StageFacts {
  const { created_at, paid_at, seller_lawyer_group_id, buyer_lawyer_group_id } = row;
  return {
    created_at,
    progress: pick(row, STEPS),
    paid_at,
    has_solicitor: {
      seller: seller_lawyer_group_id !== null,
      buyer: buyer_lawyer_group_id !== null,
    },
    checks: { seller: row.seller_checks, buyer: row.buyer_checks },
    property_information: row.property_information,
    purchase:
      row.purchase_intent_id === null ? null : pick(row, ["exchanged", "completed", "aborted"]),
    ended_on: row.ended_on,
    pause: row.paused_on === null ? null : { until: row.paused_until },
    days: pick(row, STAGE_DAYS),
    waits: {
      choice: row.choice_open === true,
      to_assign_since: row.to_assign_since,
      letter_failed_on: row.letter_failed_on,
      seller_letter_failed: row.seller_letter_failed,
      declined_on: { seller: row.seller_declined_on, buyer: row.buyer_declined_on },
      memorandum_sent_on: row.memorandum_sent_on,
      check: waitingCheck(row),
      seller_check_pending: row.seller_check_pending,
      searches_since: row.searches_since,
    },
  };
}

function waitingCheck({ check_of, check_since, check_unconfirmed }: StageRow) {
  if (check_of === null || check_since === null) return null;
  return { person_type: check_of, created_at: check_since, is_unconfirmed: check_unconfirmed };
}
