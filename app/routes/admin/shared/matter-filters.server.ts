import { z } from "zod";
import {
  HOLDER_NAMES,
  HOLDERS,
  MATTER_STAGE_LABELS,
  MATTER_STAGE_NAMES,
} from "#app/domain/stages/current-step.ts";
import {
  type TransactionFilter,
  transactionFilterOptions,
} from "#app/domain/transactions/list-transactions.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { readDb } from "#db/connection.ts";
import { handlerFilter, readHandlers, readHandlerSelect } from "./handler-filter.server.ts";
import { filters } from "./list.server.ts";

/** Value of the holder filter for sales that no one holds, because they have no buyer yet. */
const NOBODY = "nobody";

/** Query parameters of the filters of matters (J-001 to J-005). */
export const matterFilters = z.object({
  paid: filters.oneOf(["paid", "unpaid"]),
  stage: filters.oneOf(MATTER_STAGE_NAMES),
  holder: filters.oneOf([...HOLDER_NAMES, NOBODY]),
  estate_agent: filters.id(),
  find_agent: filters.search(),
  lawyer_group: filters.id(),
  find_lawyers: filters.search(),
  handler: handlerFilter(),
});
type MatterFilters = z.output<typeof matterFilters>;

/** Returns the filter of the domain that the query selects. */
export async function toFilter(
  { paid, estate_agent, lawyer_group, stage, holder, handler }: MatterFilters,
  reader_id: string,
  now: Date,
): Promise<TransactionFilter> {
  return {
    paid: paid && paid === "paid",
    estate_agent_id: estate_agent,
    lawyer_group_id: lawyer_group,
    stage,
    holder: holder === NOBODY ? null : holder,
    handlers: await readHandlers(readDb, reader_id, handler, now),
  };
}

/** Returns the parameters that narrow a list, for a link to the same matters. */
export function chosenFilters({
  paid,
  estate_agent,
  lawyer_group,
  stage,
  holder,
  handler,
}: MatterFilters) {
  return { paid, estate_agent, lawyer_group, stage, holder, handler };
}

/** Reads the options of the filters, and the labels of those that are chosen. */
export async function readMatterFilters(query: MatterFilters) {
  const options = await nullIfFailed(transactionFilterOptions(readDb, query), {
    what: "loading filter options",
  });
  const handlers = await readHandlerSelect(readDb, query.handler);
  const labels = [
    PAID.find(({ value }) => value === query.paid)?.label,
    STAGES.find(({ value }) => value === query.stage)?.label,
    HOLDER_OPTIONS.find(({ value }) => value === query.holder)?.label,
    options?.estate_agents.chosen?.label,
    options?.lawyer_groups.chosen?.label,
    handlers.chosen,
  ];
  return {
    filter: chosenFilters(query),
    options,
    selects: [...selectsOf(query), handlers.select],
    labels: labels.filter((label) => label !== undefined),
  };
}

const PAID = [
  { value: "paid", label: "Paid" },
  { value: "unpaid", label: "Unpaid" },
];

const STAGES = MATTER_STAGE_NAMES.map((value) => ({ value, label: MATTER_STAGE_LABELS[value] }));
const HOLDER_OPTIONS = [
  ...HOLDER_NAMES.map((value) => ({ value, label: HOLDERS[value] })),
  { value: NOBODY, label: "No one: no buyer yet" },
];

/** The loader sends these options, so that they are not part of the page’s script. */
function selectsOf({ paid, stage, holder }: MatterFilters) {
  return [
    { name: "paid", label: "Paid status", all: "All", options: PAID, value: paid },
    { name: "stage", label: "Stage", all: "All stages", options: STAGES, value: stage },
    { name: "holder", label: "Waiting for", all: "Anyone", options: HOLDER_OPTIONS, value: holder },
  ];
}
