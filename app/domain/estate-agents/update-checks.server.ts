import { isObjectId } from "#app/domain/fields/ids.ts";
import type { Edit } from "#app/domain/versions/save-change.server.ts";
import type { Db } from "#db/connection.ts";
import { CHECK_SETTINGS } from "./agent-parts.server.ts";
import { agentNotFound } from "./not-found.ts";
import type { Checks } from "./parts.ts";
import { saveAgentPart } from "./save-agent-part.server.ts";

/**
 * Changes who asks for identity checks of an estate agent's customers, and who is told of them (M-028, M-032).
 *
 * @throws ChangedMeanwhileError, NotFoundError
 */
export async function updateChecks(db: Db, id: string, checks: Checks, edit: Edit): Promise<void> {
  await saveAgentPart(db, id, {
    ...edit,
    action: "estate_agent_checks_updated",
    yours: checks,
    read: readChecks,
    write: (trx) => trx.updateTable("estate_agents").set(checks).where("id", "=", id).execute(),
  });
}

/** @throws NotFoundError agentNotFound */
export async function readChecks(db: Db, id: string): Promise<Checks> {
  if (!isObjectId(id)) throw agentNotFound();
  return db
    .selectFrom("estate_agents")
    .select(CHECK_SETTINGS)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(agentNotFound);
}
