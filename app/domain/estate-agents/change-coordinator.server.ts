import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { type Edit, saveChange, saveDeletion } from "#app/domain/versions/save-change.server.ts";
import type { Db } from "#db/connection.ts";
import { selectCoordinator } from "./agent-parts.server.ts";
import { lockEstateAgent } from "./lock.server.ts";
import { agentNotFound } from "./not-found.ts";
import type { Coordinator } from "./parts.ts";

/** The coordinator of an estate agent's office: one, or none (M-024). */

const NOBODY = {};

/**
 * Adds the coordinator, or changes who and how they are.
 *
 * @throws ChangedMeanwhileError, also when somebody was added meanwhile; NotFoundError
 */
export async function saveCoordinator(
  db: Db,
  estate_agent_id: string,
  coordinator: Coordinator,
  edit: Edit,
): Promise<void> {
  await saveChange<object>(db, {
    ...edit,
    action: "coordinator_saved",
    subject: { type: "coordinator", id: estate_agent_id },
    yours: coordinator,
    async read(trx) {
      await lockEstateAgent(trx, estate_agent_id);
      return (await readCoordinator(trx, estate_agent_id)) ?? NOBODY;
    },
    write: (trx) =>
      trx
        .insertInto("office_coordinators")
        .values({ ...coordinator, estate_agent_id })
        .onConflict((conflict) => conflict.column("estate_agent_id").doUpdateSet(coordinator))
        .execute(),
  });
}

/** @throws ChangedMeanwhileError; NotFoundError "Office coordinator not found" */
export async function deleteCoordinator(
  db: Db,
  estate_agent_id: string,
  edit: Edit,
): Promise<void> {
  await saveDeletion(db, {
    ...edit,
    action: "coordinator_deleted",
    subject: { type: "coordinator", id: estate_agent_id },
    async read(trx) {
      await lockEstateAgent(trx, estate_agent_id);
      const current = await readCoordinator(trx, estate_agent_id);
      if (!current) throw new NotFoundError("Office coordinator not found");
      return current;
    },
    remove: (trx) =>
      trx
        .deleteFrom("office_coordinators")
        .where("estate_agent_id", "=", estate_agent_id)
        .execute(),
  });
}

/**
 * The coordinator as the form has them; null when the office has none.
 *
 * @throws NotFoundError agentNotFound
 */
export async function readCoordinator(
  db: Db,
  estate_agent_id: string,
): Promise<Coordinator | null> {
  if (!isObjectId(estate_agent_id)) throw agentNotFound();
  const { coordinator } = await db
    .selectFrom("estate_agents")
    .select(selectCoordinator().as("coordinator"))
    .where("id", "=", estate_agent_id)
    .executeTakeFirstOrThrow(agentNotFound);
  return coordinator;
}
