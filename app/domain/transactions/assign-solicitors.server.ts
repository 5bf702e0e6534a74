import { sql } from "kysely";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/record-event.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { assignedSides } from "./assigned-sides.ts";
import { lockMatter } from "./lock-matter.server.ts";
import {
  type ChosenLawyerGroups,
  planMark,
  planSolicitors,
  type SolicitorsPlan,
} from "./plan-solicitors.server.ts";
import type { SolicitorEmail } from "./solicitor-emails.ts";
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
    refuseOtherPlan(plan, confirmed);
    await writeAssignment(trx, [transaction_id], { choice, chosen: plan, actor });
    await sendLetters(
      trx,
      plan.emails.map((email) => toLetter(email, transaction_id, plan)),
    );
  });
}

function toLetter(
  { name, side, to }: SolicitorsPlan["emails"][number],
  transaction_id: string,
  { purchase_intent_id }: Pick<SolicitorsPlan, "purchase_intent_id">,
): Letter {
  // Nothing is planned for a buyer without an active purchase.
  const of_buyer = side === "buyer" ? purchase_intent_id : null;
  return { name, to, transaction_ids: [transaction_id], purchase_intent_id: of_buyer };
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

/** Writes who acts for both sides of the matters, with their events and audit rows; the caller has locked them. */
export async function writeAssignment(
  trx: Db,
  transaction_ids: readonly string[],
  assignment: { choice: SolicitorsChoice; chosen: ChosenLawyerGroups; actor: Actor },
): Promise<void> {
  const { choice, chosen, actor } = assignment;
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
    .where("id", "in", transaction_ids)
    .execute();
  for (const id of transaction_ids) {
    for (const side of ["seller", "buyer"] as const) {
      await recordEvent(trx, {
        transaction_id: id,
        event_name: `${side}_solicitors_assigned`,
        author: "admin",
        author_id: actor.id,
        comments: chosen[side].name,
      });
    }
    await recordAudit(trx, {
      actor,
      action: "solicitors_assigned",
      subject: { type: "transaction", id },
      fields: ["seller_lawyer_group_id", "buyer_lawyer_group_id"],
    });
  }
}

/** An email to one person: about a purchase, or about all the sales that they are written to about. */
export type Letter = {
  name: SolicitorEmail;
  to: string;
  transaction_ids: readonly string[];
  /** Of an email to the buyer's side. */
  purchase_intent_id: string | null;
};

/** Queues the letters, and writes down in each matter that they went out. */
export async function sendLetters(trx: Db, letters: readonly Letter[]): Promise<void> {
  for (const { name, to, transaction_ids, purchase_intent_id } of letters) {
    for (const transaction_id of transaction_ids) {
      await recordEvent(trx, {
        transaction_id,
        ...(purchase_intent_id && { purchase_intent_id }),
        event_name: `${name}_email_sent`,
        author: "system",
      });
    }
    const [only] = transaction_ids.length === 1 ? transaction_ids : [];
    const email = { name, recipient: to, ...(only && { transaction_id: only }) };
    const of_purchase = only && purchase_intent_id && { transaction_id: only, purchase_intent_id };
    await queueEmail(trx, {
      ...email,
      props: of_purchase || { transaction_ids: [...transaction_ids] },
    });
  }
}
