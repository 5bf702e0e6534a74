import { type RawBuilder, sql } from "kysely";
import { agentNames, chosenAgentNotFound } from "#app/domain/estate-agents/agent-queries.server.ts";
import { agentName } from "#app/domain/estate-agents/labels.ts";
import type { EventName } from "#app/domain/events/catalogue.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";

/** A seller’s answer about their estate agent (C-056 to C-059). */
export type EstateAgentChoice =
  | { status: "not_listed" | "no_agent" }
  | { status: "assigned"; estate_agent_id: string };

/** Returns the form value of a seller’s answer: the id of an office, "not_listed" or "no_agent". */
export function agentAnswer(choice: EstateAgentChoice): string {
  return choice.status === "assigned" ? choice.estate_agent_id : choice.status;
}

/**
 * Saves the seller’s answer about their estate agent, with an event if it differs (C-062). If staff
 * assigned the agent (assignments/estate-agent.server.ts), that agent remains and their name is
 * returned, unless the seller has `changed` the answer.
 * @throws NotFoundError if the sale or the agent does not exist
 */
export async function setEstateAgentStatus(
  db: Db,
  target: { transaction_id: string; seller_id: string },
  choice: EstateAgentChoice,
  { changed }: { changed: boolean },
): Promise<{ name: string | null } | null> {
  const estate_agent_id = choice.status === "assigned" ? choice.estate_agent_id : null;
  return inTransaction(db, async (trx) => {
    const sale = await trx
      .selectFrom("transactions")
      .select(["estate_agent_status", "estate_agent_id"])
      .where("id", "=", target.transaction_id)
      .where("seller_id", "=", target.seller_id)
      .forUpdate()
      .executeTakeFirstOrThrow(transactionNotFound);
    if (sale.estate_agent_status === choice.status && sale.estate_agent_id === estate_agent_id) {
      return null;
    }
    if (sale.estate_agent_id && !changed && (await isAgentOfStaff(trx, target.transaction_id))) {
      return { name: await officeName(trx, sale.estate_agent_id) };
    }
    const office = estate_agent_id === null ? null : await officeName(trx, estate_agent_id);
    await trx
      .updateTable("transactions")
      .set({ estate_agent_status: choice.status, estate_agent_id })
      .where("id", "=", target.transaction_id)
      .where("seller_id", "=", target.seller_id)
      .execute();
    await recordEvent(trx, {
      transaction_id: target.transaction_id,
      event_name:
        choice.status === "assigned" ? "estate_agent_assigned" : "estate_agent_status_updated",
      author: "seller",
      author_id: target.seller_id,
      comments: office ?? choice.status,
    });
    return null;
  });
}

/**
 * Returns true if staff set the estate agent. Lock the sale before this call, because a read that
 * waits for the lock would return the old value.
 */
async function isAgentOfStaff(trx: Db, transaction_id: string): Promise<boolean> {
  const { of_staff } = await trx
    .selectFrom("transactions")
    .select(isAgentSetByStaffSql().as("of_staff"))
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  return of_staff;
}

/**
 * Builds an SQL condition on `transactions`: true if staff, not the seller, were the last to set
 * the estate agent.
 */
export function isAgentSetByStaffSql(): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    select author = 'admin' from events
    where events.transaction_id = transactions.id
      and event_name in (${sql.join(AGENT_EVENTS)})
    order by date_time desc, id desc limit 1), false)`;
}

const AGENT_EVENTS = [
  "estate_agent_assigned",
  "estate_agent_status_updated",
] as const satisfies EventName[];

async function officeName(trx: Db, id: string) {
  const agent = await trx
    .selectFrom(agentNames())
    .select(["office_name", "brand_name"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow(chosenAgentNotFound);
  return agentName(agent);
}

/** Returns the text to log if the seller’s estate agent could not be saved (C-063, C-064). */
export function estateAgentFailure(detail: string): string {
  return `There was an error updating the estate agent status in transaction: ${detail}`;
}
