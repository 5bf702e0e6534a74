import { expressionBuilder, type RawBuilder, sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import { NotFoundError } from "#app/domain/errors.ts";
import { byLabel, isObjectId, type Option } from "#app/domain/shared/answers.ts";
import { containsWordsSql, type OptionQuery } from "#app/domain/shared/choices.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { agentLabel, agentName } from "./labels.ts";
import { PERSON_KINDS } from "./parts.ts";

/** Returns a subquery of all estate agents with their office and brand names. */
export function agentNames() {
  return expressionBuilder<DB>()
    .selectFrom("estate_agents")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select(["estate_agents.id", "estate_agents.office_name", "brands.brand_name"])
    .as("estate_agents");
}

/** Returns SQL to sort estate agents by agentName, ignoring case. The query must join `brands`. */
export function agentSortName(): RawBuilder<string> {
  return sql<string>`lower(coalesce(nullif(office_name, ''), brand_name::text))`;
}

/**
 * Returns estate agents as options, found by words in their office and brand names (J-002, J-003,
 * AMB-J05).
 */
export async function listAgentOptions(
  db: Db,
  { find, id, limit, unsorted = false }: OptionQuery = {},
): Promise<Option[]> {
  let query = db
    .selectFrom(agentNames())
    .selectAll()
    .$if(!unsorted, (named) => named.orderBy(agentSortName()))
    .orderBy("id");
  if (find) {
    query = query.where(containsWordsSql(sql`concat_ws(' ', office_name, brand_name)`, find));
  }
  if (id) query = query.where("id", "=", id);
  if (limit) query = query.limit(limit);
  const agents = await query.execute();
  return agents.map((agent) => ({ value: agent.id, label: agentLabel(agent) })).sort(byLabel);
}

type AgentGroup = {
  brand_name: string | null;
  offices: { id: string; office_name: string }[];
};

/** Returns all offices that a seller can choose, grouped by brand, sorted by name (AMB-C13). */
export async function listOfficesByBrand(db: Db): Promise<AgentGroup[]> {
  const rows = await db
    .selectFrom(agentNames())
    .selectAll()
    .orderBy("brand_name", (order) => order.asc().nullsLast())
    .orderBy("office_name")
    .orderBy("id")
    .execute();
  const groups: AgentGroup[] = [];
  for (const { id, office_name, brand_name } of rows) {
    // Show an office without a name under its brand's name. Skip an office without either, because
    // no one could recognise it.
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
 * Returns the name of the estate agent's office in the customer's current matter, or in their
 * newest matter if there is no current one; null if that matter has none (F-027, AMB-F04).
 * @param current.transaction_id ignored if it is not the customer's matter
 */
export async function currentOfficeName(
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

/** Returns the error for an estate agent who does not exist, or an invalid id (M-065). */
export function agentNotFound(): NotFoundError {
  return new NotFoundError("There was an error finding estate agent");
}

/** Returns the error for an estate agent who was chosen for a matter but does not exist. */
export function chosenAgentNotFound(): NotFoundError {
  return new NotFoundError("Estate agent not found");
}

/** Locks an estate agent and increments its version. @throws NotFoundError agentNotFound */
export async function lockEstateAgent(trx: Db, id: string): Promise<void> {
  if (!isObjectId(id)) throw agentNotFound();
  await trx
    .updateTable("estate_agents")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirstOrThrow(agentNotFound);
}

const eb = expressionBuilder<DB, "estate_agents">();

const valuersOf = () =>
  eb
    .selectFrom("valuers")
    .select("id")
    .select(PERSON_KINDS.valuer.questions)
    .whereRef("valuers.estate_agent_id", "=", "estate_agents.id");

/**
 * Returns a subquery of an estate agent's valuers: the primary one first, then the others in order
 * of creation.
 */
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

/** Counts an office's valuers or negotiators. The caller has locked the office. */
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
