import { randomInt } from "node:crypto";
import { createGroup, type GroupPayment } from "#app/domain/groups/create-group.server.ts";
import type { NewGroup, NewUnit } from "#app/domain/groups/group-draft.server.ts";
import type { Db } from "#db/connection.ts";
import { signIn } from "./sign-in.ts";

const noParts = {
  line_2: null,
  line_3: null,
  county: null,
  country: "United Kingdom",
  country_iso_2: "GB",
  uprn: null,
  district: null,
  building_number: null,
  building_name: null,
  sub_building_name: null,
  street: null,
  premise: null,
  organisation_name: null,
  po_box: null,
  latitude: null,
  longitude: null,
};

export const newUnit = (number: number, change: Partial<NewUnit> = {}): NewUnit => ({
  tenure: "Freehold",
  asking_price_pounds: 300_000 + number,
  address: {
    ...noParts,
    line_1: `Plot ${number}, Elm Field`,
    post_town: "York",
    postcode: "YO30 7BN",
  },
  address_confirmed: false,
  ...change,
});

let made = 0;

export function newGroup(change: Partial<NewGroup> = {}): NewGroup {
  made += 1;
  return {
    name: `elm field ${made}`,
    stripe_transaction_id: null,
    representative: {
      person: {
        first_name: "Rae",
        middle_name: null,
        last_name: "Elm",
        email: `rae${made}@elmfield.example`,
        phone_number: "+447400123456",
      },
    },
    company: {
      known: null,
      name: "Elmfield Homes Limited",
      company_number: String(randomInt(90_000_000, 99_000_000)),
      address: { ...noParts, line_1: "7 Bootham Square", post_town: "York", postcode: "YO30 7BN" },
    },
    units: [newUnit(1), newUnit(2)],
    ...change,
  };
}

export async function insertGroup(
  db: Db,
  change: Partial<NewGroup> = {},
  payment: GroupPayment | null = null,
) {
  const admin = await signIn(db, { type: "admin" });
  const actor = { id: admin.id, request_id: "" };
  const id = await createGroup(db, newGroup(change), { actor, payment });
  const units = await db
    .selectFrom("transactions")
    .select("id")
    .where("group_id", "=", id)
    .orderBy("created_at")
    .execute();
  return { id, units: units.map((unit) => unit.id) };
}
