import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import type { Db } from "#db/connection.ts";
import { AGENT_NOT_FOUND } from "./read-estate-agent.server.ts";

/**
 * Lets nobody else change the estate agent, their people and settings until the transaction ends, and counts the change
 * in the row's version.
 *
 * @throws NotFoundError AGENT_NOT_FOUND
 */
export async function lockEstateAgent(trx: Db, id: string): Promise<void> {
  const missing = () => new NotFoundError(AGENT_NOT_FOUND);
  if (!isObjectId(id)) throw missing();
  await trx
    .updateTable("estate_agents")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirstOrThrow(missing);
}
