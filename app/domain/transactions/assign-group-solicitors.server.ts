import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { lockLawyerGroups, refuseOtherPlan, writeAssignment } from "./assign-solicitors.server.ts";
import { assignedSides } from "./assigned-sides.ts";
import { lockMatters } from "./lock-matter.server.ts";
import { groupNotFound } from "./not-found.ts";
import { planAssignment, readMatters } from "./plan-solicitors.server.ts";
import { sendSolicitorEmails } from "./send-solicitor-emails.server.ts";
import type { SolicitorsChoice } from "./solicitors-form.server.ts";

/** Said when none is left to assign to (AMB-L06). */
const GROUP_HAS_SOLICITORS = "Solicitors are already assigned to every transaction of this group";

export type GroupSolicitorsPlan = Awaited<ReturnType<typeof planGroupSolicitors>>;

/**
 * Reads what an assignment of solicitors to a group would do now: to every transaction that does not have those of both
 * sides (AMB-L06), and there to the side that has none. A seller, or their solicitor, gets one email about all of them; the
 * emails of the buyer's side follow the active purchase of each (L-052 to L-054).
 *
 * @throws NotFoundError for the group, or for a lawyer group with its field in `data.field`; ConflictError when none is
 *   left to assign to
 */
export async function planGroupSolicitors(db: Db, group_id: string, choice: SolicitorsChoice) {
  const all = await listMatters(db, group_id);
  const ids = all.filter((matter) => assignedSides(matter) !== "both").map(({ id }) => id);
  if (ids.length === 0) throw new ConflictError(GROUP_HAS_SOLICITORS);
  const plan = await planAssignment(db, await readMatters(db, ids), { choice, for_group: true });
  return { ...plan, skipped: all.length - ids.length };
}

/**
 * Assigns solicitors to the sides that have none of the transactions of a group (L-063, AMB-L06), all or nothing, and sends
 * the emails of the confirmed plan.
 *
 * @param assignment.confirmed the mark of the plan that was confirmed (planMark): when it is another by now, nothing is
 *   done
 * @returns how many were left as they were
 * @throws NotFoundError and ConflictError as planGroupSolicitors; ConflictError when the plan is another
 */
export async function assignSolicitorsToGroup(
  db: Db,
  group_id: string,
  { choice, confirmed, actor }: { choice: SolicitorsChoice; confirmed: string; actor: Actor },
): Promise<{ skipped: number }> {
  return inTransaction(db, async (trx) => {
    // Before any lawyer group, as an assignment to one transaction does: nobody waits in a ring.
    const matters = await lockMatters(trx, "group_id", group_id);
    await lockLawyerGroups(trx, [choice.seller_lawyer_group_id, choice.buyer_lawyer_group_id]);
    const plan = await planGroupSolicitors(trx, group_id, choice);
    refuseOtherPlan(plan, confirmed);
    const open = matters.filter((matter) => assignedSides(matter) !== "both");
    await writeAssignment(trx, open, { choice, plan, actor });
    await sendSolicitorEmails(trx, plan.emails);
    return { skipped: plan.skipped };
  });
}

/**
 * Who acts in the transactions of a group.
 *
 * @throws NotFoundError "Transaction group not found", also for what is no id
 */
export async function listMatters(db: Db, group_id: string) {
  const matters = isObjectId(group_id)
    ? await db
        .selectFrom("transactions")
        .select(["id", "seller_lawyer_group_id", "buyer_lawyer_group_id"])
        .where("group_id", "=", group_id)
        .execute()
    : [];
  if (matters.length === 0) throw groupNotFound();
  return matters;
}
