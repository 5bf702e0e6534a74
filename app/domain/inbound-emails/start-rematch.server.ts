import { sql } from "kysely";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { REMATCH_SECONDS, type RematchKind } from "./labels.ts";

/**
 * Has emails matched again, by a job (T-006, T-007, AMB-T02). One run at a time: one that has been under way for longer
 * than it may is taken for dead and makes room.
 *
 * @throws ConflictError while another one runs
 */
export async function startRematch(
  db: Db,
  kind: RematchKind,
  { actor }: { actor: Actor },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable("email_rematches")
      .set({ status: "failed", finished_at: sql`now()` })
      .where("status", "=", "running")
      .where(isOverdue())
      .execute();
    const run = await trx
      .insertInto("email_rematches")
      .values({ kind, started_by: actor.id, total: countOf(kind) })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!run) {
      throw new ConflictError("Emails are being rematched already. Wait until that is done");
    }
    await enqueue(trx, "rematch-emails", { email_rematch_id: run.id }, { urgent: true });
    await recordAudit(trx, {
      actor,
      action: `rematch_${kind}_emails`,
      subject: { type: "email_rematch", id: run.id },
    });
  });
}

/** Whether a run of `email_rematches` has had its time (T-008). */
export function isOverdue() {
  return sql<boolean>`started_at < now() - make_interval(secs => ${REMATCH_SECONDS})`;
}

function countOf(kind: RematchKind) {
  return kind === "all"
    ? sql<number>`(select count(*) from inbound_emails)`
    : sql<number>`(select count(*) from inbound_emails where transaction_id is null)`;
}
