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
import { assignedSides, openSides } from "#app/domain/transactions/sides.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import {
  planAssignment,
  hashPlan,
  planSolicitors,
  readMatters,
  type SolicitorsPlan,
} from "./plan-solicitors.server.ts";
import { sendSolicitorEmails } from "./send-letters.server.ts";
import { SOLICITOR_EMAILS } from "./solicitor-emails.ts";
import type { SolicitorsChoice } from "./solicitors-choice.server.ts";

/** Error for the second of two concurrent assignments (AMB-K03). */
export const SOLICITORS_ASSIGNED = "Solicitors are already assigned to this matter";

/**
 * Assigns solicitors to the sides that have none and sends the confirmed plan's emails (L-063,
 * AMB-K03, AMB-L01). Starts the legal work (AMB-K10). Never replaces a solicitor.
 * @param assignment.confirmed hash of the confirmed plan (hashPlan)
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

/** @throws ConflictError if the plan is no longer the confirmed one */
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
 * Writes the solicitors of the open sides, with events and audit rows. Stores the buyer emails that
 * staff ticked, because they wait for a buyer (AMB-L01). The caller has locked the matters.
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

const GROUP_HAS_SOLICITORS = "Solicitors are already assigned to every transaction in this group";

/**
 * Returns what an assignment to a group would do: it fills every open side (AMB-L06). A seller or
 * their solicitor gets one email for all transactions. Emails to the buyer's side follow each
 * active purchase (L-052 to L-054).
 * @throws NotFoundError for the group, or for a lawyer group with its field in `data.field`;
 * ConflictError if nothing is left to assign
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
 * Assigns solicitors to a group's transactions as assignSolicitors does, all or nothing (L-063,
 * AMB-L06).
 * @returns how many transactions were skipped because they have both solicitors
 * @throws like planGroupSolicitors; ConflictError if the plan has changed
 */
export async function assignSolicitorsToGroup(
  db: Db,
  group_id: string,
  { choice, confirmed, actor }: { choice: SolicitorsChoice; confirmed: string; actor: Actor },
): Promise<{ skipped: number }> {
  return inTransaction(db, async (trx) => {
    // Matters are locked before lawyer groups, as for a single transaction, to avoid a deadlock.
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

/** Returns the lawyer groups of a group's matters. @throws NotFoundError, also for an invalid id */
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
