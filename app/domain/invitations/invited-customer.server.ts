import { sql } from "kysely";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { emailTakenError } from "#app/domain/people/refusals.ts";
import { insertUser, type NewCustomer } from "#app/domain/people/users.server.ts";
import type { Db } from "#db/connection.ts";

/** Somebody who is invited. */
export type InvitedCustomer = { id: string; email: string; newUser: boolean };

/**
 * The customer with that email: a new one who is not active yet, or the one who is there, whose details stay as they
 * are (B-080, AMB-R03). Only of somebody who has never been here is what staff type better than what is on record, which
 * anybody may have typed (AMB-B06). The person stays locked until the transaction ends, so that of two invitations at
 * once the second sees the first.
 *
 * @throws ConflictError with the form's field "email": "An account with this email already exists." for staff (B-085), and
 *   for a customer who is blocked; DomainError "Failed to create or get customer: No ID returned"
 */
export async function findOrCreateCustomer(
  trx: Db,
  customer: NewCustomer,
): Promise<InvitedCustomer> {
  const { email, ...details } = customer;
  const created = await insertUser(trx, customer);
  const user = await trx
    .selectFrom("users")
    .select(["id", "email", "type", "active", "deactivated_at"])
    .where("email", "=", email)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(
      () => new DomainError("Failed to create or get customer: No ID returned", 500),
    );
  requireInvitable(user);
  if (!created && !user.active) {
    await trx
      .updateTable("users")
      .set({ ...details, version: sql`version + 1` })
      .where("id", "=", user.id)
      .execute();
  }
  return { id: user.id, email: user.email, newUser: created !== null };
}

/** @throws ConflictError for staff, whom no invitation signs in (AMB-B09), and for somebody whom staff have blocked (AMB-A01) */
export function requireInvitable(user: {
  type: "admin" | "customer";
  deactivated_at: Date | null;
}): void {
  const data = { field: "email" };
  if (user.type === "admin") {
    throw emailTakenError({ data });
  }
  if (user.deactivated_at) {
    throw new ConflictError("This customer is blocked and cannot be invited", { data });
  }
}
