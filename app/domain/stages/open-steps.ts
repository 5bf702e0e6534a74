import {
  STAGE_NAMES,
  type StageFacts,
  type StageName,
} from "#app/domain/transactions/stage-facts.ts";
import { stagesOf } from "./stages.ts";

const BEFORE_EXCHANGE = STAGE_NAMES.slice(0, STAGE_NAMES.indexOf("exchange"));

/**
 * Lists the steps that should be done before exchange and are not, as text for staff, such as
 * "searches (none ordered)".
 */
export function openBeforeExchange(facts: StageFacts, today: string): string[] {
  const { purchase } = facts;
  const before = {
    ...facts,
    purchase: purchase && { ...purchase, exchanged: null, completed: null },
  };
  const open = stagesOf(before, today, "buyer").filter(
    ({ name, state }) => BEFORE_EXCHANGE.includes(name) && state !== "done",
  );
  const unpaid = facts.progress.payment === "complete" ? [] : ["payment (not received)"];
  return [...unpaid, ...open.map(({ name }) => OPEN[name](facts))];
}

const OPEN: Record<StageName, (facts: StageFacts) => string> = {
  instructed: () => "solicitors (not assigned on both sides)",
  identity: ({ progress }) =>
    `identity checks (${progress.id_checks === "outstanding" ? "none ordered" : "not all complete and clear"})`,
  searches: ({ progress }) =>
    `searches (${progress.searches === "outstanding" ? "none ordered" : "not all results are in"})`,
  contract_pack: () => "contract pack (not sent)",
  enquiries: () => "enquiries (not answered)",
  exchange: () => "exchange",
  completion: () => "completion",
};
