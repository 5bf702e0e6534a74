import { sql } from "kysely";
import { agentNames } from "#app/domain/estate-agents/agents.server.ts";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { fullName } from "#app/domain/people/person.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/site-url.server.ts";
import type { Db } from "#db/connection.ts";

/**
 * The weekly email of one person: the page of their own as a valuer, and those of the valuers in the offices they
 * coordinate.
 *
 * @throws Error when the person has left meanwhile
 */
export async function readWeeklyLeads(
  db: Db,
  { valuer_id, estate_agent_ids }: { valuer_id: string | null; estate_agent_ids: string[] },
) {
  const valuers = await db
    .selectFrom("valuers as v")
    .innerJoin(agentNames(), "estate_agents.id", "v.estate_agent_id")
    .select(["v.id", "v.first_name", "v.last_name", "v.email"])
    .select(["office_name", "brand_name"])
    .where("v.email", "is not", null)
    .$narrowType<{ email: string }>()
    .where((eb) =>
      eb.or([
        eb("v.id", "=", anyId(valuer_id === null ? [] : [valuer_id])),
        eb("v.estate_agent_id", "=", anyId(estate_agent_ids)),
      ]),
    )
    .orderBy(sql`v.id is not distinct from ${valuer_id}`, "desc")
    .orderBy("office_name")
    .orderBy("v.first_name")
    .orderBy("v.id")
    .execute();
  const own = valuers.find(({ id }) => id === valuer_id);
  const coordinator = await db
    .selectFrom("office_coordinators")
    .select("first_name")
    .where("estate_agent_id", "=", anyId(estate_agent_ids))
    .executeTakeFirst();
  const first_name = own?.first_name ?? coordinator?.first_name;
  if (!first_name || valuers.length === 0) throw new Error("The recipient has left");
  return {
    first_name,
    forms: valuers.map((valuer) => ({
      whose: fullName(valuer),
      office: agentLabel(valuer),
      link: siteUrl(paths.leads.form(valuer.email)),
    })),
  };
}

/** Of these ids, of which there may be none. */
function anyId(ids: readonly string[]) {
  return sql<string>`any(${ids})`;
}
