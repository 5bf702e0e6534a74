import { ASSIGNMENT_EMAILS } from "./emails.ts";
import { z } from "zod";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import {
  agentNames,
  chosenAgentNotFound,
  primaryValuer,
} from "#app/domain/estate-agents/agent-queries.server.ts";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { recordStaffEvent, recordEvent } from "#app/domain/events/events.server.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { chosenId } from "#app/domain/shared/form-rules.server.ts";
import { fullName, fullNames, uniqueMailboxes } from "#app/domain/shared/names.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import {
  createIntroductionLink,
  READY_LINK_DAYS,
  revokeReadyLinks,
} from "#app/domain/ready-links/ready-links.server.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { selectSellers } from "#app/domain/transactions/matter-parts.server.ts";
import {
  groupNotFound,
  type LockedMatter,
  lockMatter,
  lockMatters,
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { queueEmail, withdrawEmailsTo } from "#app/queue/outbox.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { requireUnchangedPlan } from "./assign-solicitors.server.ts";
import { readMatters } from "./plan-solicitors.server.ts";
import { reasonField } from "./replace-solicitors.server.ts";

/** Form that assigns an estate agent (M-078). */
export const AssignmentForm = z.object({
  estate_agent_id: chosenId("Estate agent is required"),
});

/**
 * Returns an estate agent with the primary valuer, who is emailed when the agent is assigned.
 * @throws NotFoundError
 */
export async function readAgentToAssign(db: Db, id: string) {
  if (!isObjectId(id)) throw chosenAgentNotFound();
  return db
    .selectFrom(agentNames())
    .selectAll()
    .select(primaryValuer().as("primary_valuer"))
    .where("estate_agents.id", "=", id)
    .executeTakeFirstOrThrow(chosenAgentNotFound);
}

export type Assignment = {
  estate_agent_id: string;
  actor: Actor;
  /**
   * Email address that the confirmation page showed; null if it showed none. If the primary
   * valuer's address has changed since, the assignment is a conflict.
   */
  recipient: string | null;
};

/**
 * Assigns an estate agent to a matter that has none, whatever the seller answered about their agent
 * (M-080, AMB-K03, AMB-M07). Emails an introduction to the agent's primary valuer (AMB-M06). For
 * the seller's own choice, see sales/estate-agent-choice.server.ts.
 * @throws NotFoundError; ConflictError if the matter has an agent or the recipient has changed
 */
export async function assignEstateAgent(
  db: Db,
  transaction_id: string,
  assignment: Assignment,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const matter = await lockMatter(trx, transaction_id);
    if (hasAgent(matter)) {
      throw new ConflictError("An estate agent is already assigned to this matter");
    }
    await assignToMatters(trx, [matter], assignment);
  });
}

/**
 * Assigns an estate agent to every matter of a group and sends one email (M-081, M-082).
 * @throws NotFoundError; ConflictError if a matter has an agent or the recipient has changed
 */
export async function assignEstateAgentToGroup(
  db: Db,
  group_id: string,
  assignment: Assignment,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const matters = await lockMatters(trx, "group_id", group_id);
    if (matters.length === 0) throw groupNotFound();
    if (matters.some(hasAgent)) throw new ConflictError(GROUP_HAS_AGENT);
    await assignToMatters(trx, matters, assignment);
  });
}

/**
 * Error message for a group in which a matter already has an estate agent. The specification fixes
 * its text (M-083, AMB-M09).
 */
export const GROUP_HAS_AGENT =
  "You cannot assign a Estate Agent for this transactions group because at least one of the transactions has a Estate Agent assigned. Please assign Estate Agent for each transaction individually.";

const hasAgent = (matter: LockedMatter) => matter.estate_agent_id !== null;

