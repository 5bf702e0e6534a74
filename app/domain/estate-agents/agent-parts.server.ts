import { expressionBuilder, type RawBuilder, sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import { NotFoundError } from "#app/domain/errors.ts";
import { byLabel, isObjectId, type Option } from "#app/domain/fields/answers.ts";
import { hasWordsOf, type OptionQuery } from "#app/domain/fields/choices.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { agentLabel, agentName } from "./labels.ts";
import { PERSON_KINDS } from "./parts.ts";

/** Estate agents as others refer to them: by their names, by an id that may be no one's, and locked. */

/** Every estate agent with the names that it goes by, its office's and its brand's, to be selected from or joined. */
export function agentNames() {
  return expressionBuilder<DB>()
    .selectFrom("estate_agents")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select(["estate_agents.id", "estate_agents.office_name", "brands.brand_name"])
    .as("estate_agents");
}

/** What agentName says of an estate agent, in small letters to sort by, in a query of `estate_agents` and `brands`. */
export function agentSortName(): RawBuilder<string> {
  return sql<string>`lower(coalesce(nullif(office_name, ''), brand_name::text))`;
}

/** Estate agents by what staff call them, to choose one of (J-002, J-003, AMB-J05): found by their brand as well. */
export async function listAgentOptions(
  db: Db,
  { find, id, limit, any = false }: OptionQuery = {},
): Promise<Option[]> {
  let query = db
    .selectFrom(agentNames())
    .selectAll()
    .$if(!any, (named) => named.orderBy(agentSortName()))
    .orderBy("id");
  if (find) {
    query = query.where(hasWordsOf(sql`concat_ws(' ', office_name, brand_name)`, find));
  }
  if (id) query = query.where("id", "=", id);
  if (limit) query = query.limit(limit);
  const agents = await query.execute();
  return agents.map((agent) => ({ value: agent.id, label: agentLabel(agent) })).sort(byLabel);
}

type AgentGroup = {
  /** Null for offices without a brand. */
  brand_name: string | null;
  offices: { id: string; office_name: string }[];
};

/** Every office a seller can choose, by brand, both in the order of their names (AMB-C13). One query. */
export async function listAgentsForChoice(db: Db): Promise<AgentGroup[]> {
  const rows = await db
    .selectFrom(agentNames())
    .selectAll()
    .orderBy("brand_name", (order) => order.asc().nullsLast())
    .orderBy("office_name")
    .orderBy("id")
    .execute();
  const groups: AgentGroup[] = [];
  for (const { id, office_name, brand_name } of rows) {
    // An office that has no name of its own goes by its brand's; with neither, no one could choose it.
    const name = agentName({ office_name, brand_name });
    if (name === null) continue;
    const last = groups.at(-1);
    const group = last?.brand_name === brand_name ? last : { brand_name, offices: [] };
    if (group !== last) groups.push(group);
    group.offices.push({ id, office_name: name });
  }
  return groups;
}

/**
 * The name of the estate agent's office on the current matter, or on the newest one when none is being worked on
 * (F-027, AMB-F04).
 *
 * @param current.transaction_id the matter that is open; one that is not the customer's does not count.
 * @returns null without a matter or an agent on it.
 */
export async function officeOfMatter(
  db: Db,
  current: { user_id: ReaderId; transaction_id?: string | undefined },
): Promise<string | null> {
  const { user_id, transaction_id = null } = current;
  const matter = await db
    .selectFrom("transactions")
    .leftJoin("estate_agents", "estate_agents.id", "transactions.estate_agent_id")
    .select("estate_agents.office_name")
    .where("transactions.id", "in", (eb) =>
      eb
        .selectFrom("transactions as sale")
        .select("sale.id")
        .where("sale.seller_id", "=", user_id)
        .union(
          eb
            .selectFrom("purchase_intents")
            .select("purchase_intents.transaction_id as id")
            .where("purchase_intents.buyer_id", "=", user_id),
        ),
    )
    .orderBy(sql`transactions.id = ${transaction_id}`, (order) => order.desc().nullsLast())
    .orderBy("transactions.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return matter?.office_name ?? null;
}

/** Said of an estate agent that is not there, also for what is no id (M-065). */
export function agentNotFound(): NotFoundError {
  return new NotFoundError("There was an error finding estate agent");
}

/** Said of one that was chosen for a matter and is not there. */
export function chosenAgentNotFound(): NotFoundError {
  return new NotFoundError("Estate agent not found");
}

/**
 * Lets no one else change the estate agent, their people and settings until the transaction ends, and counts the change
 * in the row's version.
 *
 * @throws NotFoundError agentNotFound
 */
export async function lockEstateAgent(trx: Db, id: string): Promise<void> {
  if (!isObjectId(id)) throw agentNotFound();
  await trx
    .updateTable("estate_agents")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirstOrThrow(agentNotFound);
}

/** The people of an estate agent, for queries that have `estate_agents` in their FROM. */

const eb = expressionBuilder<DB, "estate_agents">();

const valuersOf = () =>
  eb
    .selectFrom("valuers")
    .select("id")
    .select(PERSON_KINDS.valuer.questions)
    .whereRef("valuers.estate_agent_id", "=", "estate_agents.id");

/** The primary one first, the others as they were added. */
export function selectValuers() {
  return jsonArrayFrom(
    valuersOf().orderBy("primary_valuer", "desc").orderBy("created_at").orderBy("id"),
  );
}

export function primaryValuer() {
  return jsonObjectFrom(valuersOf().where("primary_valuer", "=", true));
}

export function selectNegotiators() {
  return jsonArrayFrom(
    eb
      .selectFrom("negotiators")
      .select("id")
      .select(PERSON_KINDS.negotiator.questions)
      .whereRef("negotiators.estate_agent_id", "=", "estate_agents.id")
      .orderBy("created_at")
      .orderBy("id"),
  );
}

export function selectCoordinator() {
  return jsonObjectFrom(
    eb
      .selectFrom("office_coordinators")
      .select(PERSON_KINDS.coordinator.questions)
      .whereRef("office_coordinators.estate_agent_id", "=", "estate_agents.id"),
  );
}

/** Counts the people of one kind at an office that the caller has locked. */
export async function countPeople(
  trx: Db,
  table: "valuers" | "negotiators",
  estate_agent_id: string,
): Promise<number> {
  const { count } = await trx
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("estate_agent_id", "=", estate_agent_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}
