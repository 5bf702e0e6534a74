/**
 * Derives a matter’s row in `listed_transactions`, with its stage and the columns that lists filter
 * by. Only this code derives them. db/matter-driver.ts stores the row before each commit.
 */

import type { Selectable } from "kysely";
import { londonDay } from "#app/domain/shared/dates.ts";
import { findCheck, isCheckOf } from "#app/domain/transactions/person-check.ts";
import { toStageFacts } from "#app/domain/transactions/stage-facts.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { MatterProgress } from "#app/domain/transactions/status-strip.ts";
import type { DB, Progress } from "#db/types.d.ts";
import { currentStepOf } from "./current-step.ts";

type InJson<Row> = {
  [Column in keyof Row]: Date extends Row[Column]
    ? string | Exclude<Row[Column], Date>
    : Row[Column];
};
type Table<Name extends keyof DB> = InJson<Selectable<DB[Name]>>;

export type MatterRow = Table<"listed_transactions">;

type Person = {
  person_type: Table<"identity_checks">["person_type"];
  email: string | null;
  first_name: string;
  last_name: string;
  /** The purchase that a buyer or giftor belongs to; null for a seller. */
  purchase_intent_id: string | null;
  is_represented: boolean;
};

export type MatterFacts = Pick<
  Table<"transactions">,
  | "id"
  | "created_at"
  | "type"
  | "asking_price_pounds"
  | "legals_started_at"
  | "tags"
  | "property_id"
  | "seller_id"
  | "estate_agent_status"
  | "estate_agent_id"
  | "seller_lawyer_group_id"
  | "buyer_lawyer_group_id"
  | "group_id"
  | "solicitor_preference"
  | "contract_pack_ready_on"
  | "handler_id"
  | "ended_on"
  | "paused_on"
  | "paused_until"
> & {
  order: Pick<Table<"orders">, "payment_type" | "stripe_transaction_status" | "paid_at"> | null;
  purchase: Pick<
    Table<"purchase_intents">,
    | "id"
    | "buyer_id"
    | "created_at"
    | "sale_agreed"
    | "exchanged"
    | "completed"
    | "aborted"
    | "contract_pack_sent_on"
    | "enquiries_raised_on"
    | "enquiries_answered_on"
  > | null;
  /**
   * The sellers, and the buyers and giftors of all purchases, including purchases that do not
   * determine the stage.
   */
  people: Person[];
  /** The identity checks, newest first, without cancelled ones. */
  checks: (Pick<
    Table<"identity_checks">,
    | "person_type"
    | "email"
    | "first_name"
    | "last_name"
    | "purchase_intent_id"
    | "status"
    | "result"
    | "created_at"
  > & { is_unconfirmed: boolean })[];
  searches: Pick<Table<"searches">, "status" | "created_at" | "completion_date">[];
  events: Record<
    | "seller_assigned_at"
    | "buyer_assigned_at"
    | "chosen_at"
    | "seller_checked_at"
    | "buyer_checked_at",
    string | null
  >;
  /** True if the matter has referrals, or if a customer asked for one in an answer. */
  is_referred: boolean;
  /** Null until a seller has answered the first question about the property. */
  property_information: Pick<Table<"property_information">, "confirmed_at"> | null;
  letters: {
    side: "seller" | "buyer";
    purchase_intent_id: string | null;
    failed_at: string | null;
  }[];
  declined: { side: Side; purchase_intent_id: string | null; answered_at: string }[];
  /** The agent’s memorandum of sale that staff must check. */
  memorandum: { sent_at: string } | null;
};

