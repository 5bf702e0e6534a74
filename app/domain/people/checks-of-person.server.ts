import { sql } from "kysely";
import { ConflictError } from "#app/domain/errors.ts";
import type { Db } from "#db/connection.ts";

/** Details by which a person’s identity checks are found, as in read-checks.server.ts. */
type Known = { first_name: string; last_name: string; email: string };

/** Matter, and the person’s role in it, that an identity check belongs to. */
export type Checked = { transaction_id: string; person_type: "seller" | "buyer" | "giftor" };

const isCheckOf = ({ first_name, last_name, email }: Known, part: Checked) => sql<boolean>`(
  transaction_id = ${part.transaction_id} and person_type = ${part.person_type}
  and email = ${email}::citext and lower(first_name) = lower(${first_name})
  and lower(last_name) = lower(${last_name}))`;

const MAX_CHECKS = 20;

/** Lists a person’s pending and complete identity checks, newest first. */
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

/**
 * Error for a change to a person while Thirdfort has not confirmed the order of one of their
 * identity checks.
 */
export const UNANSWERED_ORDER =
  "Thirdfort hasn’t confirmed the order for this person’s check yet. Resolve it on the Thirdfort tab first";

/** Returns true if Thirdfort has not yet confirmed the order of one of this person’s checks. */
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
 * Updates the name and email on a person’s identity checks, so that the checks still belong to this
 * person. Also records the name and email that the checks were ordered with.
 * @throws ConflictError while Thirdfort has not confirmed the order of one of the checks
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
