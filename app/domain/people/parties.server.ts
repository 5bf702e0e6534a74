import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type Insertable,
  sql,
  type SqlBool,
} from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import {
  createAddress,
  type NewAddress,
  selectAddress,
} from "#app/domain/shared/address.server.ts";
import { columnsOf, pick } from "#app/domain/shared/questions.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import type { RepresentationReason } from "./representation.ts";
import {
  OTHER_PERSON,
  PARTY_COLUMNS,
  type PartyColumn,
  type Relationship,
  USER_COLUMNS,
} from "./questions.ts";

/**
 * A participant: a person who shares a matter with the primary customer, or whom the primary
 * customer represents.
 */
export type NewPerson = {
  first_name: string;
  middle_name?: string | null | undefined;
  last_name: string;
  email: string;
  /** Phone number in the E.164 format. */
  phone_number: string;
  correspondence_address: NewAddress;
};

/**
 * A co-seller. An owner who is represented has no email or phone number, but has a reason for the
 * representation.
 */
export type NewSeller =
  | NewPerson
  | (Omit<NewPerson, "email" | "phone_number"> & { representation_reason: RepresentationReason });

/** A person who gives money towards a purchase. */
export type NewGiftor = NewPerson & { amount_pounds: number; relationship: Relationship };

const OWNERS = {
  seller: "transaction_id",
  buyer: "purchase_intent_id",
  giftor: "purchase_intent_id",
} as const;

export type Parties =
  | { kind: "seller"; owner: string; people: readonly NewSeller[] }
  | { kind: "buyer"; owner: string; people: readonly NewPerson[] }
  | { kind: "giftor"; owner: string; people: readonly NewGiftor[] };

type AnyParty = Omit<Pick<Insertable<DB["parties"]>, PartyColumn>, "middle_name"> &
  Pick<NewPerson, "middle_name" | "correspondence_address">;

/**
 * Replaces the participants of one kind. The caller must check access. `owner` is
 * the id of the sale for sellers, and of the purchase intent for buyers and giftors.
 */
export async function replaceParties(trx: Db, parties: Parties): Promise<void> {
  const { kind, owner } = parties;
  await deleteParties(trx, (eb) => eb.and([eb(OWNERS[kind], "=", owner), eb("kind", "=", kind)]));
  await addParties(trx, parties);
}

/** Adds participants of one kind after the existing ones. The caller must check access. */
export async function addParties(trx: Db, { kind, owner, people }: Parties): Promise<void> {
  const { first } = await trx
    .selectFrom("parties")
    .select((eb) => eb.fn.coalesce(sql<number>`max(position) + 1`, eb.lit(0)).as("first"))
    .where(OWNERS[kind], "=", owner)
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  const named: readonly AnyParty[] = people;
  for (const [index, person] of named.entries()) {
    await trx
      .insertInto("parties")
      .values({
        kind,
        [OWNERS[kind]]: owner,
        position: first + index,
        ...pick(person, PARTY_COLUMNS),
        middle_name: person.middle_name ?? null,
        correspondence_address_id: await createAddress(trx, person.correspondence_address),
      })
      .execute();
  }
}

/** Deletes participants and their addresses, which no other record uses. */
export async function deleteParties(
  trx: Db,
  which: (eb: ExpressionBuilder<DB, "parties">) => Expression<SqlBool>,
): Promise<void> {
  const before = await trx
    .deleteFrom("parties")
    .where(which)
    .returning("correspondence_address_id")
    .execute();
  const addresses = before.flatMap((party) => party.correspondence_address_id ?? []);
  if (addresses.length === 0) return;
  await trx.deleteFrom("addresses").where("id", "in", addresses).execute();
}

/** Column with the primary customer’s id, in queries of `transactions` or `purchase_intents`. */
export const PRIMARY_CUSTOMER_COLUMNS = {
  seller: "transactions.seller_id",
  buyer: "purchase_intents.buyer_id",
} as const;

/** Selects the primary seller or buyer, with their address. */
export function selectPrimary(kind: keyof typeof PRIMARY_CUSTOMER_COLUMNS) {
  return jsonObjectFrom(
    expressionBuilder<DB>()
      .selectFrom("users")
      .select(["users.id as person_id", "users.email"])
      .select(USER_COLUMNS.map((column) => `users.${column}` as const))
      .select(selectAddress("users.correspondence_address_id").as("correspondence_address"))
      .where("users.id", "=", sql.ref<string>(PRIMARY_CUSTOMER_COLUMNS[kind])),
  ).$notNull();
}

/** Selects the co-sellers, in a query of `transactions`. */
export function selectAdditionalSellers() {
  return jsonArrayFrom(people("seller").select("parties.representation_reason"));
}

/** Selects the co-buyers, in a query of `purchase_intents`. */
export function selectAdditionalBuyers() {
  return jsonArrayFrom(people("buyer").$narrowType<Reachable>());
}

/** Contact details of a person who is not represented; a table constraint guarantees them. */
export type Reachable = { email: string; phone_number: string };

/** Selects the giftors, in a query of `purchase_intents`. */
export function giftors() {
  return jsonArrayFrom(
    people("giftor")
      .select(["parties.amount_pounds", "parties.relationship"])
      .$narrowType<Reachable & { amount_pounds: number; relationship: Relationship }>(),
  );
}

function people(kind: keyof typeof OWNERS) {
  return partiesOf(kind)
    .select("parties.id as person_id")
    .select(columnsOf(OTHER_PERSON).map((column) => `parties.${column}` as const))
    .select(selectAddress("parties.correspondence_address_id").as("correspondence_address"))
    .orderBy("parties.position");
}

/** Selects participants of one kind, in a query of `transactions` or `purchase_intents`. */
export function partiesOf(kind: keyof typeof OWNERS) {
  const owner = kind === "seller" ? "transactions.id" : "purchase_intents.id";
  return expressionBuilder<DB>()
    .selectFrom("parties")
    .where("parties.kind", "=", kind)
    .where(`parties.${OWNERS[kind]}`, "=", sql.ref<string>(owner));
}

const MAX_KNOWN_PEOPLE = 10;

const COLUMNS = [
  "parties.id",
  ...columnsOf(OTHER_PERSON).map((column) => `parties.${column}` as const),
  "parties.correspondence_address_id",
  "parties.created_at",
] as const;

/**
 * Lists participants of this user’s earlier matters, so that the user can choose them again (WCAG
 * 3.3.7).
 */
export async function knownPeople(db: Db, user_id: ReaderId) {
  const inSales = db
    .selectFrom("transactions")
    .innerJoin("parties", "parties.transaction_id", "transactions.id")
    .where("transactions.seller_id", "=", user_id)
    .select(COLUMNS);
  const inPurchases = db
    .selectFrom("purchase_intents")
    .innerJoin("parties", "parties.purchase_intent_id", "purchase_intents.id")
    .where("purchase_intents.buyer_id", "=", user_id)
    .select(COLUMNS);
  const eachOnce = db
    .selectFrom(inSales.unionAll(inPurchases).as("named"))
    .distinctOn(["email", "first_name", "last_name"])
    .selectAll()
    .where("email", "is not", null)
    .orderBy("email")
    .orderBy("first_name")
    .orderBy("last_name")
    .orderBy("created_at", "desc");
  return db
    .selectFrom(eachOnce.as("parties"))
    .select(["id as person_id", ...columnsOf(OTHER_PERSON)])
    .select(selectAddress("parties.correspondence_address_id").as("correspondence_address"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_KNOWN_PEOPLE)
    .$narrowType<Reachable>()
    .execute();
}
