import { londonDay } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { productName, REQUEST_LABELS } from "#app/domain/searches/labels.ts";
import { lastReached, type SignificantDate } from "#app/domain/transactions/significant-dates.ts";
import { type Blocker, daysWaiting, type IntelligenceParts, type WaitingOn } from "./parts.ts";
import type { Facts } from "./read-facts.server.ts";

/** Rules that describe a matter from its records. They write the same text for the same records. */

/** Days of waiting after which a wait counts as a blocker. */
const LONG_WAIT_DAYS = 14;
const PARTIES = { seller: "Seller", buyer: "Buyer", giftor: "Giftor" } as const;
const STAFF = "Our team";

export type MatterDescription = Omit<IntelligenceParts, "context"> & {
  summary: string;
  steps: string[];
  next_step: string;
};

type Situation = Facts & { reached: SignificantDate | null };

/**
 * Describes a matter.
 * @param now time until which days of waiting are counted; dates up to this time count as reached
 */
export function describeMatter(records: Facts, now: Date): MatterDescription {
  const facts = { ...records, reached: lastReached(records.purchase, londonDay(now)) };
  const waiting_on = listWaits(facts, now);
  const next_milestone = nextMilestone(facts);
  const [next_step, ...others] = listSteps(facts, waiting_on, next_milestone);
  return {
    summary: summarise(facts),
    steps: [next_step, ...others],
    next_step,
    waiting_on,
    blockers: listBlockers(facts, waiting_on),
    key_dates: {
      transaction_open_days: daysWaiting(facts.created_at, now),
      last_email_days: facts.last_email_at && daysWaiting(facts.last_email_at, now),
      target_completion_date: facts.purchase?.completed ?? null,
      next_milestone,
    },
  };
}

function listWaits(facts: Situation, now: Date): WaitingOn[] {
  const wait = (party: string, item: string, since: Date): WaitingOn => ({
    party,
    item,
    last_mentioned: londonDay(since),
    days_waiting: daysWaiting(since, now),
  });
  if (facts.reached === "completed" || facts.reached === "aborted") return [];
  return [
    ...(facts.is_paid ? [] : [wait("Seller", "Payment", facts.created_at)]),
    ...(facts.has_agent_answer ? [] : [wait("Seller", "Choice of estate agent", facts.created_at)]),
    ...(facts.is_paid && facts.assigned_sides !== "both"
      ? [wait(STAFF, "Assign the solicitors", facts.created_at)]
      : []),
    ...facts.searches
      .filter(({ status }) => status === "in progress")
      .map(({ product_id, created_at }) =>
        wait("Search provider", searchName(product_id), created_at),
      ),
    ...facts.requests.map(({ type, status, created_at, sent_at }) =>
      status === "pending"
        ? wait(STAFF, `Request the ${lower(REQUEST_LABELS[type])}`, created_at)
        : wait("Seller", REQUEST_LABELS[type], sent_at ?? created_at),
    ),
    ...facts.checks.map((check) =>
      check.status === "pending"
        ? wait(PARTIES[check.person_type], "Identity check", check.created_at)
        : wait(STAFF, staffTask(check), check.created_at),
    ),
  ].sort((one, other) => other.days_waiting - one.days_waiting);
}

type Check = Situation["checks"][number];

function staffTask({ person_type, status, result }: Check) {
  const whose = `the ${PARTIES[person_type].toLowerCase()}’s identity check`;
  if (status === null) return `Order ${whose}`;
  if (status === "complete" && result === "consider") {
    return `Review ${whose}: it is complete but not clear`;
  }
  return `Reorder ${whose}: it ${status === "aborted" ? "was aborted" : "failed"}`;
}

/**
 * Returns the name of a search, without special characters, because a provider may have written it.
 */
function searchName(product_id: string) {
  return `${productName(product_id)
    .replace(/[^A-Za-z0-9 &]/g, "")
    .slice(0, 40)} search`;
}

function listBlockers(facts: Situation, waits: readonly WaitingOn[]): Blocker[] {
  const failed = facts.checks.filter(
    ({ status, result }) => status === "failed" || result === "fail",
  ).length;
  const blockers: (Blocker | null)[] = [
    facts.reached === "aborted"
      ? { severity: "high", description: "The purchase was aborted." }
      : null,
    facts.critical_issues > 0
      ? {
          severity: "high",
          description: `The search report has ${pluralise(facts.critical_issues, "critical issue")}.`,
        }
      : null,
    failed > 0
      ? { severity: "medium", description: `${pluralise(failed, "identity check")} failed.` }
      : null,
    ...waits
      .filter(({ days_waiting }) => days_waiting > LONG_WAIT_DAYS)
      .map(({ party, item, days_waiting }) => ({
        severity: "low" as const,
        description: `${item}: waiting on ${withArticle(party)} for ${days_waiting} days.`,
      })),
  ];
  return blockers.filter((blocker) => blocker !== null);
}

function withArticle(party: string) {
  return party === STAFF ? lower(party) : `the ${lower(party)}`;
}

function nextMilestone({ is_paid, assigned_sides, searches, reached }: Situation) {
  if (reached === "aborted") return "New buyer";
  if (reached === "completed") return "None: completed";
  if (reached === "exchanged") return "Completion";
  if (!is_paid) return "Payment";
  if (assigned_sides !== "both") return "Solicitors assigned";
  if (searches.length === 0) return "Searches ordered";
  if (searches.some(({ status }) => status === "in progress")) return "Searches returned";
  return reached === "sale_agreed" ? "Exchange" : "Sale agreed";
}

function listSteps(
  { reached }: Situation,
  waits: readonly WaitingOn[],
  milestone: string,
): [string, ...string[]] {
  if (reached === "aborted") return ["Ask the seller if they have another buyer."];
  if (reached === "completed") return ["There’s nothing left to do."];
  const [first, ...others] = waits.map(stepOf);
  return first ? [first, ...others] : [`Work towards the next milestone: ${lower(milestone)}.`];
}

function stepOf({ party, item }: WaitingOn) {
  // A task for our team is already worded as an instruction.
  return party === STAFF ? `${item}.` : `Chase the ${lower(party)}: ${lower(item)}.`;
}

function summarise(facts: Situation) {
  const { is_paid, assigned_sides, searches, checks } = facts;
  const back = searches.filter(({ status }) => status === "complete").length;
  const sides = {
    none: "No solicitor is",
    one: "One side’s solicitor is",
    both: "Both solicitors are",
  };
  const open = pluralise(checks.length, "identity check");
  return [
    is_paid ? "The seller has paid." : "The seller has not paid yet.",
    `${sides[assigned_sides]} assigned.`,
    searches.length > 0
      ? `Results are in for ${back} of ${pluralise(searches.length, "search", "searches")}.`
      : "No searches have been ordered.",
    checks.length > 0 ? `${open} ${checks.length === 1 ? "is" : "are"} open.` : null,
    purchaseText(facts),
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

const REACHED: Record<SignificantDate, string> = {
  sale_agreed: "A sale has been agreed.",
  exchanged: "Contracts have been exchanged.",
  completed: "The sale has completed.",
  aborted: "The purchase was aborted.",
};

function purchaseText({ purchase, reached }: Situation) {
  if (!purchase) return "No buyer has registered.";
  return reached ? REACHED[reached] : "A buyer has registered.";
}

function lower(text: string) {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
