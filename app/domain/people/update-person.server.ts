import {
  type NewAddress,
  saveAddress,
  selectAddress,
} from "#app/domain/properties/addresses.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { emailTakenError, userNotFound } from "./refusals.ts";

/**
 * A person who can sign in, with the address to write to (X-001, B-083).
 *
 * @throws NotFoundError "User not found"
 */
export async function readPerson(db: Db, id: string) {
  return db
    .selectFrom("users")
    .select([
      "id",
      "type",
      "email",
      "first_name",
      "middle_name",
      "last_name",
      "phone_number",
      selectAddress("users.correspondence_address_id").as("correspondence_address"),
    ])
    .where("id", "=", id)
    .executeTakeFirstOrThrow(userNotFound);
}

export type Person = Awaited<ReturnType<typeof readPerson>>;

/** What is said of a person and saved: each question of about-you (person.server.ts), and nothing else. */
export type PersonChange = {
  first_name: string;
  middle_name?: string | null | undefined;
  last_name: string;
  /** E.164. */
  phone_number: string;
  correspondence_address: NewAddress;
  /** Only from staff: it is what somebody signs in with, and nobody has proved the new one (AMB-C16). */
  email?: string;
};

/**
 * Changes a person's details and address (C-009).
 *
 * @throws NotFoundError "User not found"; ConflictError "An account with this email already exists."
 */
export async function updatePerson(db: Db, id: string, change: PersonChange): Promise<void> {
  const { correspondence_address, first_name, middle_name, last_name, phone_number, email } =
    change;
  const columns = {
    first_name,
    middle_name: middle_name ?? null,
    last_name,
    phone_number,
    email,
  } satisfies Record<Exclude<keyof PersonChange, "correspondence_address">, unknown>;
  await inTransaction(db, async (trx) => {
    const { correspondence_address_id: kept } = await trx
      .updateTable("users")
      .set((eb) => ({ ...columns, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .returning("correspondence_address_id")
      .executeTakeFirstOrThrow(userNotFound)
      .catch(emailTaken);
    const correspondence_address_id = await saveAddress(trx, kept, correspondence_address);
    if (correspondence_address_id === kept) return;
    await trx
      .updateTable("users")
      .set({ correspondence_address_id })
      .where("id", "=", id)
      .execute();
  });
}

function emailTaken(error: unknown): never {
  const taken =
    error instanceof Error && "constraint" in error && error.constraint === "users_email_key";
  throw taken ? emailTakenError() : error;
}