async function assignToMatters(
  trx: Db,
  matters: readonly LockedMatter[],
  { estate_agent_id, actor, recipient }: Assignment,
) {
  const agent = await readAgentToAssign(trx, estate_agent_id);
  const email = agent.primary_valuer?.email ?? null;
  requireAsConfirmed(
    { recipient: email },
    { recipient },
    "The primary valuer or their email address",
  );
  for (const { id } of matters) {
    await trx
      .updateTable("transactions")
      .set((eb) => ({
        estate_agent_id,
        estate_agent_status: "assigned",
        version: eb("version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
    await recordStaffEvent(trx, {
      actor,
      transaction_id: id,
      event_name: "estate_agent_assigned",
      comments: agentLabel(agent),
      fields: ["estate_agent_status", "estate_agent_id"],
    });
  }
  if (agent.primary_valuer && email) {
    await introduce(trx, { matters, email, valuer_id: agent.primary_valuer.id });
  }
}

async function introduce(
  trx: Db,
  {
    matters,
    email,
    valuer_id,
  }: { matters: readonly Pick<LockedMatter, "id">[]; email: string; valuer_id: string },
) {
  const transaction_ids = matters.map(({ id }) => id);
  for (const transaction_id of transaction_ids) {
    await recordEvent(trx, {
      transaction_id,
      event_name: "estate_agent_introduction_email_sent",
      author: "system",
    });
  }
  const [only] = transaction_ids;
  await queueEmail(trx, {
    email: ASSIGNMENT_EMAILS.estate_agent_introduction,
    recipient: email,
    ...(only && transaction_ids.length === 1 && { transaction_id: only }),
    props: { transaction_ids, valuer_id },
  });
}

/** Number of homes up to which the introduction has a link to each home’s page. */
const MAX_READY_LINKS = 10;

/**
 * Returns the content of the introduction email: the properties and their sellers (AMB-M06).
 * Creates a link to the page that shows how ready each home is, except for large groups.
 * @throws NoResultError if the valuer is missing
 */
export async function prepareIntroduction(
  db: Db,
  { transaction_ids, valuer_id }: { transaction_ids: string[]; valuer_id: string },
) {
  const { first_name, estate_agent_id } = await db
    .selectFrom("valuers")
    .select(["first_name", "estate_agent_id"])
    .where("id", "=", valuer_id)
    .executeTakeFirstOrThrow();
  const matters = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select("transactions.id")
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .select(selectSellers().as("sellers"))
    .where("transactions.id", "in", transaction_ids)
    .orderBy("transactions.created_at")
    .orderBy("transactions.id")
    .execute();
  const homes = matters.map(({ address, sellers }) => ({
    property: addressLine(address),
    sellers: fullNames(sellers),
  }));
  const ready: { property: string; url: string }[] = [];
  for (const { id, address } of matters.length > MAX_READY_LINKS ? [] : matters) {
    const link = await createIntroductionLink(db, id);
    const url = siteUrl(paths.ready(link.id, { token: link.token }));
    ready.push({ property: addressLine(address), url });
  }
  const page = siteUrl(paths.agent.page(estate_agent_id));
  return { first_name, homes, page, ready, days: READY_LINK_DAYS };
}

/** Form that replaces the estate agent of a matter (AMB-K03). */
export const ReplaceEstateAgentForm = z.object({
  replacement_id: chosenId("Estate agent is required"),
  reason: reasonField(),
});

export type EstateAgentReplacement = z.output<typeof ReplaceEstateAgentForm>;

export type EstateAgentReplacementPlan = Awaited<ReturnType<typeof planEstateAgentReplacement>>;

/**
 * Returns the estate agent of a matter. @throws NotFoundError; ConflictError if none is assigned
 */
export async function readEstateAgentToReplace(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
) {
  requireTransactionId(transaction_id);
  const { estate_agent_id } = await db
    .selectFrom("transactions")
    .select("estate_agent_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  if (estate_agent_id === null) {
    throw new ConflictError("No estate agent is assigned to this matter");
  }
  const part = await readAgentToAssign(db, estate_agent_id);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return part;
}

type PlannedEmail = {
  name: "estate_agent_release" | "introduction" | "estate_agent_changed";
  to: string;
  cc: string[];
};

/**
 * Returns the old and the new estate agent, and every email that a replacement would send.
 * @throws NotFoundError; ConflictError if the matter has no agent or already has the new one
 */
export async function planEstateAgentReplacement(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
  { replacement_id }: Pick<EstateAgentReplacement, "replacement_id">,
) {
  const known = await readEstateAgentToReplace(db, reader, transaction_id);
  if (known.id === replacement_id) {
    const details = { data: { field: "replacement_id" } };
    throw new ConflictError("This is already the estate agent. Select another", details);
  }
  const chosen = await readAgentToAssign(db, replacement_id);
  const [matter] = await readMatters(db, reader, [transaction_id]);
  if (!matter) throw transactionNotFound();
  const planned: (PlannedEmail | null)[] = [
    toValuer("estate_agent_release", known),
    toValuer("introduction", chosen),
    ...uniqueMailboxes(matter.sellers).map((to) => ({
      name: "estate_agent_changed" as const,
      to,
      cc: [],
    })),
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
 * Replaces the estate agent of a matter and sends the emails of the confirmed plan (AMB-K03).
 * @throws any error from planEstateAgentReplacement; ConflictError if the plan has changed
 */
export async function replaceEstateAgent(
  db: Db,
  transaction_id: string,
  { choice, confirmed, actor }: { choice: EstateAgentReplacement; confirmed: string; actor: Actor },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const matter = await lockMatter(trx, transaction_id);
    const plan = await planEstateAgentReplacement(trx, service, transaction_id, choice);
    requireUnchangedPlan(plan, confirmed);
    const { from, to } = plan;
    await trx
      .updateTable("transactions")
      .set((eb) => ({ estate_agent_id: to.id, version: eb("version", "+", 1) }))
      .where("id", "=", transaction_id)
      .execute();
    // The old agent may have passed on any link.
    await revokeReadyLinks(trx, transaction_id);
    await recordStaffEvent(trx, {
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
    const recorded = new Set<string>();
    for (const { name, to: recipient } of plan.emails) {
      if (name === "introduction") {
        if (to.valuer_id === null) continue;
        await introduce(trx, { matters: [matter], email: recipient, valuer_id: to.valuer_id });
        continue;
      }
      if (name === "estate_agent_release") {
        const emails = [ASSIGNMENT_EMAILS.estate_agent_introduction];
        await withdrawEmailsTo(trx, { recipient, transaction_id, emails });
      }
      if (!recorded.has(name)) {
        recorded.add(name);
        const event_name = `${name}_email_sent` as const;
        await recordEvent(trx, { transaction_id, event_name, author: "system" });
      }
      const props = { transaction_id, from: from.id, to: to.id };
      const email = ASSIGNMENT_EMAILS[name];
      await queueEmail(trx, { email, recipient, transaction_id, props });
    }
  });
}