/** Derives the row of a matter. @param today the date in London, such as "2026-11-21" */
export function matterRow(facts: MatterFacts, today: string): MatterRow {
  const { order, purchase, events } = facts;
  const steps = progressOf(facts);
  const row = {
    id: facts.id,
    created_at: facts.created_at,
    ...steps,
    type: facts.type,
    asking_price_pounds: facts.asking_price_pounds,
    legals_started_at: facts.legals_started_at,
    tags: facts.tags,
    property_id: facts.property_id,
    seller_id: facts.seller_id,
    estate_agent_id: facts.estate_agent_id,
    seller_lawyer_group_id: facts.seller_lawyer_group_id,
    buyer_lawyer_group_id: facts.buyer_lawyer_group_id,
    group_id: facts.group_id,
    handler_id: facts.handler_id,
    payment_type: order?.payment_type ?? null,
    stripe_transaction_status: order?.stripe_transaction_status ?? null,
    paid_at: order?.paid_at ?? null,
    purchase_intent_id: purchase?.id ?? null,
    buyer_id: purchase?.buyer_id ?? null,
    sale_agreed: purchase?.sale_agreed ?? null,
    exchanged: purchase?.exchanged ?? null,
    completed: purchase?.completed ?? null,
    aborted: purchase?.aborted ?? null,
    contract_pack_ready_on: facts.contract_pack_ready_on,
    contract_pack_sent_on: purchase?.contract_pack_sent_on ?? null,
    enquiries_raised_on: purchase?.enquiries_raised_on ?? null,
    enquiries_answered_on: purchase?.enquiries_answered_on ?? null,
    instructed_on: day(events.seller_assigned_at) ?? day(facts.legals_started_at),
    buyer_instructed_on: day(events.buyer_assigned_at),
    identity_on: day(events.seller_checked_at),
    buyer_checked_on: purchase === null ? null : day(events.buyer_checked_at),
    ...checksOf(facts),
    ...searchesOf(facts),
    ...waitingCheckOf(facts),
    choice_open:
      facts.type === "resale" &&
      facts.solicitor_preference === null &&
      facts.seller_lawyer_group_id === null,
    to_assign_since: steps.solicitors === "complete" ? null : toAssignSince(facts),
    ...failedLettersOf(facts),
    seller_declined_on: declinedOn(facts, "seller"),
    buyer_declined_on: declinedOn(facts, "buyer"),
    memorandum_sent_on: day(facts.memorandum?.sent_at),
    ...propertyInformationOf(facts),
    ended_on: facts.ended_on,
    paused_on: facts.paused_on,
    paused_until: facts.paused_until,
  };
  const { place, holder, since, next } = currentStepOf(toStageFacts(row), today);
  return {
    ...row,
    stage: place,
    holder,
    since,
    next_step: next,
    changes_on: changesOn(row, today),
  };
}

/** Returns the progress of the five steps of the status strip (J-044, J-058, AMB-J06, AMB-J07). */
function progressOf(facts: MatterFacts): MatterProgress {
  const { order, estate_agent_status, searches } = facts;
  const solicitors = [facts.seller_lawyer_group_id, facts.buyer_lawyer_group_id];
  return {
    payment: order?.stripe_transaction_status === "succeeded" ? "complete" : "outstanding",
    estate_agent: estate_agent_status === "pending" ? "outstanding" : "complete",
    solicitors: howFar(
      solicitors,
      (id) => id !== null,
      solicitors.some((id) => id !== null),
    ),
    searches: howFar(searches, ({ status }) => status === "complete", searches.length > 0),
    id_checks: checksProgress(facts, ["seller", "buyer"]),
  };
}

function howFar<Part>(
  parts: readonly Part[],
  isDone: (part: Part) => boolean,
  isBegun: boolean,
): Progress {
  if (!isBegun) return "outstanding";
  return parts.every(isDone) ? "complete" : "in_progress";
}

/**
 * Returns the progress of the identity checks of these sides. Represented sellers do not count, nor
 * do the buyers and giftors of other purchases.
 */
function checksProgress(
  { people, checks, purchase }: MatterFacts,
  sides: readonly Side[],
): Progress {
  const newest = people
    .filter(({ is_represented }) => !is_represented)
    .filter(({ person_type }) => sides.includes(person_type === "seller" ? "seller" : "buyer"))
    .filter(({ purchase_intent_id: id }) => id === null || id === purchase?.id)
    .map((person) => findCheck(person, checks));
  return howFar(
    newest,
    (check) =>
      check?.status === "pending" ||
      (check?.status === "complete" && (check.result ?? "clear") === "clear"),
    newest.some((check) => check !== null),
  );
}

function checksOf(facts: MatterFacts) {
  const { people, checks } = facts;
  return {
    seller_checks: checksProgress(facts, ["seller"]),
    buyer_checks: checksProgress(facts, ["buyer"]),
    seller_check_pending: checks.some(
      (check) =>
        check.status === "pending" &&
        people.some((person) => person.person_type === "seller" && isCheckOf(person, check)),
    ),
  };
}

