import { z } from "zod";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { queueEmail, withdrawEmailsTo } from "#app/domain/emails/outbox.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { recordDoneByStaff, recordEvent } from "#app/domain/events/events.server.ts";
import { chosenId } from "#app/domain/fields/form-rules.server.ts";
import { fullName } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { introduce, readAgentToAssign } from "./assign-estate-agent.server.ts";
import { refuseOtherPlan } from "./assign-solicitors.server.ts";
import { lockMatter } from "./lock-matter.server.ts";
import { requireTransactionId, transactionNotFound } from "./not-found.ts";
import { readMatters } from "./plan-solicitors.server.ts";
import { reason } from "./replace-solicitors.server.ts";

/** Putting right who sells a home: another estate agent in the place of the one that is assigned (AMB-K03). */

/** Who is to be the agent instead, and why. */
export const ReplaceEstateAgentForm = z.object({
  replacement_id: chosenId("Estate agent is required"),
  reason: reason(),
});

export type EstateAgentReplacement = z.output<typeof ReplaceEstateAgentForm>;

export type EstateAgentReplacementPlan = Awaited<ReturnType<typeof planEstateAgentReplacement>>;

/**
 * Reads the agent of a matter, with their primary valuer.
 *
 * @throws NotFoundError "Transaction not found"; ConflictError when it has none
 */
export async function readEstateAgentToReplace(db: Db, transaction_id: string) {
  requireTransactionId(transaction_id);
  const { estate_agent_id } = await db
    .selectFrom("transactions")
    .select("estate_agent_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  if (estate_agent_id === null) {
    throw new ConflictError("No estate agent is assigned to this transaction");
  }
  return readAgentToAssign(db, estate_agent_id);
}

type PlannedEmail = {
  name: "estate_agent_release" | "introduction" | "estate_agent_changed";
  to: string;
  cc: string[];
};

/**
 * Reads what a replacement would do now: who was the agent, who is to be, and every email with all who get it.
 *
 * @throws NotFoundError for the transaction or the agent; ConflictError when it has no agent, or has this one already
 */
export async function planEstateAgentReplacement(
  db: Db,
  transaction_id: string,
  { replacement_id }: Pick<EstateAgentReplacement, "replacement_id">,
) {
  const known = await readEstateAgentToReplace(db, transaction_id);
  if (known.id === replacement_id) {
    const details = { data: { field: "replacement_id" } };
    throw new ConflictError("This is the estate agent already. Select another", details);
  }
  const chosen = await readAgentToAssign(db, replacement_id);
  const [matter] = await readMatters(db, [transaction_id]);
  if (!matter) throw transactionNotFound();
  const [first, ...others] = matter.sellers.map(({ email }) => email);
  const planned: (PlannedEmail | null)[] = [
    toValuer("estate_agent_release", known),
    toValuer("introduction", chosen),
    first === undefined ? null : { name: "estate_agent_changed", to: first, cc: others },
  ];
  return {
    property: addressLine(matter.address),
    from: describe(known),
    to: describe(chosen),
    emails: planned.filter((email) => email !== null),
  };
}

type Agent = Awaited<ReturnType<typeof readAgentToAssign>>;

function toValuer(name: PlannedEmail["name"], { primary_valuer }: Agent): PlannedEmail | null {
  return primary_valuer?.email ? { name, to: primary_valuer.email, cc: [] } : null;
}

function describe(agent: Agent) {
  const { id, primary_valuer: valuer } = agent;
  const valuer_id = valuer?.email ? valuer.id : null;
  return { id, label: agentLabel(agent), valuer: valuer && fullName(valuer), valuer_id };
}

/**
 * Replaces the estate agent of a matter, and writes to whom the confirmed plan names (AMB-K03).
 *
 * @param replacement.confirmed the mark of the plan that was confirmed (planMark): when it is another by now, nothing is
 *   done
 * @throws as planEstateAgentReplacement; ConflictError when the plan is another
 */
export async function replaceEstateAgent(
  db: Db,
  transaction_id: string,
  { choice, confirmed, actor }: { choice: EstateAgentReplacement; confirmed: string; actor: Actor },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const matter = await lockMatter(trx, transaction_id);
    const plan = await planEstateAgentReplacement(trx, transaction_id, choice);
    refuseOtherPlan(plan, confirmed);
    const { from, to } = plan;
    await trx
      .updateTable("transactions")
      .set((eb) => ({ estate_agent_id: to.id, version: eb("version", "+", 1) }))
      .where("id", "=", transaction_id)
      .execute();
    await recordDoneByStaff(trx, {
      actor,
      transaction_id,
      event_name: "estate_agent_replaced",
      comments: `From ${from.label} to ${to.label}. Reason: ${choice.reason}`,
      fields: ["estate_agent_id"],
    });
    const released = { type: "estate_agent", id: from.id };
    await recordAudit(trx, { actor, action: "estate_agent_released", subject: released });
    const instructed = { type: "estate_agent", id: to.id };
    await recordAudit(trx, { actor, action: "estate_agent_instructed", subject: instructed });
    for (const { name, to: recipient } of plan.emails) {
      if (name === "introduction") {
        if (to.valuer_id === null) continue;
        await introduce(trx, { matters: [matter], email: recipient, valuer_id: to.valuer_id });
        continue;
      }
      if (name === "estate_agent_release") {
        const names = ["estate_agent_introduction"] as const;
        await withdrawEmailsTo(trx, { recipient, transaction_id, names });
      }
      const event_name = `${name}_email_sent` as const;
      await recordEvent(trx, { transaction_id, event_name, author: "system" });
      const props = { transaction_id, from: from.id, to: to.id };
      await queueEmail(trx, { name, recipient, transaction_id, props });
    }
  });
}
