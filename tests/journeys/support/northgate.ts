import type { Kysely } from "kysely";
import type { DB } from "#db/types.d.ts";

/** Adds the brand, office and people that the specification’s workflows use. */
export async function addNorthgate(db: Kysely<DB>) {
  const brand = await db
    .insertInto("brands")
    .values({ brand_name: "Northgate" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const office = await db
    .insertInto("estate_agents")
    .values({ brand_id: brand.id, office_name: "Northgate York" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("valuers")
    .values({
      estate_agent_id: office.id,
      first_name: "Val",
      last_name: "Ridley",
      email: "val@northgate.example",
      primary_valuer: true,
      is_subscribed: true,
    })
    .execute();
  await db
    .insertInto("negotiators")
    .values({
      estate_agent_id: office.id,
      first_name: "Ned",
      last_name: "Marsh",
      email: "ned@northgate.example",
      phone_number: "+441904555010",
    })
    .execute();
}
