import { sql } from "kysely";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import {
  groupNotFound,
  type LockedMatter,
  lockMatter,
  lockMatters,
} from "#app/domain/transactions/matter.server.ts";
import { assignedSides, openSides } from "#app/domain/transactions/sides.ts";
import { requireAsConfirmed } from "#app/domain/versions/versions.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import {
  planAssignment,
  planMark,
  planSolicitors,
  readMatters,
  type SolicitorsPlan,
} from "./plan-solicitors.server.ts";
import { sendSolicitorEmails } from "./send-letters.server.ts";
import { SOLICITOR_EMAILS } from "./solicitor-emails.ts";
import type { SolicitorsChoice } from "./solicitors-choice.server.ts";

/** Said to whoever comes second (AMB-K03). */
export const SOLICITORS_ASSIGNED = "Solicitors are already assigned to this matter";

/**
 * Assigns solicitors to the sides of a transaction that have none (L-063, AMB-K03, AMB-L01), which begins the legal
 * work (AMB-K10), and sends the emails of the confirmed plan. No one is replaced.
 *
 * @param assignment.confirmed the mark of the plan that was confirmed (planMark): when it is another by now, nothing is
 *   done
 * @throws NotFoundError for the transaction or a lawyer group; ConflictError when both sides have solicitors, or the
 *   plan is another
 */
export async function assignSolicitors(
  db: Db,
  transaction_id: string,
  { choice, confirmed, actor }: { choice: SolicitorsChoice; confirmed: string; actor: Actor },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const matter = await lockMatter(trx, transaction_id);
    if (assignedSides(matter) === "both") throw new ConflictError(SOLICITORS_ASSIGNED);
    await lockLawyerGroups(trx, [choice.seller_lawyer_group_id, choice.buyer_lawyer_group_id]);
    const plan = await planSolicitors(trx, service, transaction_id, choice);
    refuseOtherPlan(plan, confirmed);
    await writeAssignment(trx, [matter], { choice, plan, actor });
    await sendSolicitorEmails(trx, plan.emails);
  });
}

/** @throws ConflictError when another plan was confirmed than this one */
export function refuseOtherPlan(plan: object, confirmed: string): void {
  requireAsConfirmed(
    { mark: planMark(plan) },
    { mark: confirmed },
    "Something",
    "Check the solicitors and the emails, then confirm again",
  );
}

/**
 * No one changes the lawyer groups or their people before the commit; in the order of their ids, as others lock them.
 */
export async function lockLawyerGroups(trx: Db, ids: readonly (string | null)[]): Promise<void> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return;
  await trx
    .selectFrom("lawyer_groups")
    .select("id")
    .where("id", "in", known)
    .orderBy("id")
    .forShare()
    .execute();
}

/**
 * Writes who acts for the sides of the matters that have no one, with their events and audit rows; what was ticked for
 * the buyer waits with the matter (AMB-L01). The caller has locked the matters.
 */
async function writeAssignment(
  trx: Db,
  matters: readonly LockedMatter[],
  { choice, plan, actor }: { choice: SolicitorsChoice; plan: SolicitorsPlan; actor: Actor },
): Promise<void> {
  for (const matter of matters) {
    const { id } = matter;
    const sides = openSides([matter]);
    for (const side of sides) {
      await trx
        .updateTable("transactions")
        .set({
          [`${side}_lawyer_group_id`]: choice[`${side}_lawyer_group_id`],
          [`${side}_comments`]: choice[`${side}_comments`],
          ...(side === "buyer" && {
            ticked_for_buyer: SOLICITOR_EMAILS.buyer.filter((name) => choice[name]),
          }),
        })
        .where("id", "=", id)
        .execute();
      await recordEvent(trx, {
        transaction_id: id,
        event_name: `${side}_solicitors_assigned`,
        author: "admin",
        author_id: actor.id,
        comments: plan[side].name,
      });
    }
    await trx
      .updateTable("transactions")
      .set((eb) => ({
        legals_started_at: eb.fn.coalesce("legals_started_at", sql<Date>`now()`),
        version: eb("version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
    await recordAudit(trx, {
      actor,
      action: "solicitors_assigned",
      subject: { type: "transaction", id },
      fields: sides.map((side) => `${side}_lawyer_group_id`),
    });
  }
}

/** Said when none is left to assign to (AMB-L06). */
const GROUP_HAS_SOLICITORS = "Solicitors are already assigned to every transaction in this group";

/**
 * Reads what an assignment of solicitors to a group would do now: to every transaction that does not have those of both
 * sides (AMB-L06), and there to the side that has none. A seller, or their solicitor, gets one email about all of them;
 * the emails of the buyer's side follow the active purchase of each (L-052 to L-054).
 *
 * @throws NotFoundError for the group, or for a lawyer group with its field in `data.field`; ConflictError when none is
 *   left to assign to
 */
export async function planGroupSolicitors(
  db: Db,
  reader: StaffReader | ServiceReader,
  group_id: string,
  choice: SolicitorsChoice,
) {
  const all = await listMatters(db, reader, group_id);
  const ids = all.filter((matter) => assignedSides(matter) !== "both").map(({ id }) => id);
  if (ids.length === 0) throw new ConflictError(GROUP_HAS_SOLICITORS);
  const plan = await planAssignment(db, await readMatters(db, reader, ids), {
    choice,
    for_group: true,
  });
  return { ...plan, skipped: all.length - ids.length };
}

/**
 * Assigns solicitors to the sides that have none of the transactions of a group (L-063, AMB-L06), all or nothing, and
 * sends the emails of the confirmed plan.
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
    // Before any lawyer group, as an assignment to one transaction does: no one waits in a ring.
    const matters = await lockMatters(trx, "group_id", group_id);
    await lockLawyerGroups(trx, [choice.seller_lawyer_group_id, choice.buyer_lawyer_group_id]);
    const plan = await planGroupSolicitors(trx, service, group_id, choice);
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
export async function listMatters(db: Db, reader: StaffReader | ServiceReader, group_id: string) {
  const matters = isObjectId(group_id)
    ? await db
        .selectFrom("transactions")
        .select(["id", "seller_lawyer_group_id", "buyer_lawyer_group_id"])
        .where("group_id", "=", group_id)
        .execute()
    : [];
  if (matters.length === 0) throw groupNotFound();
  await reader.shown({ record: { type: "transaction_group", id: group_id } });
  return matters;
}
