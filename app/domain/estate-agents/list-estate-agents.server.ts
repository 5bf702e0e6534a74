import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import {
  numberedPage,
  type NumberedPage,
  type NumberedQuery,
  pageLimits,
} from "#app/domain/paging/paging.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { agentSortName, primaryValuer } from "./agents.server.ts";

type EstateAgentFilter = {
  brand_id?: string | undefined;
  /** Part of the name of the office, its brand or a valuer, of a valuer's email, or of the office's number. */
  search?: string | undefined;
};

export type ListedEstateAgent = Awaited<ReturnType<typeof readItems>>[number];

type EstateAgentList = NumberedPage<ListedEstateAgent> & {
  /** However many there are without the filter. */
  total_of_all: number;
  /** Every brand, with how many of its agents the search finds. */
  brands: { id: string; brand_name: string; agents: number }[];
};

/**
 * The estate agents by name, a numbered page of them, and how many of each brand the search finds (M-016, M-017). A page
 * beyond the last is the last.
 */
export async function listEstateAgents(
  db: Db,
  filter: EstateAgentFilter,
  query: NumberedQuery,
): Promise<EstateAgentList> {
  const [brands, counts] = await Promise.all([listBrandNames(db), countByBrand(db, filter)]);
  const found = counts.filter(({ brand_id }) => !filter.brand_id || brand_id === filter.brand_id);
  const total = found.reduce((sum, { agents }) => sum + agents, 0);
  const limits = pageLimits(query, total);
  const items = await readItems(db, filter, limits);
  const agentsOf = new Map(counts.map(({ brand_id, agents }) => [brand_id, agents]));
  return {
    ...numberedPage(items, limits, total),
    total_of_all: counts.reduce((sum, { all }) => sum + all, 0),
    brands: brands.map((brand) => ({ ...brand, agents: agentsOf.get(brand.id) ?? 0 })),
  };
}

function readItems(db: Db, filter: EstateAgentFilter, page: { limit: number; offset: number }) {
  return db
    .selectFrom(byName(db, filter, page).as("shown"))
    .innerJoin("estate_agents", "estate_agents.id", "shown.id")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select(["estate_agents.id", "office_name", "office_phone_number", "brand_name"])
    .select(primaryValuer().as("primary_valuer"))
    .orderBy("shown.name")
    .orderBy("shown.id")
    .execute();
}

/** The ids to show. Their valuers are looked up after that: those of the pages before would be too. */
function byName(db: Db, filter: EstateAgentFilter, page: { limit: number; offset: number }) {
  return db
    .selectFrom("estate_agents")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select("estate_agents.id")
    .select(agentSortName().as("name"))
    .where(matches(filter))
    .orderBy("name")
    .orderBy("estate_agents.id")
    .limit(page.limit)
    .offset(page.offset);
}

function listBrandNames(db: Db) {
  return (
    db
      .selectFrom("brands")
      .select(["brands.id", "brands.brand_name"])
      // The order of brand_name itself, without making small letters of both names for every two that are compared.
      .orderBy(sql`lower(brands.brand_name::text)`)
      .execute()
  );
}

/** How many agents of each brand, and of none, the search finds, and how many there are: all agents are read once. */
function countByBrand(db: Db, { search }: EstateAgentFilter) {
  return db
    .selectFrom("estate_agents")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select((eb) => [
      "estate_agents.brand_id",
      eb.fn.countAll<number>().filterWhere(matches({ search })).as("agents"),
      eb.fn.countAll<number>().as("all"),
    ])
    .groupBy("estate_agents.brand_id")
    .execute();
}

/** For queries of estate_agents with their brands. */
function matches({ brand_id, search }: EstateAgentFilter): Expression<SqlBool> {
  const eb = expressionBuilder<DB, "estate_agents" | "brands">();
  const conditions: Expression<SqlBool>[] = [eb.lit(true)];
  if (brand_id) conditions.push(eb("estate_agents.brand_id", "=", brand_id));
  if (search) {
    const part = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
    conditions.push(
      eb.or([
        eb("estate_agents.office_name", "ilike", part),
        eb("estate_agents.office_phone_number", "ilike", part),
        eb(sql<string>`brands.brand_name::text`, "ilike", part),
        // Not "exists": the valuers are gone through once, instead of looked up for each agent.
        eb(
          "estate_agents.id",
          "in",
          eb
            .selectFrom("valuers")
            .select("valuers.estate_agent_id")
            .where(
              sql<boolean>`concat_ws(' ', valuers.first_name, valuers.last_name, valuers.email) ilike ${part}`,
            ),
        ),
      ]),
    );
  }
  return eb.and(conditions);
}
