import { expressionBuilder } from "kysely";
import type { DB } from "#db/types.d.ts";

/** Every estate agent with the names that it goes by, its office's and its brand's, to be selected from or joined. */
export function agentNames() {
  return expressionBuilder<DB>()
    .selectFrom("estate_agents")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select(["estate_agents.id", "estate_agents.office_name", "brands.brand_name"])
    .as("estate_agents");
}
