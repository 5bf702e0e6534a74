import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { insertUser, userNotFound } from "#app/domain/people/users.server.ts";
import type { Db } from "#db/connection.ts";
import type { NewRepresentative } from "./group-draft.server.ts";

/** Who acts for the company that sells: the primary seller of every unit of a group (P-038). */

function customers(db: Db) {
  return db
    .selectFrom("users")
    .select(["id", "type", "deactivated_at", "email", "phone_number"])
    .select(["first_name", "middle_name", "last_name"]);
}

/**
 * The person with this email, if they may represent a seller (P-017).
 *
 * @throws NotFoundError "User not found"; ConflictError for staff, and for a person who is blocked
 */
export async function findRepresentative(db: Db, email: string) {
  const query = customers(db).where("email", "=", email);
  return refuseUnfit(await query.executeTakeFirstOrThrow(userNotFound));
}

/** The same by id. @throws as findRepresentative */
export async function readRepresentative(db: Db, id: string) {
  if (!isObjectId(id)) throw userNotFound();
  return refuseUnfit(
    await customers(db).where("id", "=", id).executeTakeFirstOrThrow(userNotFound),
  );
}

function refuseUnfit<User extends { type: string; deactivated_at: Date | null }>(user: User): User {
  if (user.type !== "customer") {
    throw new ConflictError("This user is a member of staff and cannot represent a seller");
  }
  if (user.deactivated_at) throw new ConflictError("This user is blocked");
  return user;
}

/** What is said of an email that a person has; the wording is the specification's (P-019). */
const EMAIL_TAKEN = "User with this email already exists. Use the search bar to find user.";

/** @throws ConflictError (P-019) when a person has this email */
export async function refuseTakenEmail(db: Db, email: string): Promise<void> {
  const user = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirst();
  if (user) throw new ConflictError(EMAIL_TAKEN);
}

/**
 * Makes the account of a representative, who can sign in at once and is sent nothing (AMB-A01, AMB-P05).
 *
 * @returns its id
 * @throws ConflictError (P-019) when a person has this email
 */
export async function createRepresentative(
  trx: Db,
  person: NewRepresentative,
  { actor }: { actor: Actor },
): Promise<string> {
  const id = await insertUser(trx, { ...person, type: "customer", active: true });
  if (!id) throw new ConflictError(EMAIL_TAKEN);
  await recordAudit(trx, { actor, action: "user_created", subject: { type: "user", id } });
  return id;
}
