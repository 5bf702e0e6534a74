import { isObjectId } from "#app/domain/fields/ids.ts";
import type { Db } from "#db/connection.ts";
import { agentNotFound } from "./not-found.ts";

/**
 * Lets nobody else change the estate agent, their people and settings until the transaction ends, and counts the change
 * in the row's version.
 *
 * @throws NotFoundError agentNotFound
 */
export async function lockEstateAgent(trx: Db, id: string): Promise<void> {
  if (!isObjectId(id)) throw agentNotFound();
  await trx
    .updateTable("estate_agents")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirstOrThrow(agentNotFound);
}
