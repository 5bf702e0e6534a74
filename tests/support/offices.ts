import type { Db } from "#db/connection.ts";

type Valuer = {
  first_name: string;
  last_name?: string | null;
  email: string | null;
  is_subscribed?: boolean;
};

/** An office of an estate agent, with its valuers and perhaps a coordinator. */
export async function insertOffice(
  db: Db,
  office_name: string,
  {
    valuers = [],
    coordinator,
  }: {
    valuers?: Valuer[];
    coordinator?: { first_name: string; email: string; is_subscribed: boolean };
  } = {},
) {
  const office = await db
    .insertInto("estate_agents")
    .values({ office_name })
    .returning("id")
    .executeTakeFirstOrThrow();
  const ids: string[] = [];
  for (const valuer of valuers) {
    const { id } = await db
      .insertInto("valuers")
      .values({ ...valuer, estate_agent_id: office.id })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  if (coordinator) {
    await db
      .insertInto("office_coordinators")
      .values({ last_name: "Dale", ...coordinator, estate_agent_id: office.id })
      .execute();
  }
  return { id: office.id, valuers: ids };
}

/** A lead that passes, as its form posts it; `index` is its place. */
export function typedLead(index = 0, change: Record<string, string> = {}): Record<string, string> {
  const lead = {
    property_address: "1 High Street, York YO1 7HH",
    initial_asking_price: "350,000",
    seller_1_name: "Ada Byron",
    seller_1_email: "ada@example.test",
    seller_1_phone: "07400 123456",
    seller_2_name: "",
    seller_2_email: "",
    seller_2_phone: "",
    lead_warmth: "",
    client_aware_of_product: "",
    additional_notes: "",
    ...change,
  };
  return Object.fromEntries(
    Object.entries(lead).map(([name, typed]) => [`leads[${index}].${name}`, typed]),
  );
}
