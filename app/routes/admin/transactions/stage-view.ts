import { adminDate, londonDay } from "#app/domain/fields/dates.ts";
import { counted } from "#app/domain/fields/words.ts";
import { daysWaiting, waitUrgency } from "#app/domain/intelligence/parts.ts";
import {
  HOLDERS,
  type NextStep,
  type Stage,
  type StageFacts,
  stageOf,
} from "#app/domain/transactions/stage.ts";

/** Where a matter is and who has it, in words: "Searches", "Search provider", "9 days", and how urgent that is (O-053, O-054). */
export function stageView(facts: StageFacts, now: Date) {
  const { stage, label, line, next, holder, since } = stageOf(facts, londonDay(now));
  const days = since && daysWaiting(since, now);
  return {
    stage,
    label,
    line,
    next,
    holder,
    days: days === null ? null : counted(days, "day"),
    urgency: waitUrgency(days ?? 0),
  };
}

/** The same for the record, with what to do next. */
export function stageInFull(facts: StageFacts, now: Date) {
  const { stage, holder, ...shown } = stageView(facts, now);
  const place = WAY.indexOf(stage);
  const completed = facts.purchase?.completed;
  return {
    ...shown,
    place: place === -1 ? null : { number: place + 1, of: WAY.length },
    holder: holder ? HOLDERS[holder] : "Nobody",
    step: shown.next ? STEPS[shown.next] : "Nothing left to do",
    target: completed ? adminDate(completed) : "Not set",
    open_for: `Open for ${counted(daysWaiting(facts.created_at, now), "day")}`,
  };
}

/** The way of a matter: before it stands one that nobody has paid for, beside it one that was called off. */
const WAY: readonly Stage[] = ["instructed", "identity", "searches", "exchange", "completed"];

const STEPS: Record<NextStep, string> = {
  pay: "Chase the seller for the payment",
  assign_solicitors: "Assign the solicitors",
  find_buyer: "Ask the seller about a buyer",
  order_checks: "Order the identity checks",
  look_at_checks: "Order what is missing, and look at what is not clear",
  settle_check: "Find out whether Thirdfort has taken the order",
  pass_check: "Remind them of the identity check",
  order_searches: "Order the searches",
  return_searches: "Chase the search provider",
  exchange: "Ask the solicitors when contracts can be exchanged",
  complete: "Ask the solicitors whether completion is on its way",
};
