import { ASSIGNMENT_EMAILS } from "./emails.ts";
import { z } from "zod";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { recordStaffEvent, recordEvent } from "#app/domain/events/events.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { chosenId } from "#app/domain/shared/form-rules.server.ts";
import { freeText, staffComment, staffTextLine } from "#app/domain/shared/free-text.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import {
  type AssignedLawyerGroup,
  readLawyerGroupWithFirm,
} from "#app/domain/solicitors/lawyer-groups.server.ts";
import { lawyerGroupLabel } from "#app/domain/solicitors/parts.ts";
import {
  lockMatter,
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { queueEmail, withdrawEmailsTo } from "#app/queue/outbox.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { lockLawyerGroups, requireUnchangedPlan } from "./assign-solicitors.server.ts";
import { uniqueMailboxes } from "#app/domain/shared/names.ts";
import { planLetter } from "./letter.server.ts";
import { readGroupToChoose, readMatters } from "./plan-solicitors.server.ts";
import { sendLetter } from "./send-letters.server.ts";

/** Replacement of the lawyer group that acts for one side of a matter (AMB-K03). */

const MAX_REASON = 500;

/** Returns the schema of the reason for a replacement, which only staff see. */
export const reasonField = () =>
  freeText("Reason is required", `Enter at most ${MAX_REASON} characters`, {
    max: MAX_REASON,
    read: staffTextLine,
  });

export const ReplaceSolicitorsForm = z.object({
  replacement_id: chosenId("Solicitor is required"),
  reason: reasonField(),
  comments: staffComment(),
});

export type SolicitorsReplacement = z.output<typeof ReplaceSolicitorsForm>;

type Place = { transaction_id: string; side: Side };

export type SolicitorsReplacementPlan = Awaited<ReturnType<typeof planSolicitorsReplacement>>;

/**
 * Returns the lawyer groups of both sides, staff's comment for the group to be replaced, and the
 * number of ID checks that were shared with it.
 * @throws NotFoundError "Transaction not found"; ConflictError if no one acts for that side
 */
export async function readSolicitorsToReplace(
  db: Db,
  reader: StaffReader | ServiceReader,
  { transaction_id, side }: Place,
) {
  requireTransactionId(transaction_id);
  const matter = await db
    .selectFrom("transactions")
    .select(["seller_lawyer_group_id", "buyer_lawyer_group_id"])
    .select(["seller_comments", "buyer_comments"])
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  const id = matter[`${side}_lawyer_group_id`];
  if (id === null) throw new ConflictError(`No solicitor is assigned to the ${side}`);
  const other_id = matter[`${side === "seller" ? "buyer" : "seller"}_lawyer_group_id`];
  const part = {
    id,
    group: await readLawyerGroupWithFirm(db, id),
    other_id,
    other: other_id === null ? null : await readLawyerGroupWithFirm(db, other_id),
    comments: matter[`${side}_comments`],
    shared_checks: await countSharedChecks(db, transaction_id, id),
  };
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return part;
}

async function countSharedChecks(db: Db, transaction_id: string, shared_with: string) {
  const { checks } = await db
    .selectFrom("identity_checks")
    .select((eb) => eb.fn.countAll<string>().as("checks"))
    .where("transaction_id", "=", transaction_id)
    .where("shared_with", "=", shared_with)
    .where("status", "in", ["pending", "complete"])
    .where("order_called_off_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(checks);
}

type PlannedEmail = {
  name: "solicitor_release" | "instruction" | "solicitor_changed" | "other_solicitor_changed";
  to: string;
  cc: string[];
};

/**
 * Returns the old and the new lawyer group of one side, and every email that a replacement would
 * send. A replacement on the buyer's side sends none while there is no active purchase.
 * @throws NotFoundError; ConflictError if no one acts for that side, or the new group already acts,
 * is retired or has no solicitor
 */
export async function planSolicitorsReplacement(
  db: Db,
  reader: StaffReader | ServiceReader,
  place: Place,
  { replacement_id, comments }: Pick<SolicitorsReplacement, "replacement_id" | "comments">,
) {
  const { id, group, other_id, other, shared_checks } = await readSolicitorsToReplace(
    db,
    reader,
    place,
  );
  if (replacement_id === id) {
    const details = { data: { field: "replacement_id" } };
    throw new ConflictError("This solicitor is already assigned. Select another", details);
  }
  const chosen = await readGroupToChoose(db, "replacement_id", replacement_id);
  if (!chosen.solicitor) {
    const details = { data: { field: "replacement_id" } };
    throw new ConflictError("This lawyer group has no solicitor. Select another", details);
  }
  const [matter] = await readMatters(db, reader, [place.transaction_id]);
  if (!matter) throw transactionNotFound();
  const { address, sellers, purchase } = matter;
  const clients = place.side === "seller" ? sellers : (purchase?.buyers ?? []);
  const has_no_purchase = place.side === "buyer" && !purchase;
  const planned: (PlannedEmail | null)[] = has_no_purchase
    ? []
    : [
        toLawyers("solicitor_release", group),
        toLawyers("instruction", chosen),
        ...uniqueMailboxes(clients).map((to) => ({
          name: "solicitor_changed" as const,
          to,
          cc: [],
        })),
        // The other side's solicitor needs to know about the change only if there is an active
        // purchase.
        other && purchase ? toLawyers("other_solicitor_changed", other) : null,
      ];
  const purchase_intent_id = place.side === "buyer" ? (purchase?.id ?? null) : null;
  const letter = has_no_purchase
    ? null
    : await planLetter(db, {
        side: place.side,
        transaction_ids: [place.transaction_id],
        purchase_intent_id,
        comment: comments,
        acting: (assigned) => ({ ...assigned, [`${place.side}_lawyer_group_id`]: replacement_id }),
      });
  return {
    property: addressLine(address),
    purchase_intent_id,
    letter,
    from: { id, label: labelOf(group), has_solicitor: group.solicitor !== null },
    to: { id: replacement_id, label: labelOf(chosen) },
    other_id,
    same_firm: other && other.law_firm_id === chosen.law_firm_id ? other.law_firm.name : null,
    emails: planned.filter((email) => email !== null),
    no_active_purchase: has_no_purchase,
    shared_checks,
  };
}

function toLawyers(name: PlannedEmail["name"], group: AssignedLawyerGroup): PlannedEmail | null {
  if (!group.solicitor) return null;
  const cc = group.legal_assistants.map(({ email }) => email);
  return { name, to: group.solicitor.email, cc };
}

const labelOf = ({ name, law_firm }: AssignedLawyerGroup) =>
  lawyerGroupLabel({ name, law_firm: law_firm.name });

/**
 * Replaces one side's lawyer group and sends the emails of the confirmed plan (AMB-K03). The
 * matter's ID checks, searches and dates stay unchanged.
 * @throws any error from planSolicitorsReplacement; ConflictError if the plan has changed
 */
export async function replaceSolicitors(
  db: Db,
  place: Place,
  { choice, confirmed, actor }: { choice: SolicitorsReplacement; confirmed: string; actor: Actor },
): Promise<void> {
  const { transaction_id, side } = place;
  await inTransaction(db, async (trx) => {
    const { seller_lawyer_group_id, buyer_lawyer_group_id } = await lockMatter(trx, transaction_id);
    await lockLawyerGroups(trx, [
      seller_lawyer_group_id,
      buyer_lawyer_group_id,
      choice.replacement_id,
    ]);
    const plan = await planSolicitorsReplacement(trx, service, place, choice);
    requireUnchangedPlan(plan, confirmed);
    const column = `${side}_lawyer_group_id` as const;
    await trx
      .updateTable("transactions")
      .set((eb) => ({
        [column]: choice.replacement_id,
        [`${side}_comments`]: choice.comments,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", transaction_id)
      .execute();
    const { from, to } = plan;
    await recordStaffEvent(trx, {
      actor,
      transaction_id,
      event_name: "solicitors_replaced",
      type: side,
      comments: `From ${from.label} to ${to.label}. Reason: ${choice.reason}`,
      fields: [column],
    });
    await auditReplacement(trx, actor, { from: from.id, to: to.id });
    await sendReplacementEmails(trx, place, plan);
  });
}

async function auditReplacement(trx: Db, actor: Actor, { from, to }: { from: string; to: string }) {
  const released = { type: "lawyer_group", id: from };
  await recordAudit(trx, { actor, action: "solicitors_released", subject: released });
  const instructed = { type: "lawyer_group", id: to };
  await recordAudit(trx, { actor, action: "solicitors_instructed", subject: instructed });
}

async function sendReplacementEmails(
  trx: Db,
  { transaction_id, side }: Place,
  { emails, from, to, other_id, purchase_intent_id, letter }: SolicitorsReplacementPlan,
) {
  const instruction = `${side}_solicitor_instruction` as const;
  const recorded = new Set<string>();
  for (const { name, to: recipient } of emails) {
    if (name === "instruction") {
      if (!letter) continue;
      await recordEvent(trx, {
        transaction_id,
        ...(purchase_intent_id && { purchase_intent_id }),
        event_name: `${instruction}_email_sent`,
        author: "system",
      });
      await sendLetter(trx, letter);
      continue;
    }
    if (name === "solicitor_release") {
      // An instruction that has not been sent yet must not reach the solicitor who no longer acts.
      await withdrawEmailsTo(trx, {
        recipient,
        transaction_id,
        emails: [ASSIGNMENT_EMAILS[instruction]],
      });
    }
    if (!recorded.has(name)) {
      recorded.add(name);
      await recordEvent(trx, {
        transaction_id,
        ...(purchase_intent_id && { purchase_intent_id }),
        event_name: `${name}_email_sent`,
        type: side,
        author: "system",
      });
    }
    const props = { transaction_id, side, from: from.id, to: to.id };
    if (name !== "other_solicitor_changed") {
      const email = ASSIGNMENT_EMAILS[name];
      await queueEmail(trx, { email, recipient, transaction_id, props });
    } else if (other_id !== null) {
      await queueEmail(trx, {
        email: ASSIGNMENT_EMAILS[name],
        recipient,
        transaction_id,
        props: { ...props, other: other_id },
      });
    }
  }
}
