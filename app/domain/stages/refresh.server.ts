import { CompiledQuery } from "kysely";
import { londonDay } from "#app/domain/shared/dates.ts";
import { type Connection, readMatterFacts } from "./matter-facts.server.ts";
import { type MatterRow, matterRow } from "./matter-row.ts";

/**
 * Locks matters, stores the rows that differ from their facts, and returns their ids. The database
 * transaction must end soon, because concurrent changes to the matters wait for it.
 * db/matter-driver.ts calls this before each commit.
 */
export async function refreshMatters(
  connection: Connection,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  await connection.executeQuery(CompiledQuery.raw(LOCK, [ids]));
  // The facts are read after the matters are locked, so that they include transactions that were
  // committed in the meantime.
  const facts = await readMatterFacts(connection, ids);
  if (facts.length === 0) return [];
  const referred = facts.filter(({ is_referred }) => is_referred).map(({ id }) => id);
  if (referred.length > 0) {
    await connection.executeQuery(
      CompiledQuery.raw("select refresh_referrals(id) from unnest($1::text[]) as id", [referred]),
    );
  }
  const today = londonDay(new Date());
  return store(
    connection,
    facts.map((matter) => matterRow(matter, today)),
  );
}

/**
 * Locks the matters in the order of their ids, to avoid deadlocks. The generic query plan is used,
 * because it fits any number of matters.
 */
const LOCK = `
  select set_config('plan_cache_mode', 'force_generic_plan', true)
  from (select from transactions where id = any($1::text[]) order by id for no key update) as locked`;

/**
 * Stores derived rows. Leaves out rows that have not changed, because `on conflict` would lock and
 * rewrite them.
 */
async function store(connection: Connection, rows: readonly MatterRow[]): Promise<string[]> {
  const columns = Object.keys(rows[0] ?? {});
  const named = (prefix: string) => columns.map((name) => prefix + name).join(", ");
  const { rows: stored } = await connection.executeQuery<{ id: string }>(
    CompiledQuery.raw(
      `insert into listed_transactions (${named("")})
      select ${named("derived.")}
      from json_populate_recordset(null::listed_transactions, $1::json) as derived
      left join listed_transactions as stored using (id)
      where stored is distinct from derived
      on conflict (id) do update set (${named("")}) = (${named("excluded.")})
      returning id`,
      [JSON.stringify(rows)],
    ),
  );
  return stored.map(({ id }) => id);
}

/**
 * Returns the ids of matters whose stored row or referrals differ from their facts. Locks no rows.
 */
export async function findDifferent(
  connection: Connection,
  ids: readonly string[],
): Promise<string[]> {
  const facts = await readMatterFacts(connection, ids);
  const today = londonDay(new Date());
  const { rows } = await connection.executeQuery<{ id: string }>(
    CompiledQuery.raw(
      `select id
      from json_populate_recordset(null::listed_transactions, $1::json) as derived
      left join listed_transactions as stored using (id)
      where stored is distinct from derived
      union
      select transaction_id from (
        (${REFERRALS("referral_rules")} except ${REFERRALS("adviser_referrals")})
        union all (${REFERRALS("adviser_referrals")} except ${REFERRALS("referral_rules")})
      ) as referral`,
      [JSON.stringify(facts.map((matter) => matterRow(matter, today))), ids],
    ),
  );
  return rows.map(({ id }) => id);
}

const REFERRALS = (table: "adviser_referrals" | "referral_rules") =>
  `select kind, transaction_id, purchase_intent_id, sort_name from ${table} where transaction_id = any($2::text[])`;
