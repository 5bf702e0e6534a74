import { NotFoundError } from "#app/domain/errors.ts";
import { readAgentToAssign } from "#app/domain/transactions/assign-estate-agent.server.ts";
import { db } from "#db/connection.ts";

/** The agent that the address of a confirmation names; null when there is none. */
export async function findAgent(id: string | undefined) {
  try {
    return await readAgentToAssign(db, id ?? "");
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
