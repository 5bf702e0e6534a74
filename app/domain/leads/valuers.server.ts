import { agentNames } from "#app/domain/estate-agents/agents.server.ts";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import type { Db } from "#db/connection.ts";

/** All that a page which anybody may open says of a valuer (AMB-G06), and the ids that leads are kept with. */
export type Valuer = {
  id: string;
  first_name: string;
  estate_agent_id: string;
  office: string;
};

/**
 * The valuer with an email address, in whatever case (G-039, G-059).
 *
 * @returns null when nobody has it
 */
export async function findValuer(db: Db, email: string): Promise<Valuer | null> {
  const row = await db
    .selectFrom("valuers as v")
    .innerJoin(agentNames(), "estate_agents.id", "v.estate_agent_id")
    .select(["v.id", "v.first_name", "v.estate_agent_id", "office_name", "brand_name"])
    .where("v.email", "=", email)
    .executeTakeFirst();
  if (!row) return null;
  const { office_name, brand_name, ...valuer } = row;
  return { ...valuer, office: agentLabel({ office_name, brand_name }) };
}
