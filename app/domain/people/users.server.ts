import { type Insertable, sql } from "kysely";
import { z } from "zod";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { ADDRESS_LINES, selectAddress } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { countRows } from "#app/domain/paging/counts.server.ts";
import { keysetAfter } from "#app/domain/paging/paging.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { USER_COLUMNS } from "./questions.ts";

/** Returns the error for an account that does not exist. */
export function userNotFound(): NotFoundError {
  return new NotFoundError("User not found");
}

/**
 * Returns the error for an email that another account has (B-085). The form shows it next to the
 * field `data.field`.
 */
export function emailTakenError(details?: { data: { field: string } }): ConflictError {
  return new ConflictError("An account with this email already exists.", details);
}

/** Details from the sign-up form, stored until the mailbox is proved. */
export const SignUpDetails = z.object({
  first_name: z.string(),
  middle_name: z.string().nullable(),
  last_name: z.string(),
  /** Phone number in the E.164 format. */
  phone_number: z.string(),
});
export type SignUpDetails = z.infer<typeof SignUpDetails>;

export type NewCustomer = SignUpDetails & { email: string };

/**
 * Creates an inactive customer (B-080), or returns an existing inactive customer unchanged, because
 * typing an email address does not prove ownership of it (AMB-B06).
 * @throws ConflictError for an active or blocked user, or staff (B-085)
 */
export async function createCustomer(
  db: Db,
  customer: NewCustomer,
): Promise<{ id: string; newUser: boolean }> {
  const created = await insertUser(db, customer);
  if (created) return { id: created, newUser: true };
  const known = await db
    .selectFrom("users")
    .select(["id", "type", "active", "deactivated_at"])
    .where("email", "=", customer.email)
    .executeTakeFirst();
  if (!known || hasAccount(known)) throw emailTakenError();
  return { id: known.id, newUser: false };
}

/**
 * Returns true if the person can sign in, or could until they were blocked. Other users were only
 * added to a matter.
 */
export function hasAccount(user: {
  type: "admin" | "customer";
  active: boolean;
  deactivated_at: Date | null;
}): boolean {
  return user.active || user.type === "admin" || user.deactivated_at !== null;
}

/**
 * Inserts a user.
 * @returns the id of the new user; null if the email is taken, in which case that user is unchanged
 */
export async function insertUser(
  db: Db,
  user: Omit<NewCustomer, "phone_number"> &
    Pick<Insertable<DB["users"]>, "type" | "active"> & { phone_number: string | null },
): Promise<string | null> {
  const { first_name, middle_name, last_name, phone_number, email, type, active } = user;
  const created = await db
    .insertInto("users")
    .values({ first_name, middle_name, last_name, phone_number, email, type, active })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return created?.id ?? null;
}

export type ListedUser = Awaited<ReturnType<typeof listUsers>>["items"][number];

/** Lists the active accounts of customers and staff, newest first (Q-005, Q-006, AMB-Q01). */
export async function listUsers(db: Db, reader: StaffReader, query: KeysetQuery) {
  const { limit } = query;
  const rows = await db
    .selectFrom(newest(db, { ...query, limit: limit + 1 }).as("shown"))
    .innerJoin("users", "users.id", "shown.id")
    .leftJoin("addresses", "addresses.id", "users.correspondence_address_id")
    .select(["users.id", "users.email"])
    .select(["users.first_name", "users.middle_name", "users.last_name"])
    .select(ADDRESS_LINES)
    .orderBy("users.created_at", "desc")
    .orderBy("users.id", "desc")
    .execute();
  await reader.recordView({ list: "users" });
  return keysetPage(rows, limit);
}

/** Counts the active accounts. */
export async function countUsers(db: Db): Promise<{ total: number; more: false }> {
  const total = await countRows(db, "users", async () => {
    const { counted } = await db
      .selectFrom("users")
      .select(sql<number>`count(*)`.as("counted"))
      .where("active", "=", true)
      .executeTakeFirstOrThrow();
    return counted;
  });
  return { total, more: false };
}

function newest(db: Db, { limit, after }: KeysetQuery) {
  const query = db
    .selectFrom("users")
    .select("id")
    .where("active", "=", true)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  return after ? query.where(keysetAfter("users", "created_at", after)) : query;
}

export type User = Awaited<ReturnType<typeof readUser>>;

/**
 * Reads an account with its address, for staff.
 * @throws NotFoundError, with a separate message for a malformed id
 */
export async function readUser(db: Db, reader: StaffReader, id: string) {
  if (!isObjectId(id)) throw new NotFoundError("No valid user ID provided");
  const user = await db
    .selectFrom("users")
    .select(["id", "type", "active", "deactivated_at", "created_at", "email", ...USER_COLUMNS])
    .select(selectAddress("users.correspondence_address_id").as("address"))
    .where("id", "=", id)
    .executeTakeFirstOrThrow(userNotFound);
  await reader.recordView({ record: { type: "user", id } });
  return user;
}

/** Lists the sales of a primary seller, newest first. */
export async function listTransactionsByUser(db: Db, reader: StaffReader, id: string) {
  const sold = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select("transactions.id")
    .select(ADDRESS_LINES)
    .where("transactions.seller_id", "=", id)
    .orderBy("transactions.created_at", "desc")
    .orderBy("transactions.id", "desc")
    .execute();
  await reader.recordView({ record: { type: "user", id } });
  return sold;
}

/** Lists the purchases of a primary buyer, newest first, each with its matter. */
export async function listPurchasesByUser(db: Db, reader: StaffReader, id: string) {
  const bought = await db
    .selectFrom("purchase_intents")
    .innerJoin("transactions", "transactions.id", "purchase_intents.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select(["purchase_intents.id", "purchase_intents.transaction_id"])
    .select(ADDRESS_LINES)
    .where("purchase_intents.buyer_id", "=", id)
    .orderBy("purchase_intents.created_at", "desc")
    .orderBy("purchase_intents.id", "desc")
    .execute();
  await reader.recordView({ record: { type: "user", id } });
  return bought;
}

/**
 * Locks the account until the database transaction ends, so that a concurrent request for the same
 * account waits.
 */
export async function lockPerson(trx: Db, id: string): Promise<void> {
  await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
