import { sql } from "kysely";
import { ConflictError } from "#app/domain/errors.ts";
import type { Db } from "#db/connection.ts";

/** The checks of one person, where they are named: by their names and email, as read-checks.server.ts finds them. */

type Known = { first_name: string; last_name: string; email: string };

/** What a person is, in which matter. */
export type Checked = { transaction_id: string; person_type: "seller" | "buyer" | "giftor" };

const isCheckOf = ({ first_name, last_name, email }: Known, part: Checked) => sql<boolean>`(
  transaction_id = ${part.transaction_id} and person_type = ${part.person_type}
  and email = ${email}::citext and lower(first_name) = lower(${first_name})
  and lower(last_name) = lower(${last_name}))`;

const MAX_CHECKS = 20;

/** Those that Thirdfort was asked for and has not refused or stopped, the newest first. */
export function listChecks(db: Db, person: Known, parts: readonly Checked[]) {
  return db
    .selectFrom("checks")
    .select(["created_at", "status"])
    .where((eb) => eb.or(parts.map((part) => isCheckOf(person, part))))
    .where("order_called_off_at", "is", null)
    .where("status", "in", ["pending", "complete"])
    .orderBy("created_at", "desc")
    .limit(MAX_CHECKS)
    .execute();
}

/** Why nothing is changed about a person whose check is ordered, and Thirdfort has not answered. */
export const UNANSWERED_ORDER =
  "Thirdfort hasn’t confirmed the order for this person’s check yet. Resolve it on the Thirdfort tab first";

/** Whether Thirdfort has yet to say that it has the order of their check. */
export async function hasUnansweredOrder(db: Db, person: Known, part: Checked): Promise<boolean> {
  const unanswered = await db
    .selectFrom("checks")
    .select("id")
    .where(isCheckOf(person, part))
    .where("order_sent_at", "is not", null)
    .executeTakeFirst();
  return unanswered !== undefined;
}

/**
 * Lets the checks go with their person, each with what Thirdfort was asked by.
 *
 * @throws ConflictError while Thirdfort has not answered the order of one
 */
export async function moveChecks(
  trx: Db,
  part: Checked,
  before: Known,
  { first_name, last_name, email }: Known,
): Promise<void> {
  if (await hasUnansweredOrder(trx, before, part)) throw new ConflictError(UNANSWERED_ORDER);
  await trx
    .updateTable("checks")
    .set({
      first_name,
      last_name,
      email,
      ordered_as: sql<string>`coalesce(ordered_as, concat_ws(' ', first_name, last_name) || ', ' || email)`,
    })
    .where(isCheckOf(before, part))
    .execute();
}
