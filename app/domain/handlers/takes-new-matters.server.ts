import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import type { Db } from "#db/connection.ts";
import { lockHandler } from "./handlers.server.ts";

/**
 * Stores whether new matters are assigned to a member of staff. Storing the same answer twice
 * changes nothing.
 * @throws DomainError if the person can’t handle matters
 */
export async function setTakesNewMatters(
  trx: Db,
  user_id: string,
  takes_new_matters: boolean,
  { actor }: { actor: Actor },
): Promise<void> {
  await lockHandler(trx, user_id);
  const changed = await trx
    .insertInto("handlers")
    .values({ user_id, takes_new_matters })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ takes_new_matters, updated_at: new Date() })
        .where("handlers.takes_new_matters", "<>", takes_new_matters),
    )
    .returning("user_id")
    .executeTakeFirst();
  if (!changed) return;
  await recordAudit(trx, {
    actor,
    action: "takes_new_matters_changed",
    subject: { type: "user", id: user_id },
    fields: ["takes_new_matters"],
  });
}
