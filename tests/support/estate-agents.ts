import type { NewEstateAgent } from "#app/domain/estate-agents/parts.ts";
import { createEstateAgent } from "#app/domain/estate-agents/estate-agents.server.ts";
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

type AgentChange = Partial<Omit<NewEstateAgent, "office">> & {
  brand_id?: string;
  office?: Partial<NewEstateAgent["office"]>;
};

/** Inserts an estate agent as staff add one, with a separate brand and Val as its valuer. */
export async function insertAgent(
  db: Db,
  { brand_id, office, ...change }: AgentChange = {},
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

async function brandNamed(db: Db, brand_name: string) {
  const { id } = await db
    .insertInto("brands")
    .values({ brand_name })
    .onConflict((conflict) => conflict.column("brand_name").doUpdateSet({ brand_name }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

type SomeValuer = {
  first_name: string;
  last_name?: string | null;
  email: string | null;
  is_subscribed?: boolean;
};

/** Inserts only the rows of an office, which may lack a name, a brand and valuers. */
export async function insertOffice(
  db: Db,
  office_name: string | null,
  {
    brand_name = null,
    valuers = [],
    coordinator,
  }: {
    brand_name?: string | null;
    valuers?: SomeValuer[];
    coordinator?: { first_name: string; email: string; is_subscribed: boolean };
  } = {},
) {
  const brand_id = brand_name === null ? null : await brandNamed(db, brand_name);
  const { id: estate_agent_id } = await db
    .insertInto("estate_agents")
    .values({ office_name, brand_id })
    .returning("id")
    .executeTakeFirstOrThrow();
  const ids: string[] = [];
  for (const valuer of valuers) {
    const { id } = await db
      .insertInto("valuers")
      .values({ ...valuer, estate_agent_id })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  if (coordinator) {
    await db
      .insertInto("office_coordinators")
      .values({ last_name: "Dale", ...coordinator, estate_agent_id })
      .execute();
  }
  return { id: estate_agent_id, valuers: ids };
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

export const readAgent = (db: Db, id: string) =>
  db
    .selectFrom("estate_agents")
    .leftJoin("addresses", "addresses.id", "office_address_id")
    .selectAll("estate_agents")
    .select(["line_1", "post_town", "postcode", "addresses.country", "uprn"])
    .where("estate_agents.id", "=", id)
    .executeTakeFirstOrThrow();
