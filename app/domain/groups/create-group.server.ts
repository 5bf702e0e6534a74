import { type Kysely, sql } from "kysely";
import { isIntentId, retrievePaymentIntent } from "#app/clients/stripe/client.server.ts";
import { nullIfNotFound } from "#app/clients/vendor-error.ts";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { recordStaffEvent, recordEvent } from "#app/domain/events/events.server.ts";
import { assignNewMatters } from "#app/domain/handlers/assign-new-matters.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { insertUser, lockPerson, userNotFound } from "#app/domain/people/users.server.ts";
import { createProperty } from "#app/domain/properties/properties.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { TERMS_VERSION } from "#app/domain/terms/terms.ts";
import { readMember } from "#app/platform/read-member.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { saveCompany } from "./companies.server.ts";
import type { NewGroup, NewRepresentative, NewUnit } from "./group-draft.server.ts";
import { CREATION_FAILURES, type CreationStep } from "./labels.ts";

function customers(db: Db) {
  return db
    .selectFrom("users")
    .select(["id", "type", "deactivated_at", "email", "phone_number"])
    .select(["first_name", "middle_name", "last_name"]);
}

/**
 * Finds the user with an email address, if the user can represent a group's seller (P-017).
 * @throws NotFoundError "User not found"; ConflictError for staff or a blocked user
 */
export async function findRepresentative(db: Db, _reader: StaffReader, email: string) {
  const query = customers(db).where("email", "=", email);
  return requireRepresentative(await query.executeTakeFirstOrThrow(userNotFound));
}

/**
 * Returns the user with an id, if the user can represent a group's seller.
 * @throws any error from findRepresentative
 */
export async function readRepresentative(db: Db, reader: StaffReader | ServiceReader, id: string) {
  if (!isObjectId(id)) throw userNotFound();
  const person = requireRepresentative(
    await customers(db).where("id", "=", id).executeTakeFirstOrThrow(userNotFound),
  );
  await reader.recordView({ record: { type: "user", id } });
  return person;
}

function requireRepresentative<User extends { type: string; deactivated_at: Date | null }>(
  user: User,
): User {
  if (user.type !== "customer") {
    throw new ConflictError("This user is a member of staff and cannot represent a seller");
  }
  if (user.deactivated_at) throw new ConflictError("This user is blocked");
  return user;
}

const EMAIL_TAKEN = "User with this email already exists. Use the search bar to find user.";

/** @throws ConflictError if a user has this email (P-019) */
export async function requireUnusedEmail(db: Db, email: string): Promise<void> {
  const user = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirst();
  if (user) throw new ConflictError(EMAIL_TAKEN);
}

/**
 * Creates a representative with an active account, and sends no emails (AMB-A01, AMB-P05).
 * @throws ConflictError if a user has this email
 */
async function createRepresentative(
  trx: Db,
  person: NewRepresentative,
  { actor }: { actor: Actor },
): Promise<string> {
  const id = await insertUser(trx, { ...person, type: "customer", active: true });
  if (!id) throw new ConflictError(EMAIL_TAKEN);
  await recordAudit(trx, { actor, action: "user_created", subject: { type: "user", id } });
  return id;
}

/**
 * Error for a defect during the creation of a group. The failed step determines the message (P-047
 * to P-050).
 */
export class GroupNotCreatedError extends DomainError {
  /**
   * Postgres error code. The code that opened the database transaction retries the transaction
   * after a deadlock.
   */
  readonly code: string | undefined;

  constructor(
    readonly step: CreationStep,
    cause: unknown,
  ) {
    super(CREATION_FAILURES[step], 500, { cause });
    const code: unknown = readMember(cause, "code");
    this.code = typeof code === "string" ? code : undefined;
  }
}

type Creation = { actor: Actor; payment: GroupPayment | null };

/**
 * Creates a group with its units, and its representative and company if they are new (P-029 to
 * P-040). Saves everything or nothing (AMB-P03).
 * @param creation.payment the developer's Stripe payment; null if the developer is invoiced
 * (AMB-E14)
 * @returns the group's id
 * @throws ConflictError with the part of the form in `data.field`; GroupNotCreatedError for a
 * defect
 */
export async function createGroup(db: Db, group: NewGroup, creation: Creation): Promise<string> {
  const { actor, payment } = creation;
  let step: CreationStep = "processing";
  try {
    return await inTransaction(db, async (trx) => {
      step = "processing";
      const group_id = await insertGroup(trx, group, creation);
      step = "representative";
      const seller_id = await withErrorField("representative", () => findSeller(trx, group, actor));
      step = "company";
      const { known, ...company } = group.company;
      const company_seller_id = await withErrorField("company", () =>
        saveCompany(trx, company, { known, actor }),
      );
      step = "units";
      const ids: string[] = [];
      for (const unit of group.units) {
        const belonging = { group_id, seller_id, company_seller_id, actor, payment };
        ids.push(await createUnit(trx, unit, belonging));
      }
      await assignNewMatters(trx, ids);
      const subject = { type: "transaction_group", id: group_id };
      await recordAudit(trx, { actor, action: "transaction_group_created", subject });
      return group_id;
    });
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new GroupNotCreatedError(step, error);
  }
}

