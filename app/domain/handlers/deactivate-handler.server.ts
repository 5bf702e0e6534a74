import type { Actor } from "#app/domain/audit/audit.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { deactivateStaff } from "#app/domain/staff/change-staff.server.ts";
import type { Db } from "#db/connection.ts";
import { handOverAll, isOpenSql } from "./hand-over.server.ts";

/** Answer that leaves the matters of a colleague without a handler. */
export const NO_ONE = "none";

const NOTE = "Handed over because the handler has left";

/**
 * Deactivates a member of staff and gives their open matters to a colleague, or to no one. Their
 * conversations and open tasks follow the handlers of the matters.
 * @returns the number of matters
 * @param successor_id a colleague, "none", or "" if the person has no open matters
 * @throws the errors of deactivateStaff; DomainError if no colleague is chosen, or the colleague
 * can’t handle matters
 */
export async function deactivateHandler(
  trx: Db,
  { id, successor_id, actor }: { id: string; successor_id: string; actor: Actor },
): Promise<number> {
  await deactivateStaff(trx, { id, actor });
  const open = await countOpenMatters(trx, id);
  if (open > 0 && successor_id === "") {
    throw new DomainError("Choose who takes over the open matters", 400, {
      data: { field: "successor_id" },
    });
  }
  await releaseWork(trx, id);
  const handler_id = successor_id === NO_ONE || successor_id === "" ? null : successor_id;
  return handOverAll(trx, id, { handler_id, note: NOTE }, { actor });
}

/** Takes a person’s name off conversations and open tasks. Their handlers then have them. */
async function releaseWork(trx: Db, id: string) {
  await trx
    .updateTable("conversations")
    .set((eb) => ({ handler_id: null, version: eb("version", "+", 1) }))
    .where("handler_id", "=", id)
    .execute();
  await trx
    .updateTable("tasks")
    .set((eb) => ({ assignee_id: null, version: eb("version", "+", 1) }))
    .where("assignee_id", "=", id)
    .where("done_at", "is", null)
    .execute();
}

/** Counts the open matters of a handler. */
export async function countOpenMatters(db: Db, handler_id: string): Promise<number> {
  const { total } = await db
    .selectFrom("transactions")
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .where("transactions.handler_id", "=", handler_id)
    .where(isOpenSql)
    .executeTakeFirstOrThrow();
  return Number(total);
}
