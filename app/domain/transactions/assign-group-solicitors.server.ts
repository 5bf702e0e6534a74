import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import {
  type Letter,
  lockLawyerGroups,
  refuseOtherPlan,
  sendLetters,
  writeAssignment,
} from "./assign-solicitors.server.ts";
import { assignedSides } from "./assigned-sides.ts";
import { lockMatters } from "./lock-matter.server.ts";
import { groupNotFound } from "./not-found.ts";
import {
  type PlannedMatter,
  planEmails,
  readChosenLawyerGroups,
  readMatters,
} from "./plan-solicitors.server.ts";
import type { Side, SolicitorEmail } from "./solicitor-emails.ts";
import type { SolicitorsChoice } from "./solicitors-form.server.ts";

/** Said when none is left to assign to (AMB-L06). */
const GROUP_HAS_SOLICITORS = "Solicitors are already assigned to every transaction of this group";

export type GroupSolicitorsPlan = Awaited<ReturnType<typeof planGroupSolicitors>>;

/**
 * Reads what an assignment of solicitors to a group would do now: to every transaction that does not have those of both
 * sides (AMB-L06). A seller, or their solicitor, gets one email about all of them; the emails of the buyer's side follow
 * the active purchase of each (L-052 to L-054).
 *
 * @throws NotFoundError for the group, or for a lawyer group with its field in `data.field`; ConflictError when none is
 *   left to assign to
 */
export async function planGroupSolicitors(db: Db, group_id: string, choice: SolicitorsChoice) {
  const all = await listMatters(db, group_id);
  const ids = all.filter((matter) => assignedSides(matter) !== "both").map(({ id }) => id);
  if (ids.length === 0) throw new ConflictError(GROUP_HAS_SOLICITORS);
  const chosen = await readChosenLawyerGroups(db, choice);
  const matters = await readMatters(db, ids);
  const planned = matters.map((matter) => ({
    matter,
    ...planEmails(matter, { ...chosen, choice, for_group: true }),
  }));
  return {
    units: matters.map(({ id, address }) => ({ id, property: addressLine(address) })),
    skipped: all.length - ids.length,
    ...chosen,
    emails: joinLetters(planned),
    not_sent: countNotSent(planned),
  };
}

/**
 * Assigns the solicitors of both sides to the transactions of a group that have none (L-063, AMB-L06), all or nothing,
 * and sends the emails of the confirmed plan.
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
    await lockMatters(trx, "group_id", group_id);
    await lockLawyerGroups(trx, [choice.seller_lawyer_group_id, choice.buyer_lawyer_group_id]);
    const plan = await planGroupSolicitors(trx, group_id, choice);
    refuseOtherPlan(plan, confirmed);
    const ids = plan.units.map(({ id }) => id);
    await writeAssignment(trx, ids, { choice, chosen: plan, actor });
    await sendLetters(trx, plan.emails);
    return { skipped: plan.skipped };
  });
}

async function listMatters(db: Db, group_id: string) {
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

type Planned = { matter: PlannedMatter } & ReturnType<typeof planEmails>;

/** The emails of a group: one for each person of the seller's side, and one for each purchase. */
function joinLetters(planned: readonly Planned[]) {
  const letters = new Map<string, Letter & { side: Side; transaction_ids: string[] }>();
  for (const { matter, emails } of planned) {
    for (const { name, side, to } of emails) {
      const purchase_intent_id = side === "buyer" ? (matter.purchase?.id ?? null) : null;
      const key = [name, to.toLowerCase(), purchase_intent_id].join(" ");
      const letter = letters.get(key) ?? {
        name,
        side,
        to,
        transaction_ids: [],
        purchase_intent_id,
      };
      letter.transaction_ids.push(matter.id);
      letters.set(key, letter);
    }
  }
  return [...letters.values()];
}

/** Why which emails are not sent, and for how many of the transactions. */
function countNotSent(planned: readonly Planned[]) {
  const reasons = new Map<string, { name: SolicitorEmail; why: string; transactions: number }>();
  for (const { name, why } of planned.flatMap(({ not_sent }) => not_sent)) {
    const key = `${name} ${why}`;
    const reason = reasons.get(key) ?? { name, why, transactions: 0 };
    reasons.set(key, { ...reason, transactions: reason.transactions + 1 });
  }
  return [...reasons.values()];
}