async function withErrorField<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new ConflictError(error.message, { data: { field }, cause: error });
  }
}

/** Returns the error message for a group name that is already in use (P-020). */
export function nameTaken(name: string): string {
  return `Transactions group already exists with name "${name}"`;
}

/**
 * Inserts the group. Call it first, so that a concurrent group with the same name or payment waits
 * here.
 */
async function insertGroup(trx: Db, { name }: NewGroup, { actor, payment }: Creation) {
  const stripe_transaction_id = payment?.stripe_transaction_id ?? null;
  if (stripe_transaction_id) await refuseUsedPayment(trx, stripe_transaction_id);
  const created = await trx
    .insertInto("transaction_groups")
    .values({ name, created_by: actor.id, stripe_transaction_id })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created) return created.id;
  const namesake = await findGroupByName(trx, name);
  throw namesake
    ? new ConflictError(nameTaken(name), { data: { field: "name" } })
    : paymentUsedError();
}

/** Finds a group by name, ignoring case (P-028). */
export function findGroupByName(db: Db, name: string) {
  return db
    .selectFrom("transaction_groups")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirst();
}

/** Throws a ConflictError if a seller's order is already recorded with this payment. */
async function refuseUsedPayment(trx: Db, stripe_transaction_id: string) {
  const order = await trx
    .selectFrom("orders")
    .select("id")
    .where("stripe_transaction_id", "=", stripe_transaction_id)
    .executeTakeFirst();
  if (order) throw paymentUsedError();
}

function paymentUsedError() {
  return new ConflictError("This payment is already recorded for something else", {
    data: { field: "stripe_transaction_id" },
  });
}

async function findSeller(trx: Db, { representative }: NewGroup, actor: Actor): Promise<string> {
  if ("person" in representative) {
    return createRepresentative(trx, representative.person, { actor });
  }
  await lockPerson(trx, representative.user_id);
  const { id } = await readRepresentative(trx, service, representative.user_id);
  return id;
}

type Belonging = {
  group_id: string;
  seller_id: string;
  company_seller_id: string;
  actor: Actor;
  payment: GroupPayment | null;
};

/**
 * Creates a unit of a group: a new home without a mortgage or an onward purchase. Staff accept the
 * terms for the seller (P-031 to P-038, AMB-P05).
 */
async function createUnit(trx: Kysely<DB>, unit: NewUnit, belonging: Belonging): Promise<string> {
  const { group_id, seller_id, company_seller_id, actor, payment } = belonging;
  const { asking_price_pounds, ...property } = unit;
  const property_id = await createProperty(trx, property);
  const { id: transaction_id } = await trx
    .insertInto("transactions")
    .values({
      type: "development",
      property_id,
      seller_id,
      customer_type: "representative",
      company_seller_id,
      group_id,
      asking_price_pounds,
      has_mortgage: "no",
      onward_purchase: "no",
      is_using_foreign_currency: "no",
      requires_mortgage_referral: "no",
      terms_accepted_at: sql`now()`,
      terms_accepted_by: actor.id,
      terms_version: TERMS_VERSION,
      // clock_timestamp() keeps the units in the order of the form, because now() is the same
      // throughout a database transaction.
      created_at: sql`clock_timestamp()`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await createUnitOrder(trx, transaction_id, payment);
  await recordStaffEvent(trx, { actor, transaction_id, event_name: "transaction_created" });
  if (payment?.paid_at) {
    await recordEvent(trx, { transaction_id, event_name: "payment_successful", author: "system" });
  }
  return transaction_id;
}

/**
 * Creates a unit's order at £0, because the developer pays for the whole group (P-040, AMB-P06,
 * AMB-E14).
 */
async function createUnitOrder(trx: Db, transaction_id: string, payment: GroupPayment | null) {
  const { id: order_id } = await trx
    .insertInto("orders")
    .values({
      transaction_id,
      payment_type: payment ? "stripe_direct" : "invoice",
      total_amount_pence: 0,
      stripe_transaction_status: payment?.status ?? null,
      paid_at: payment?.paid_at ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("order_items")
    .columns(["order_id", "position", "product_name", "product_price_pence"])
    .expression((eb) =>
      eb
        .selectFrom("products")
        .select([
          sql<string>`${order_id}`.as("order_id"),
          "position",
          "name",
          sql<number>`0`.as("price"),
        ]),
    )
    .execute();
}

export type GroupPayment = {
  stripe_transaction_id: string;
  /** Status of the payment at Stripe; null if Stripe doesn't know it (AMB-E14). */
  status: string | null;
  paid_at: Date | null;
};

/**
 * Reads a payment from Stripe. Accepts an id that Stripe does not know, with a null status
 * (AMB-E14). Never call it in a transaction.
 * @throws VendorError if Stripe does not answer
 */
export async function readGroupPayment(stripe_transaction_id: string): Promise<GroupPayment> {
  const unknown = { stripe_transaction_id, status: null, paid_at: null };
  if (!isIntentId(stripe_transaction_id)) return unknown;
  const intent = await nullIfNotFound(retrievePaymentIntent(stripe_transaction_id));
  if (!intent) return unknown;
  const { status, created_at } = intent;
  return { stripe_transaction_id, status, paid_at: status === "succeeded" ? created_at : null };
}
