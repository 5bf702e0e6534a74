import { sql } from "kysely";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/record-event.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { assignedSides } from "./assigned-sides.ts";
import { lockMatter } from "./lock-matter.server.ts";
import { planMark, planSolicitors, type SolicitorsPlan } from "./plan-solicitors.server.ts";
import type { SolicitorsChoice } from "./solicitors-form.server.ts";

/** Said to whoever comes second (AMB-K03). */
export const SOLICITORS_ASSIGNED = "Solicitors are already assigned to this transaction";

/**
 * Assigns the solicitors of both sides to a transaction that does not have both (L-063, AMB-K03, AMB-L01), which begins
 * the legal work (AMB-K10), and sends the emails of the confirmed plan.
 *
 * @param assignment.confirmed the mark of the plan that was confirmed (planMark): when it is another by now, nothing is
 *   done
 * @throws NotFoundError for the transaction or a lawyer group; ConflictError when it has solicitors, or the plan is another
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
    if (planMark(plan) !== confirmed) {
      throw new ConflictError(
        "Something has changed since you were asked. Check the solicitors and the emails, and confirm again.",
      );
    }
    await writeSolicitors(trx, transaction_id, choice);
    await recordAssignment(trx, transaction_id, plan, actor);
    await sendEmails(trx, transaction_id, plan);
  });
}

/** Nobody changes the lawyer groups or their people before the commit; in the order of their ids, as others lock them. */
async function lockLawyerGroups(trx: Db, ids: string[]) {
  await trx
    .selectFrom("lawyer_groups")
    .select("id")
    .where("id", "in", ids)
    .orderBy("id")
    .forShare()
    .execute();
}

async function writeSolicitors(trx: Db, id: string, choice: SolicitorsChoice) {
  const { seller_lawyer_group_id, buyer_lawyer_group_id } = choice;
  const { seller_comments, buyer_comments } = choice;
  await trx
    .updateTable("transactions")
    .set((eb) => ({
      seller_lawyer_group_id,
      buyer_lawyer_group_id,
      seller_comments,
      buyer_comments,
      legals_started_at: eb.fn.coalesce("legals_started_at", sql<Date>`now()`),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
}

async function recordAssignment(trx: Db, id: string, plan: SolicitorsPlan, actor: Actor) {
  for (const side of ["seller", "buyer"] as const) {
    await recordEvent(trx, {
      transaction_id: id,
      event_name: `${side}_solicitors_assigned`,
      author: "admin",
      author_id: actor.id,
      comments: plan[side].name,
    });
  }
  await recordAudit(trx, {
    actor,
    action: "solicitors_assigned",
    subject: { type: "transaction", id },
    fields: ["seller_lawyer_group_id", "buyer_lawyer_group_id"],
  });
}

async function sendEmails(
  trx: Db,
  transaction_id: string,
  { emails, purchase_intent_id }: SolicitorsPlan,
) {
  for (const { name, side, to } of emails) {
    // Nothing is planned for a buyer without an active purchase.
    const of_purchase = side === "buyer" && purchase_intent_id ? { purchase_intent_id } : {};
    await recordEvent(trx, {
      transaction_id,
      ...of_purchase,
      event_name: `${name}_email_sent`,
      author: "system",
    });
    await queueEmail(trx, {
      name,
      recipient: to,
      transaction_id,
      props: { transaction_id, ...of_purchase },
    });
  }
}
