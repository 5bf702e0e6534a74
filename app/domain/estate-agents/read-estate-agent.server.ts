import { isObjectId } from "#app/domain/fields/ids.ts";
import { selectAddress } from "#app/domain/properties/addresses.server.ts";
import type { Db } from "#db/connection.ts";
import {
  CHECK_SETTINGS,
  selectCoordinator,
  selectNegotiators,
  selectValuers,
} from "./agent-parts.server.ts";
import { agentNotFound } from "./not-found.ts";

export type EstateAgent = Awaited<ReturnType<typeof readEstateAgent>>;

/**
 * An estate agent with everything of theirs (M-030). For staff: no owner narrows it.
 *
 * @throws NotFoundError agentNotFound (M-065)
 */
export async function readEstateAgent(db: Db, id: string) {
  if (!isObjectId(id)) throw agentNotFound();
  const { brand_id, office_name, office_phone_number, office_address, ...agent } = await db
    .selectFrom("estate_agents")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .where("estate_agents.id", "=", id)
    .select(["estate_agents.id", "brand_id", "brand_name", "office_name", "office_phone_number"])
    .select(CHECK_SETTINGS)
    .select([
      selectAddress("estate_agents.office_address_id").as("office_address"),
      selectValuers().as("valuers"),
      selectNegotiators().as("negotiators"),
      selectCoordinator().as("coordinator"),
    ])
    .executeTakeFirstOrThrow(agentNotFound);
  const { valuers, negotiators, coordinator, brand_name, ...checks } = agent;
  return {
    id: agent.id,
    brand_name,
    office: { brand_id, office_name, office_phone_number, address: office_address },
    valuers,
    negotiators,
    coordinator,
    checks,
  };
}
