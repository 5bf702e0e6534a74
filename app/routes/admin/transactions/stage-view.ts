import { adminDate, londonDay } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { waitUrgency, workingDaysBetween } from "#app/domain/shared/working-days.ts";
import { daysWaiting } from "#app/domain/intelligence/parts.ts";
import { stagesOf } from "#app/domain/stages/stages.ts";
import {
  type Holder,
  HOLDERS,
  type NextStep,
  MATTER_STAGE_LABELS,
  type CurrentStep,
  currentStepOf,
  openSteps,
} from "#app/domain/stages/current-step.ts";
import type { PersonType } from "#app/domain/identity-checks/check-status.ts";
import { MATTER_STAGES, type StageFacts } from "#app/domain/transactions/stage-facts.ts";

type Matter = {
  stage_facts: StageFacts;
  purchase: { completed: string | null } | null;
};

/**
 * Returns the stage of a matter, who holds it, how many working days we have waited, and how urgent
 * it is (O-053, O-054).
 */
export function stageView({ stage_facts, purchase }: Matter, now: Date) {
  const today = londonDay(now);
  const found = currentStepOf(stage_facts, today);
  const { place, next, holder, since } = found;
  // Between exchange and the completion date in the contract, no one is late, so no days are
  // counted.
  const isWait = holder && next !== "complete";
  const days = since && isWait ? workingDaysBetween(since, today) : null;
  return {
    place,
    label: MATTER_STAGE_LABELS[place],
    line: lineOf(found, purchase?.completed ?? null),
    next,
    holder,
    days: days === null ? null : pluralise(days, "day"),
    urgency: waitUrgency(days ?? 0),
  };
}

function lineOf({ place, next, holder }: CurrentStep, completed: string | null): string {
  if (place === "aborted") return "Aborted";
  switch (next) {
    case null:
      return "Nothing left to do";
    case "pay":
      return "Seller to pay";
    case "choose_solicitor":
      return "Seller to choose";
    case "property_information":
      return "Seller: property information";
    case "find_buyer":
      return "No buyer yet";
    case "complete":
      return completed ? `Completes ${adminDate(completed)}` : HOLDERS.solicitors;
    case "pass_check":
      return `${holder ? HOLDERS[holder] : ""}: identity check`;
    case "assign_solicitors":
    case "replace_solicitor":
    case "send_letter":
    case "check_memorandum":
    case "order_checks":
    case "look_at_checks":
    case "settle_check":
    case "order_searches":
      return `Us: ${OURS[next]}`;
    case "return_searches":
    case "prepare_contract_pack":
    case "send_contract_pack":
    case "raise_enquiries":
    case "answer_enquiries":
    case "exchange":
      return holder ? HOLDERS[holder] : "";
  }
}

const OURS = {
  assign_solicitors: "assign",
  replace_solicitor: "replace solicitor",
  send_letter: "resend letter",
  check_memorandum: "check memorandum",
  order_checks: "order checks",
  look_at_checks: "review checks",
  settle_check: "resolve order",
  order_searches: "order searches",
};

export function stageInFull(
  matter: Matter & { created_at: Date; open_check_parts: readonly PersonType[] | null },
  now: Date,
) {
  const today = londonDay(now);
  const { holder, ...shown } = stageView(matter, now);
  const stages = stagesOf(matter.stage_facts, today);
  const at = stages.findIndex(({ state }) => state === "now");
  const completed = matter.purchase?.completed;
  return {
    ...shown,
    number: at === -1 || shown.place === "not_instructed" ? null : at + 1,
    states: stages.map(({ name, state }) => ({ name, label: MATTER_STAGES[name], state })),
    holder: holderText(holder, shown.next, matter.open_check_parts ?? []),
    step: shown.next ? stepText(shown.next, matter.stage_facts) : "Nothing left to do",
    also_open: alsoOpen(matter, today),
    target: completed ? adminDate(completed) : "Not set",
    open_for: pluralise(daysWaiting(matter.created_at, now), "day"),
  };
}

/**
 * Returns the open steps except the next one, each with its holder and the day of its start. Both
 * sides can have the same step, such as their checks. The strip names all its holders once.
 */
function alsoOpen(
  { stage_facts, open_check_parts }: Parameters<typeof stageInFull>[0],
  today: string,
) {
  const current = currentStepOf(stage_facts, today);
  if (current.stage === null) return [];
  const steps = openSteps(stage_facts, today).filter(({ next }) => next !== current.next);
  return steps
    .filter(({ next }, index) => steps.findIndex((step) => step.next === next) === index)
    .map(({ next, holder, since }) => ({
      step: stepText(next, stage_facts),
      holder: holderText(holder, next, open_check_parts ?? []),
      since: since && adminDate(since),
    }));
}

function holderText(
  holder: Holder | null,
  next: NextStep | null,
  open: readonly PersonType[],
): string {
  if (next === "pass_check" && open.length > 0) return open.map((part) => HOLDERS[part]).join(", ");
  return holder ? HOLDERS[holder] : "No one";
}

function stepText(next: NextStep, { has_solicitor }: StageFacts): string {
  if (next !== "assign_solicitors") return STEPS[next];
  if (has_solicitor.seller) return "Assign the buyer’s solicitor";
  return has_solicitor.buyer ? "Assign the seller’s solicitor" : STEPS[next];
}

const STEPS: Record<NextStep, string> = {
  pay: "Chase the seller for payment",
  choose_solicitor: "Ask the seller which solicitor they’d like, or assign the solicitors",
  assign_solicitors: "Assign the solicitors",
  replace_solicitor: "Replace the solicitor who declined",
  check_memorandum: "Sale agreed by the agent: check the memorandum",
  send_letter: "Check the solicitor’s email address, then send the letter again",
  find_buyer: "Ask the seller if they have a buyer",
  order_checks: "Order the identity checks",
  look_at_checks: "Order missing checks and review results that are not clear",
  settle_check: "Find out if Thirdfort received the order",
  pass_check: "Chase the outstanding identity checks",
  order_searches: "Order the searches",
  return_searches: "Chase the search provider",
  property_information: "Ask the sellers to finish the property information",
  prepare_contract_pack: "Ask the seller’s solicitor to prepare the contract pack",
  send_contract_pack: "Ask the seller’s solicitor to send the contract pack",
  raise_enquiries: "Ask the buyer’s solicitor to raise their enquiries",
  answer_enquiries: "Chase the seller’s solicitor for replies to enquiries",
  exchange: "Ask the solicitors when they can exchange",
  complete: "Ask the solicitors if completion is on track",
};
