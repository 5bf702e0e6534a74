import { sql } from "kysely";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/ids.ts";
import type { Db } from "#db/connection.ts";

/** People who can sign in. */

export type NewCustomer = {
  email: string;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  /** E.164. */
  phone_number: string;
};

const shown = [
  "id",
  "type",
  "active",
  "email",
  "first_name",
  "middle_name",
  "last_name",
  "phone_number",
  "deactivated_at",
] as const;

/**
 * Creates a customer who is not active yet, or brings up to date one who was never active: nobody has proved
 * that mailbox, so nothing is taken over (B-080, AMB-B06).
 *
 * @returns the id, and whether the user is new.
 * @throws ConflictError "An account with this email already exists." for an active or blocked user, or staff (B-085).
 */
export async function createCustomer(
  db: Db,
  customer: NewCustomer,
): Promise<{ id: string; newUser: boolean }> {
  const names = {
    first_name: customer.first_name,
    middle_name: customer.middle_name,
    last_name: customer.last_name,
    phone_number: customer.phone_number,
  };
  const row = await db
    .insertInto("users")
    .values({ email: customer.email, ...names })
    .onConflict((conflict) =>
      conflict
        .column("email")
        .doUpdateSet(names)
        .where("users.active", "=", false)
        .where("users.deactivated_at", "is", null)
        .where("users.type", "=", "customer"),
    )
    // xmax is 0 on a row that this statement inserted.
    .returning(["id", sql<boolean>`xmax = 0`.as("newUser")])
    .executeTakeFirst();
  if (!row) throw new ConflictError("An account with this email already exists.");
  return row;
}

/**
 * Creates a customer who is active from the start: a group's representative, made by staff (B-081).
 *
 * @throws ConflictError "An account with this email already exists."
 */
export async function createActiveCustomer(db: Db, customer: NewCustomer): Promise<{ id: string }> {
  const row = await db
    .insertInto("users")
    .values({ ...customer, active: true })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) throw new ConflictError("An account with this email already exists.");
  return row;
}

/** @throws NotFoundError "User not found" (B-082, B-086). */
export async function getUserByEmail(db: Db, email: string) {
  return db
    .selectFrom("users")
    .select(shown)
    .where("email", "=", email)
    .executeTakeFirstOrThrow(() => new NotFoundError("User not found"));
}

/** @throws NotFoundError "User not found" (B-083). */
export async function getUser(db: Db, id: string) {
  if (!isObjectId(id)) throw new NotFoundError("User not found");
  return db
    .selectFrom("users")
    .select(shown)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => new NotFoundError("User not found"));
}

/** Users by state and type, newest first (B-084). */
export async function listUsers(
  db: Db,
  filter: { active?: boolean; type?: "admin" | "customer"; limit: number; offset?: number },
) {
  let query = db.selectFrom("users").select(shown);
  if (filter.active !== undefined) query = query.where("active", "=", filter.active);
  if (filter.type) query = query.where("type", "=", filter.type);
  return query
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(filter.limit)
    .offset(filter.offset ?? 0)
    .execute();
}
