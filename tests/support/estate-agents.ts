import type { NewEstateAgent } from "#app/domain/estate-agents/parts.ts";
import { createEstateAgent } from "#app/domain/estate-agents/create-estate-agent.server.ts";
import type { Db } from "#db/connection.ts";

export const valuer = (
  first_name: string,
  change: Partial<NewEstateAgent["valuers"][number]> = {},
) => ({
  first_name,
  last_name: "Ridley",
  email: `${first_name.toLowerCase()}.${crypto.randomUUID()}@example.test`,
  phone_number: null,
  primary_valuer: false,
  is_subscribed: false,
  ...change,
});

export const negotiator = (first_name: string) => ({
  first_name,
  last_name: "Marsh",
  email: `${first_name.toLowerCase()}@example.test`,
  phone_number: "+441904555010",
});

export const NO_CHECKS = {
  requests_seller_thirdfort_checks: false,
  requests_buyer_thirdfort_checks: false,
  receives_seller_thirdfort_checks: false,
  receives_buyer_thirdfort_checks: false,
  thirdfort_requester_emails: [],
};

export async function insertBrand(db: Db, brand_name = `Brand ${crypto.randomUUID()}`) {
  const { id } = await db
    .insertInto("brands")
    .values({ brand_name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** An estate agent of a brand of its own, with Val for its valuer. */
export async function insertAgent(
  db: Db,
  { brand_id, office, ...change }: Partial<NewEstateAgent> & { brand_id?: string } = {},
): Promise<string> {
  const actor = { id: "0".repeat(24), request_id: "" };
  const agent: NewEstateAgent = {
    office: {
      brand_id: office?.brand_id ?? brand_id ?? (await insertBrand(db)),
      office_name: "Northgate York",
      office_phone_number: "+441904555010",
      address: null,
      ...office,
    },
    valuers: [valuer("Val")],
    negotiators: [],
    coordinator: null,
    checks: NO_CHECKS,
    ...change,
  };
  return createEstateAgent(db, agent, { actor });
}

export async function valuersIn(db: Db, estate_agent_id: string) {
  return db
    .selectFrom("valuers")
    .selectAll()
    .where("estate_agent_id", "=", estate_agent_id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}
