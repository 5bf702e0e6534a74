import { sql } from "kysely";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import {
  groupNotFound,
  type LockedMatter,
  lockMatter,
  lockMatters,
} from "#app/domain/transactions/matter.server.ts";
import { assignedSides, openSides, type Side } from "#app/domain/transactions/sides.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import {
  planAssignment,
  planSolicitors,
  readMatters,
  type SolicitorsPlan,
} from "./plan-solicitors.server.ts";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import { sendSolicitorEmails } from "./send-letters.server.ts";
import { SOLICITOR_EMAILS } from "./solicitor-emails.ts";
import type { SolicitorsChoice } from "./solicitors-choice.server.ts";

/**
 * Error message for a matter in which both sides already have solicitors, for example because
 * another member of staff has just assigned them (AMB-K03).
 */
export const SOLICITORS_ASSIGNED = "Solicitors are already assigned to this matter";

/**
 * Assigns solicitors to the sides of a matter that have none, and sends the emails of the confirmed
 * plan (L-063, AMB-K03, AMB-L01). Records the start of the legal work (AMB-K10). Never replaces a
 * solicitor.
 * @param assignment.confirmed hash of the plan that staff confirmed (hashPlan)
 * @throws NotFoundError; ConflictError if both sides have solicitors or the plan has changed
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
    requireUnchangedPlan(plan, confirmed);
    await writeAssignment(trx, [matter], { choice, plan, actor });
    await sendSolicitorEmails(trx, plan.emails);
  });
}

/** @throws ConflictError if the plan has changed since staff confirmed it */
export function requireUnchangedPlan(plan: object, confirmed: string): void {
  requireAsConfirmed(
    { mark: hashPlan(plan) },
    { mark: confirmed },
    "Something",
    "Check the solicitors and the emails, then confirm again",
  );
}

/** Locks lawyer groups against changes, in id order to avoid deadlocks. */
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
 * Assigns solicitors to the sides of the matters that have none, and records events and audit rows.
 * Stores which emails to the buyer's side were ticked, because those emails wait until a purchase
 * is active (AMB-L01). The caller has locked the matters.
 */
async function writeAssignment(
  trx: Db,
  matters: readonly LockedMatter[],
  { choice, plan, actor }: { choice: SolicitorsChoice; plan: SolicitorsPlan; actor: Actor },
): Promise<void> {
  for (const matter of matters) {
    const { id } = matter;
    const sides: Side[] = [];
    for (const side of openSides([matter])) {
      const group = plan[side];
      if (group === null) continue;
      sides.push(side);
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
        comments: group.name,
      });
    }
    if (sides.length === 0) continue;
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

const GROUP_HAS_SOLICITORS = "Solicitors are already assigned to every transaction in this group";

/**
 * Plans the assignment of solicitors to a group of new homes: every side that has none gets one
 * (AMB-L06). Each seller, and each seller's solicitor, gets one email about all the matters. Emails
 * to a buyer's side are about that matter's active purchase (L-052 to L-054).
 * @throws NotFoundError for the group, or for a lawyer group with its field in `data.field`;
 * ConflictError if every matter already has both solicitors
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
 * Assigns solicitors to a group's matters in the same way as assignSolicitors, to all of them or to
 * none (L-063, AMB-L06).
 * @returns the number of matters that were skipped because both sides have solicitors
 * @throws any error from planGroupSolicitors; ConflictError if the plan has changed
 */
export async function assignSolicitorsToGroup(
  db: Db,
  group_id: string,
  { choice, confirmed, actor }: { choice: SolicitorsChoice; confirmed: string; actor: Actor },
): Promise<{ skipped: number }> {
  return inTransaction(db, async (trx) => {
    // Lock the matters before the lawyer groups, as assignSolicitors does, to avoid a deadlock.
    const matters = await lockMatters(trx, "group_id", group_id);
    await lockLawyerGroups(trx, [choice.seller_lawyer_group_id, choice.buyer_lawyer_group_id]);
    const plan = await planGroupSolicitors(trx, service, group_id, choice);
    requireUnchangedPlan(plan, confirmed);
    const open = matters.filter((matter) => assignedSides(matter) !== "both");
    await writeAssignment(trx, open, { choice, plan, actor });
    await sendSolicitorEmails(trx, plan.emails);
    return { skipped: plan.skipped };
  });
}

/**
 * Returns a group's matters with the lawyer groups that act in them.
 * @throws NotFoundError, also for an invalid id
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
  await reader.recordView({ record: { type: "transaction_group", id: group_id } });
  return matters;
}
