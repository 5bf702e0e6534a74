import { agentNames } from "#app/domain/estate-agents/agents.server.ts";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { fullName } from "#app/domain/people/person.ts";
import type { Db } from "#db/connection.ts";

/**
 * Leads that were sent together, for the email to the team, in the order of their form.
 *
 * @throws Error when they are gone
 */
export async function readSubmittedLeads(db: Db, lead_ids: readonly string[]) {
  const rows = await db
    .selectFrom("leads as l")
    .innerJoin(agentNames(), "estate_agents.id", "l.estate_agent_id")
    .leftJoin("valuers as v", "v.id", "l.valuer_id")
    .selectAll("l")
    .select(["office_name", "brand_name", "v.first_name", "v.last_name"])
    .where("l.id", "in", lead_ids)
    .execute();
  rows.sort((one, other) => lead_ids.indexOf(one.id) - lead_ids.indexOf(other.id));
  const [first] = rows;
  if (!first) throw new Error("The leads are gone");
  const { first_name, last_name } = first;
  return {
    valuer: first_name === null ? null : fullName({ first_name, last_name }),
    office: agentLabel(first),
    leads: rows.map((lead) => ({ ...lead, sellers: leadSellers(lead) })),
  };
}

function leadSellers(lead: {
  seller_1_name: string;
  seller_1_email: string;
  seller_1_phone: string;
  seller_2_name: string | null;
  seller_2_email: string | null;
  seller_2_phone: string | null;
}) {
  const sellers = [
    { name: lead.seller_1_name, email: lead.seller_1_email, phone: lead.seller_1_phone },
    { name: lead.seller_2_name, email: lead.seller_2_email, phone: lead.seller_2_phone },
  ];
  return sellers.filter(({ name, email, phone }) => name ?? email ?? phone);
}
