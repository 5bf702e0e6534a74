import { sql } from "kysely";
import { ConflictError } from "#app/domain/errors.ts";
import type { Db } from "#db/connection.ts";

/** A person’s checks are found by name and email, like in read-checks.server.ts. */

type Known = { first_name: string; last_name: string; email: string };

/** A person’s role in a matter. */
export type Checked = { transaction_id: string; person_type: "seller" | "buyer" | "giftor" };

const isCheckOf = ({ first_name, last_name, email }: Known, part: Checked) => sql<boolean>`(
  transaction_id = ${part.transaction_id} and person_type = ${part.person_type}
  and email = ${email}::citext and lower(first_name) = lower(${first_name})
  and lower(last_name) = lower(${last_name}))`;

const MAX_CHECKS = 20;

/** Lists the person’s pending and complete checks, newest first. */
export function listChecks(db: Db, person: Known, parts: readonly Checked[]) {
  return db
    .selectFrom("identity_checks")
    .select(["created_at", "status"])
    .where((eb) => eb.or(parts.map((part) => isCheckOf(person, part))))
    .where("order_called_off_at", "is", null)
    .where("status", "in", ["pending", "complete"])
    .orderBy("created_at", "desc")
    .limit(MAX_CHECKS)
    .execute();
}

/** Reason to reject changes while Thirdfort has not confirmed an order for the person’s check. */
export const UNANSWERED_ORDER =
  "Thirdfort hasn’t confirmed the order for this person’s check yet. Resolve it on the Thirdfort tab first";

/** Returns true if Thirdfort has yet to confirm the order of a check of this person. */
export async function hasUnansweredOrder(db: Db, person: Known, part: Checked): Promise<boolean> {
  const unanswered = await db
    .selectFrom("identity_checks")
    .select("id")
    .where(isCheckOf(person, part))
    .where("order_sent_at", "is not", null)
    .executeTakeFirst();
  return unanswered !== undefined;
}

/**
 * Moves the checks to the person’s new details. Records the details with which the checks were
 * ordered.
 * @throws ConflictError while Thirdfort has not confirmed an order
 */
export async function moveChecks(
  trx: Db,
  part: Checked,
  before: Known,
  { first_name, last_name, email }: Known,
): Promise<void> {
  if (await hasUnansweredOrder(trx, before, part)) throw new ConflictError(UNANSWERED_ORDER);
  await trx
    .updateTable("identity_checks")
    .set({
      first_name,
      last_name,
      email,
      ordered_as: sql<string>`coalesce(ordered_as, concat_ws(' ', first_name, last_name) || ', ' || email)`,
    })
    .where(isCheckOf(before, part))
    .execute();
}
