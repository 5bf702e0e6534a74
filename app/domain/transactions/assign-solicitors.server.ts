import { sql } from "kysely";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/record-event.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { assignedSides, openSides } from "./assigned-sides.ts";
import { lockMatter, type LockedMatter } from "./lock-matter.server.ts";
import { planMark, planSolicitors, type SolicitorsPlan } from "./plan-solicitors.server.ts";
import { sendSolicitorEmails } from "./send-solicitor-emails.server.ts";
import { SOLICITOR_EMAILS } from "./solicitor-emails.ts";
import type { SolicitorsChoice } from "./solicitors-form.server.ts";

/** Said to whoever comes second (AMB-K03). */
export const SOLICITORS_ASSIGNED = "Solicitors are already assigned to this transaction";

/**
 * Assigns solicitors to the sides of a transaction that have none (L-063, AMB-K03, AMB-L01), which begins the legal work
 * (AMB-K10), and sends the emails of the confirmed plan. Nobody is replaced.
 *
 * @param assignment.confirmed the mark of the plan that was confirmed (planMark): when it is another by now, nothing is
 *   done
 * @throws NotFoundError for the transaction or a lawyer group; ConflictError when both sides have solicitors, or the plan
 *   is another
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
    const plan = await planSolicitors(trx, transaction_id, choice);
    refuseOtherPlan(plan, confirmed);
    await writeAssignment(trx, [matter], { choice, plan, actor });
    await sendSolicitorEmails(trx, plan.emails);
  });
}

/** @throws ConflictError when another plan was confirmed than this one */
export function refuseOtherPlan(plan: object, confirmed: string): void {
  if (planMark(plan) === confirmed) return;
  throw new ConflictError(
    "Something has changed since you were asked. Check the solicitors and the emails, and confirm again.",
  );
}

/** Nobody changes the lawyer groups or their people before the commit; in the order of their ids, as others lock them. */
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
 * Writes who acts for the sides of the matters that have nobody, with their events and audit rows; what was ticked for the
 * buyer waits with the matter (AMB-L01). The caller has locked the matters.
 */
export async function writeAssignment(
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
