import type { Insertable } from "kysely";
import { type NewAddress, saveAddress, selectAddress } from "#app/domain/shared/address.server.ts";
import { pick } from "#app/domain/shared/questions.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { recordChange } from "#app/domain/versions/save-change.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { USER_COLUMNS, type UserColumn } from "./questions.ts";
import { emailTakenError, lockPerson, userNotFound } from "./users.server.ts";

/** Reads an account with its correspondence address (X-001, B-083). @throws NotFoundError */
export async function readPerson(db: Db, id: ReaderId) {
  const person = await db
    .selectFrom("users")
    .select([
      "id",
      "type",
      "email",
      ...USER_COLUMNS,
      selectAddress("users.correspondence_address_id").as("correspondence_address"),
    ])
    .where("id", "=", id)
    .executeTakeFirstOrThrow(userNotFound);
  return { ...person, id };
}

export type Person = Awaited<ReturnType<typeof readPerson>>;

export type PersonChange = Pick<Insertable<DB["users"]>, UserColumn> & {
  /** Phone number in the E.164 format. */
  phone_number: string;
  correspondence_address: NewAddress;
  /**
   * Email that the person signs in with. Only staff can change it, because no one has proved that
   * the new mailbox is theirs (AMB-C16).
   */
  email?: string;
};

/** Changes a person’s details and address (C-009). @throws NotFoundError, ConflictError */
export async function updatePerson(db: Db, id: ReaderId, change: PersonChange): Promise<void> {
  const { correspondence_address, email, middle_name } = change;
  const columns = {
    ...pick(change, USER_COLUMNS),
    middle_name: middle_name ?? null,
    email,
  };
  const write = async (trx: Db) => {
    const { correspondence_address_id: current_id } = await trx
      .updateTable("users")
      .set((eb) => ({ ...columns, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .returning("correspondence_address_id")
      .executeTakeFirstOrThrow(userNotFound)
      .catch(emailTaken);
    const correspondence_address_id = await saveAddress(trx, current_id, correspondence_address);
    if (correspondence_address_id === current_id) return;
    await trx
      .updateTable("users")
      .set({ correspondence_address_id })
      .where("id", "=", id)
      .execute();
  };
  const made = {
    customer_id: id,
    action: "about_you_saved",
    subject: { type: "user", id },
    read: (trx: Db) => readPerson(trx, id),
  } as const;
  await inTransaction(db, async (trx) => {
    // The lock ensures that a form that is submitted twice records only one change.
    await lockPerson(trx, id);
    await recordChange(trx, made, () => write(trx));
  });
}

function emailTaken(error: unknown): never {
  const taken =
    error instanceof Error && "constraint" in error && error.constraint === "users_email_key";
  throw taken ? emailTakenError() : error;
}
