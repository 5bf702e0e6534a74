import type { StaffAction } from "#app/domain/audit/actions.ts";
import { type Edit, saveChange } from "#app/domain/versions/save-change.server.ts";
import type { Db } from "#db/connection.ts";
import { lockEstateAgent } from "./lock.server.ts";

/**
 * Saves what an editor made of one part of an estate agent, who is locked while the versions are compared.
 *
 * @param part.read reads the part as its form has it
 * @throws ChangedMeanwhileError, NotFoundError agentNotFound
 */
export async function saveAgentPart<Part extends object>(
  db: Db,
  id: string,
  part: Edit & {
    action: StaffAction;
    yours: Part;
    read: (trx: Db, id: string) => Promise<Part>;
    write: (trx: Db, before: Part) => Promise<unknown>;
  },
): Promise<void> {
  await saveChange(db, {
    ...part,
    subject: { type: "estate_agent", id },
    async read(trx) {
      await lockEstateAgent(trx, id);
      return part.read(trx, id);
    },
  });
}