/**
 * Returns the identity check that the matter waits for: one whose order Thirdfort has not confirmed
 * or, if there is none, the oldest that is pending.
 */
function waitingCheckOf({ people, checks, purchase }: MatterFacts) {
  const open = checks
    .filter(({ status }) => status === "pending")
    .filter(({ purchase_intent_id: id }) => id === null || id === purchase?.id)
    .filter((check) => people.some((person) => isCheckOf(person, check)));
  const check = open.findLast(({ is_unconfirmed }) => is_unconfirmed) ?? open.at(-1);
  return {
    check_of: check?.person_type ?? null,
    check_since: check?.created_at ?? null,
    check_unconfirmed: check?.is_unconfirmed ?? false,
  };
}

function searchesOf({ searches }: MatterFacts) {
  const isOpen = ({ status }: MatterFacts["searches"][number]) => status === "in progress";
  const back = searches.filter(({ status }) => status === "complete");
  return {
    searches_since: first(searches.filter(isOpen).map(({ created_at }) => created_at)),
    searches_ordered_on: day(first(searches.map(({ created_at }) => created_at))),
    searches_on: last(back.map(({ completion_date }) => completion_date)),
  };
}

/**
 * Returns the day from which we can assign solicitors. It is the latest of the day of the payment,
 * the day of the seller’s choice and, if only the buyer’s side lacks a solicitor, the day of the
 * purchase.
 */
function toAssignSince({
  order,
  created_at,
  events,
  purchase,
  seller_lawyer_group_id,
}: MatterFacts) {
  return last([
    day(order?.paid_at) ?? day(created_at),
    day(events.chosen_at),
    seller_lawyer_group_id === null ? null : day(purchase?.created_at),
  ]);
}

/**
 * Returns the day when a letter first failed, and whether it was that of the seller’s solicitor. A
 * side whose solicitor has received a letter does not count.
 */
function failedLettersOf({ letters, purchase }: MatterFacts) {
  const failedAt = (side: Side) => {
    const sent = letters.filter(
      (letter) =>
        letter.side === side &&
        (letter.purchase_intent_id === null || letter.purchase_intent_id === purchase?.id),
    );
    const failed = sent.map(({ failed_at }) => failed_at);
    return failed.includes(null) ? null : first(failed);
  };
  const seller = failedAt("seller");
  return {
    letter_failed_on: day(first([seller, failedAt("buyer")])),
    seller_letter_failed: seller !== null,
  };
}

/** Returns the day on which the firm of a side declined to act in the current purchase, or null. */
function declinedOn({ declined, purchase }: MatterFacts, side: Side) {
  const answer = declined.find(
    (each) =>
      each.side === side &&
      (each.purchase_intent_id === null || each.purchase_intent_id === purchase?.id),
  );
  return day(answer?.answered_at);
}

/** Sellers of homes in a development are companies, and aren’t asked. */
function propertyInformationOf({ type, property_information: info }: MatterFacts): {
  property_information: Progress | null;
  property_information_on: string | null;
} {
  const confirmed_on = day(info?.confirmed_at);
  const begun = info ? "in_progress" : "outstanding";
  return {
    property_information: type === "resale" ? (confirmed_on ? "complete" : begun) : null,
    property_information_on: confirmed_on,
  };
}

const DATES = [
  "exchanged",
  "completed",
  "aborted",
  "contract_pack_ready_on",
  "contract_pack_sent_on",
  "enquiries_raised_on",
  "enquiries_answered_on",
] as const;

/** Returns the next planned date, on which the row must be refreshed, or null. */
function changesOn(row: Record<(typeof DATES)[number], string | null>, today: string) {
  return first(DATES.map((name) => row[name]).filter((date) => date !== null && date > today));
}

const day = (moment: string | null | undefined) => (moment ? londonDay(moment) : null);

/**
 * Returns the earliest of several days or timestamps from JSON. They can be compared as text,
 * because all have the same time zone.
 */
const first = (texts: readonly (string | null)[]) =>
  texts.reduce((least, text) => (text && (!least || text < least) ? text : least), null);
const last = (texts: readonly (string | null)[]) =>
  texts.reduce((most, text) => (text && (!most || text > most) ? text : most), null);
