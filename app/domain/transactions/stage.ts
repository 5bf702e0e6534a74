import { adminDate } from "#app/domain/fields/dates.ts";
import type { Progress } from "#db/types.d.ts";
import { lastReached, type SignificantDate } from "./significant-dates.ts";

/**
 * How far a matter is, in the words of the trade, and who has it. Only what our records tell: we are not told of
 * contract packs and enquiries, so a matter whose searches are all back stays there until contracts are exchanged.
 */

export const STAGES = {
  not_instructed: "Not instructed",
  instructed: "Instructed",
  identity: "Identity",
  searches: "Searches",
  exchange: "Exchange",
  completed: "Completed",
  aborted: "Aborted",
} as const;
export type Stage = keyof typeof STAGES;

/** What it follows from: `toListed` has it, and `selectWaits`, `selectProgress` and `latestPurchase` read it. */
export type StageFacts = {
  created_at: Date;
  progress: MatterProgress;
  order: { paid_at: Date | string | null } | null;
  seller_solicitor: object | null;
  buyer_solicitor: object | null;
  /** The one that counts; null while no one has registered to buy. */
  purchase: Record<SignificantDate, string | null> | null;
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

export const HOLDERS = {
  us: "Us",
  seller: "Seller",
  buyer: "Buyer",
  giftor: "Giftor",
  search_provider: "Search provider",
  solicitors: "Solicitors",
} as const;
type Holder = keyof typeof HOLDERS;

/** What has to happen next; the record leads there. */
export type NextStep =
  | "pay"
  | "assign_solicitors"
  | "find_buyer"
  | "order_checks"
  | "look_at_checks"
  | "settle_check"
  | "pass_check"
  | "order_searches"
  | "return_searches"
  | "exchange"
  | "complete";

type MatterStage = {
  stage: Stage;
  /** "Searches". */
  label: string;
  next: NextStep | null;
  /** Who has it; null when no one has, or no one can be named. */
  holder: Holder | null;
  /** Since when, where that is known. */
  since: Date | null;
  /** In a line: "Us: assign", "Seller to pay", "Completes 27/11/2026". */
  line: string;
};

/**
 * The stage of a matter, what comes next and who has it.
 *
 * @param today "2026-11-21", as London has it: a date that is still to come has not happened
 */
export function stageOf(facts: StageFacts, today: string): MatterStage {
  const { stage, next = null, holder = null, since = null, line } = findStage(facts, today);
  return { stage, label: STAGES[stage], next, holder, since: since ? new Date(since) : null, line };
}

type Found = { stage: Stage; next?: NextStep; holder?: Holder; line: string } & {
  since?: Date | string | null;
};

function findStage(facts: StageFacts, today: string): Found {
  const { progress, order, purchase, waits } = facts;
  const paid = progress.payment === "complete";
  switch (lastReached(purchase, today)) {
    case "aborted":
      return { stage: "aborted", next: "find_buyer", holder: "seller", line: "Called off" };
    case "completed":
      return { stage: "completed", line: "Nothing left to do" };
    case "exchanged":
      return {
        stage: "exchange",
        next: "complete",
        holder: "solicitors",
        since: purchase?.exchanged ?? null,
        line: purchase?.completed ? `Completes ${adminDate(purchase.completed)}` : "Solicitors",
      };
    case "sale_agreed":
    case null:
  }
  if (!facts.seller_solicitor || !facts.buyer_solicitor) {
    if (!paid) {
      const none = !facts.seller_solicitor && !facts.buyer_solicitor;
      return {
        stage: none ? "not_instructed" : "instructed",
        next: "pay",
        holder: "seller",
        since: facts.created_at,
        line: "Seller to pay",
      };
    }
    // The buyer’s solicitor waits for a buyer; the seller’s for no one but us.
    if (facts.seller_solicitor && !purchase) {
      return { stage: "instructed", next: "find_buyer", line: "No buyer yet" };
    }
    return {
      stage: "instructed",
      next: "assign_solicitors",
      holder: "us",
      since: order?.paid_at ?? facts.created_at,
      line: "Us: assign",
    };
  }
  return findCasework(progress, waits);
}

/** With solicitors on both sides: checks, then searches. */
function findCasework(
  progress: MatterProgress,
  { check, searches_since }: StageFacts["waits"],
): Found {
  if (progress.id_checks === "outstanding") {
    return { stage: "identity", next: "order_checks", holder: "us", line: "Us: order checks" };
  }
  if (check?.is_unconfirmed) {
    return {
      stage: "identity",
      next: "settle_check",
      holder: "us",
      since: check.created_at,
      line: "Us: settle order",
    };
  }
  if (progress.id_checks === "in_progress") {
    return { stage: "identity", next: "look_at_checks", holder: "us", line: "Us: look at checks" };
  }
  if (check) {
    const { person_type, created_at } = check;
    return {
      stage: "identity",
      next: "pass_check",
      holder: person_type,
      since: created_at,
      line: `${HOLDERS[person_type]}: ID check`,
    };
  }
  if (progress.searches === "outstanding") {
    return { stage: "searches", next: "order_searches", holder: "us", line: "Us: order searches" };
  }
  if (progress.searches === "in_progress") {
    return {
      stage: "searches",
      next: "return_searches",
      holder: "search_provider",
      since: searches_since,
      line: HOLDERS.search_provider,
    };
  }
  return {
    stage: "searches",
    next: "exchange",
    holder: "solicitors",
    line: "Solicitors, all back",
  };
}

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
