import { z } from "zod";
import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { checkboxField } from "#app/domain/shared/form-rules.server.ts";
import { INVALID_PHONE } from "#app/domain/shared/messages.ts";
import { emailAddress, staffEnteredNames } from "#app/domain/shared/names.server.ts";
import { optionalPhoneNumber } from "#app/domain/shared/phone.server.ts";
import { type Edit, saveChange, saveDeletion } from "#app/domain/versions/save-change.server.ts";
import type { Db } from "#db/connection.ts";
import { agentNotFound, lockEstateAgent, selectCoordinator } from "./agent-queries.server.ts";
import type { Coordinator } from "./parts.ts";

/** Form and queries of an office's coordinator. An office has at most one (M-042 to M-045). */

export const CoordinatorForm = z.object({
  ...staffEnteredNames,
  email: emailAddress("Valid email is required. It should look like name@example.com"),
  phone_number: optionalPhoneNumber(INVALID_PHONE),
  is_subscribed: checkboxField(),
}) satisfies z.ZodType<Coordinator>;

/** @throws NotFoundError for the estate agent, and "Office coordinator not found" */
export async function readCoordinator(db: Db, estate_agent_id: string): Promise<Coordinator> {
  const coordinator = await findCoordinator(db, estate_agent_id);
  if (!coordinator) throw new NotFoundError("Office coordinator not found");
  return coordinator;
}

/**
 * Returns an office's coordinator; null if it has none. @throws NotFoundError for the estate agent
 */
export async function findCoordinator(
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

/**
 * Creates or updates an office's coordinator.
 * @throws EditConflictError; NotFoundError for the estate agent
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
      return (await findCoordinator(trx, estate_agent_id)) ?? {};
    },
    write: (trx) => upsertCoordinator(trx, estate_agent_id, coordinator),
  });
}

/** Upserts an office's coordinator. The caller has locked or just created the office. */
export async function upsertCoordinator(
  trx: Db,
  estate_agent_id: string,
  coordinator: Coordinator,
) {
  await trx
    .insertInto("office_coordinators")
    .values({ ...coordinator, estate_agent_id })
    .onConflict((conflict) => conflict.column("estate_agent_id").doUpdateSet(coordinator))
    .execute();
}

/** @throws EditConflictError, NotFoundError */
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
      return readCoordinator(trx, estate_agent_id);
    },
    remove: (trx) =>
      trx
        .deleteFrom("office_coordinators")
        .where("estate_agent_id", "=", estate_agent_id)
        .execute(),
  });
}
