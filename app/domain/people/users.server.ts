import { z } from "zod";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import type { Db } from "#db/connection.ts";

/** People who can sign in. */

/** What somebody says of themselves at sign-up, as it is kept until the mailbox is proved. */
export const SignUpDetails = z.object({
  first_name: z.string(),
  middle_name: z.string().nullable(),
  last_name: z.string(),
  /** E.164. */
  phone_number: z.string(),
});
export type SignUpDetails = z.infer<typeof SignUpDetails>;

export type NewCustomer = SignUpDetails & { email: string };

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
  const created = await db
    .insertInto("users")
    .values(customer)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created) return { ...created, newUser: true };
  const known = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", customer.email)
    .where("active", "=", false)
    .where("deactivated_at", "is", null)
    .where("type", "=", "customer")
    .executeTakeFirst();
  if (!known) throw new ConflictError("An account with this email already exists.");
  return { ...known, newUser: false };
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
