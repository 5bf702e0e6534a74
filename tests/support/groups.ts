import { randomInt } from "node:crypto";
import { createCustomer, createPaymentIntent } from "#app/clients/stripe/client.server.ts";
import {
  createGroup,
  type GroupPayment,
  readGroupPayment,
} from "#app/domain/groups/create-group.server.ts";
import type { NewGroup, NewUnit } from "#app/domain/groups/group-draft.server.ts";
import type { Db } from "#db/connection.ts";
import { running } from "#mocks/running-doubles.ts";
import { pay } from "#mocks/stripe/pay.ts";
import type { State } from "#mocks/state.ts";
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

/** Pays for a group at Stripe’s double, and creates the group with this payment of £960. */
export async function insertPaidGroup(db: Db, state: State, number = "4242424242424242") {
  const key = crypto.randomUUID();
  const payer = { email: "accounts@elmfield.example", name: "Elmfield Homes" };
  const { id: payment_id } = await createPaymentIntent({
    amount_pence: 96_000,
    customer: await createCustomer({ ...payer, idempotency_key: `customer:${key}` }),
    metadata: {},
    idempotency_key: `payment:${key}`,
  });
  const double = { state, ...running()!.world.stripe };
  const card = { number, expiry: "12/40", cvc: "123" };
  await pay(double, { intent_id: payment_id, card, return_url: "http://localhost:3000/yes" });
  const payment = await readGroupPayment(payment_id);
  const change = { stripe_transaction_id: payment_id };
  return { ...(await insertGroup(db, change, payment)), payment_id };
}
