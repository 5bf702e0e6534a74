import type { Insertable } from "kysely";
import { z } from "zod";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { emailTakenError } from "./refusals.ts";

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

/** Whether somebody can sign in, or could until they were blocked: others have only been named, by whoever typed it. */
export function hasAccount(user: {
  type: "admin" | "customer";
  active: boolean;
  deactivated_at: Date | null;
}): boolean {
  return user.active || user.type === "admin" || user.deactivated_at !== null;
}

/** Puts somebody on record. @returns their id; null when somebody has that email already, who stays as they are */
export async function insertUser(
  db: Db,
  user: NewCustomer & Pick<Insertable<DB["users"]>, "type" | "active">,
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
