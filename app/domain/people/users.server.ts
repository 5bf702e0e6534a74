import { type Insertable, sql } from "kysely";
import { z } from "zod";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { ADDRESS_LINES, selectAddress } from "#app/domain/fields/address.server.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { countRows } from "#app/domain/paging/counts.server.ts";
import { follows } from "#app/domain/paging/paging.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { USER_COLUMNS } from "./questions.ts";

/** People who can sign in. */

/** Said of a person who is not there. */
export function userNotFound(): NotFoundError {
  return new NotFoundError("User not found");
}

/**
 * Said of an email that another person signs in with (B-085).
 *
 * @param details.data the field of the form at which it is shown
 */
export function emailTakenError(details?: { data: { field: string } }): ConflictError {
  return new ConflictError("An account with this email already exists.", details);
}

/** What a person says of themselves at sign-up, as it is kept until the mailbox is proved. */
export const SignUpDetails = z.object({
  first_name: z.string(),
  middle_name: z.string().nullable(),
  last_name: z.string(),
  /** E.164. */
  phone_number: z.string(),
});
export type SignUpDetails = z.infer<typeof SignUpDetails>;

export type NewCustomer = SignUpDetails & { email: string };

/**
 * Creates a customer who is not active yet (B-080). One who is there and was never active stays as they are: whoever
 * types an address has not proved that it is theirs (AMB-B06).
 *
 * @returns the id, and whether the user is new.
 * @throws ConflictError "An account with this email already exists." for an active or blocked user, or staff (B-085).
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

/** Whether a person can sign in, or could until they were blocked: others have only been named, by whoever typed it. */
export function hasAccount(user: {
  type: "admin" | "customer";
  active: boolean;
  deactivated_at: Date | null;
}): boolean {
  return user.active || user.type === "admin" || user.deactivated_at !== null;
}

/** Puts a person on record. @returns their id; null when a person has that email already, who stays as they are */
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

/** Everyone who is active, customers and staff, newest first (Q-005, Q-006, AMB-Q01). */
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
  await reader.shown({ list: "users" });
  return keysetPage(rows, limit);
}

/** How many of them there are. */
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

/** The ids to show, from an index that is in the order of the list already. */
function newest(db: Db, { limit, after }: KeysetQuery) {
  const query = db
    .selectFrom("users")
    .select("id")
    .where("active", "=", true)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  return after ? query.where(follows("users", "created_at", after)) : query;
}

export type User = Awaited<ReturnType<typeof readUser>>;

/**
 * A person who can sign in, as staff see them, with where they live.
 *
 * @throws NotFoundError "No valid user ID provided" for what is no id, "User not found" for an id of no one.
 */
export async function readUser(db: Db, reader: StaffReader, id: string) {
  if (!isObjectId(id)) throw new NotFoundError("No valid user ID provided");
  const user = await db
    .selectFrom("users")
    .select(["id", "type", "active", "deactivated_at", "created_at", "email", ...USER_COLUMNS])
    .select(selectAddress("users.correspondence_address_id").as("address"))
    .where("id", "=", id)
    .executeTakeFirstOrThrow(userNotFound);
  await reader.shown({ record: { type: "user", id } });
  return user;
}

/** What a user sells as the one who signed up, newest first. */
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
  await reader.shown({ record: { type: "user", id } });
  return sold;
}

/** What a user buys as the one who signed up, newest first, each with the matter it belongs to. */
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
  await reader.shown({ record: { type: "user", id } });
  return bought;
}

/**
 * One at a time for each person, until the transaction ends: of two forms that are sent at once, the second sees what the
 * first has made.
 */
export async function lockPerson(trx: Db, id: string): Promise<void> {
  await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
