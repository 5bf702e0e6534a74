import { z } from "zod";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import {
  agentNames,
  chosenAgentNotFound,
  primaryValuer,
} from "#app/domain/estate-agents/agents.server.ts";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { recordDoneByStaff, recordEvent } from "#app/domain/events/events.server.ts";
import { chosenId } from "#app/domain/fields/form-rules.server.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { fullNames } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { selectAddress } from "#app/domain/properties/address.server.ts";
import { requireAsConfirmed } from "#app/domain/versions/versions.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { type LockedMatter, lockMatter, lockMatters } from "./lock-matter.server.ts";
import { selectSellers } from "./matter-parts.server.ts";
import { groupNotFound } from "./not-found.ts";

/** Which estate agent is assigned (M-078). */
export const AssignmentForm = z.object({
  estate_agent_id: chosenId("Estate agent is required"),
});

/** An agent as the confirmation shows them: who they are, and who would be written to. */
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
  /** To whom the confirmation said we would write: null for no one. When it is another by now, nothing is done. */
  recipient: string | null;
};

/**
 * Assigns an estate agent to a transaction that has none, whatever its seller has said before (M-080, AMB-K03,
 * AMB-M07), and introduces us to the primary valuer by email (AMB-M06). The seller's own choice writes the same
 * columns, in sales/estate-agent-choice.server.ts.
 *
 * @throws NotFoundError for the transaction or the agent; ConflictError when the transaction has an agent, or another
 *   recipient was confirmed
 */
export async function assignEstateAgent(
  db: Db,
  transaction_id: string,
  assignment: Assignment,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const matter = await lockMatter(trx, transaction_id);
    if (hasAgent(matter)) {
      throw new ConflictError("An estate agent is already assigned to this transaction");
    }
    await assignToMatters(trx, [matter], assignment);
  });
}

/**
 * The same for every transaction of a transaction group, with one email that lists them (M-081, M-082).
 *
 * @throws NotFoundError for the group or the agent; ConflictError when one of the transactions has an agent
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

/** Why a whole group is not assigned at once; the wording is the specification's (M-083, AMB-M09). */
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
  requireAsConfirmed({ recipient: email }, { recipient }, "The primary valuer");
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
    await recordDoneByStaff(trx, {
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

/** Introduces us to a primary valuer by one email, and writes down in each matter that it went out. */
export async function introduce(
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
    name: "estate_agent_introduction",
    recipient: email,
    ...(only && transaction_ids.length === 1 && { transaction_id: only }),
    props: { transaction_ids, valuer_id },
  });
}

/**
 * What the introduction of an estate agent says (AMB-M06): the homes they sell, and whose they are.
 *
 * @throws NoResultError when the valuer or the transactions are gone
 */
export async function readIntroduction(
  db: Db,
  { transaction_ids, valuer_id }: { transaction_ids: string[]; valuer_id: string },
) {
  const { first_name } = await db
    .selectFrom("valuers")
    .select("first_name")
    .where("id", "=", valuer_id)
    .executeTakeFirstOrThrow();
  const matters = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
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
  return { first_name, homes };
}
