/**
 * Ends questions to firms that no longer apply. This module must not import db/connection.ts, which
 * imports it.
 */

import { CompiledQuery, type QueryResult } from "kysely";
import { londonDay } from "#app/domain/shared/dates.ts";
import { endOf } from "#app/domain/stages/done-stages.ts";
import { openSteps } from "#app/domain/stages/current-step.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { STAGE_COLUMNS, toStageFacts } from "#app/domain/transactions/stage-facts.ts";

/** A database, a transaction, or the connection of a transaction that is about to commit. */
type Connection = {
  executeQuery: <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>;
};

type OpenChase = {
  id: string;
  side: Side;
  step: string;
  lawyer_group_id: string | null;
  estate_agent_id: string | null;
  purchase_intent_id: string | null;
  current_seller_group: string | null;
  current_buyer_group: string | null;
  current_agent: string | null;
  stage_row: Parameters<typeof toStageFacts>[0];
};

const OPEN = `
  select chases.id, chases.side, chases.step, chases.lawyer_group_id, chases.estate_agent_id,
    chases.purchase_intent_id,
    transactions.seller_lawyer_group_id as current_seller_group,
    transactions.buyer_lawyer_group_id as current_buyer_group,
    transactions.estate_agent_id as current_agent,
    (select row_to_json(stages) from (
      select ${STAGE_COLUMNS.map((name) => `listed.${name}`).join(", ")}) as stages) as stage_row
  from chases
  join transactions on transactions.id = chases.transaction_id
  join listed_transactions as listed on listed.id = chases.transaction_id
  where chases.transaction_id = any($1::text[]) and chases.ended_at is null`;

/** Tasks that follow from a question are done once the question has ended. */
const END = `
  with ended as (
    update chases set ended_at = now(), end_reason = reasons.reason
    from json_to_recordset($1::json) as reasons (id text, reason text)
    where chases.id = reasons.id and chases.ended_at is null
    returning chases.id
  )
  update tasks set done_at = now(), version = version + 1
  from ended where tasks.chase_id = ended.id and tasks.done_at is null`;

/**
 * Ends the open questions of matters whose step is done, whose firm was replaced, or that have
 * ended, and the tasks that follow from them. Idempotent. The matters must be locked and their
 * stored rows refreshed: db/matter-driver.ts calls it before each commit that changes a matter.
 * @param ids ids of matters
 */
export async function refreshChases(connection: Connection, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await connection.executeQuery<OpenChase>(CompiledQuery.raw(OPEN, [ids]));
  const today = londonDay(new Date());
  const ended = rows.flatMap((chase) => {
    const reason = endReason(chase, today);
    return reason ? [{ id: chase.id, reason }] : [];
  });
  if (ended.length === 0) return;
  await connection.executeQuery(CompiledQuery.raw(END, [JSON.stringify(ended)]));
}

function endReason(chase: OpenChase, today: string) {
  const { side, step, lawyer_group_id, estate_agent_id, purchase_intent_id, stage_row } = chase;
  const facts = toStageFacts(stage_row);
  const end = endOf(facts, today);
  if (end === "aborted" || end === "completed") return "matter_ended";
  const group = side === "seller" ? chase.current_seller_group : chase.current_buyer_group;
  const is_same =
    lawyer_group_id === null ? estate_agent_id === chase.current_agent : lawyer_group_id === group;
  if (!is_same) return "firm_replaced";
  if (purchase_intent_id !== null && purchase_intent_id !== stage_row.purchase_intent_id) {
    return "matter_ended";
  }
  return openSteps(facts, today).some(({ next }) => next === step) ? null : "step_done";
}
