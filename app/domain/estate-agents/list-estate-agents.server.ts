import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import {
  numberedPage,
  type NumberedPage,
  type NumberedQuery,
  pageLimits,
} from "#app/domain/paging/numbered.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { primaryValuer } from "./agent-parts.server.ts";

export type EstateAgentFilter = {
  brand_id?: string | undefined;
  /** Part of the name of the office, its brand or a valuer, of a valuer's email, or of the office's number. */
  search?: string | undefined;
};

export type ListedEstateAgent = Awaited<ReturnType<typeof readItems>>[number];

export type EstateAgentList = NumberedPage<ListedEstateAgent> & {
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
  const [counted, brands] = await Promise.all([
    countEstateAgents(db, filter),
    countByBrand(db, filter),
  ]);
  const limits = pageLimits(query, counted.total);
  const items = await readItems(db, filter, limits);
  return {
    ...numberedPage(items, limits, counted.total),
    total_of_all: counted.total_of_all,
    brands,
  };
}

function readItems(db: Db, filter: EstateAgentFilter, page: { limit: number; offset: number }) {
  return db
    .selectFrom("estate_agents")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select(["estate_agents.id", "office_name", "office_phone_number", "brand_name"])
    .select(primaryValuer().as("primary_valuer"))
    .where(matches(filter))
    .orderBy(sql`lower(coalesce(office_name, brand_name::text))`)
    .orderBy("estate_agents.id")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

async function countEstateAgents(db: Db, filter: EstateAgentFilter) {
  const { total, total_of_all } = await db
    .selectFrom("estate_agents")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select((eb) => [
      eb.fn.countAll<string>().filterWhere(matches(filter)).as("total"),
      eb.fn.countAll<string>().as("total_of_all"),
    ])
    .executeTakeFirstOrThrow();
  return { total: Number(total), total_of_all: Number(total_of_all) };
}

async function countByBrand(db: Db, { search }: EstateAgentFilter) {
  const brands = await db
    .selectFrom("brands")
    .leftJoin("estate_agents", "estate_agents.brand_id", "brands.id")
    .select((eb) => [
      "brands.id",
      "brands.brand_name",
      eb.fn.count<string>("estate_agents.id").filterWhere(matches({ search })).as("agents"),
    ])
    .groupBy("brands.id")
    .orderBy("brands.brand_name")
    .execute();
  return brands.map(({ agents, ...brand }) => ({ ...brand, agents: Number(agents) }));
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
        eb.exists(
          eb
            .selectFrom("valuers")
            .select("valuers.id")
            .whereRef("valuers.estate_agent_id", "=", "estate_agents.id")
            .where(
              sql<boolean>`concat_ws(' ', valuers.first_name, valuers.last_name, valuers.email) ilike ${part}`,
            ),
        ),
      ]),
    );
  }
  return eb.and(conditions);
}
