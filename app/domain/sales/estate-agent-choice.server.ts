import { NotFoundError } from "#app/domain/errors.ts";
import { agentNames } from "#app/domain/estate-agents/agent-names.server.ts";
import { recordEvent } from "#app/domain/events/record-event.server.ts";
import { transactionNotFound } from "#app/domain/transactions/not-found.ts";
import { inTransaction, type Db } from "#db/connection.ts";

/** What a seller says about their agent (C-056 to C-059). */
export type EstateAgentChoice =
  { status: "not_listed" | "no_agent" } | { status: "assigned"; estate_agent_id: string };

/**
 * Sets the estate agent status of a sale (C-062), and writes it down when it is another than before. This is the seller's
 * own word; staff write the same columns, once and with an introduction, in transactions/assign-estate-agent.server.ts.
 *
 * @throws NotFoundError "Transaction not found" for a sale that is not this seller's, "Estate agent not found".
 */
export async function setEstateAgentStatus(
  db: Db,
  target: { transaction_id: string; seller_id: string },
  choice: EstateAgentChoice,
): Promise<void> {
  const estate_agent_id = choice.status === "assigned" ? choice.estate_agent_id : null;
  await inTransaction(db, async (trx) => {
    const sale = await trx
      .selectFrom("transactions")
      .select(["estate_agent_status", "estate_agent_id"])
      .where("id", "=", target.transaction_id)
      .where("seller_id", "=", target.seller_id)
      .forUpdate()
      .executeTakeFirstOrThrow(transactionNotFound);
    if (sale.estate_agent_status === choice.status && sale.estate_agent_id === estate_agent_id) {
      return;
    }
    const office = estate_agent_id === null ? null : await officeName(trx, estate_agent_id);
    await trx
      .updateTable("transactions")
      .set({ estate_agent_status: choice.status, estate_agent_id })
      .where("id", "=", target.transaction_id)
      .execute();
    await recordEvent(trx, {
      transaction_id: target.transaction_id,
      event_name:
        choice.status === "assigned" ? "estate_agent_assigned" : "estate_agent_status_updated",
      author: "seller",
      author_id: target.seller_id,
      comments: office ?? choice.status,
    });
  });
}

async function officeName(trx: Db, id: string) {
  const agent = await trx
    .selectFrom(agentNames())
    .select(["office_name", "brand_name"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => new NotFoundError("Estate agent not found"));
  return agent.office_name ?? agent.brand_name;
}

/** What is reported, and not shown, when the status cannot be set after a sale was saved (C-063, C-064). */
export function estateAgentFailure(detail: string): string {
  return `There was an error updating the estate agent status in transaction: ${detail}`;
}
