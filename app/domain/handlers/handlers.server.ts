import { sql } from "kysely";
import { DomainError, NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { hasPermission, STAFF_ROLES } from "#app/domain/staff/roles.ts";
import type { Db } from "#db/connection.ts";

type HandlerOption = { value: string; label: string };

const HANDLING_ROLES = STAFF_ROLES.filter((role) => hasPermission([role], "handle"));

/** Returns the active members of staff who may work on matters, in a query of `users`. */
export function selectHandlers(db: Db) {
  return (
    db
      .selectFrom("users")
      .where("users.type", "=", "admin")
      .where("users.deactivated_at", "is", null)
      // As an array, because a join on the ids reads the customers between those of staff.
      .where(
        sql<boolean>`users.id = any(array(
        select user_id from staff_roles where role = any(${HANDLING_ROLES})))`,
      )
  );
}

/** Lists the colleagues who can be the handler of a matter, by name. */
export async function listHandlerOptions(db: Db): Promise<HandlerOption[]> {
  const rows = await selectHandlers(db)
    .select(["users.id", "users.first_name", "users.middle_name", "users.last_name"])
    .orderBy("users.first_name")
    .orderBy("users.last_name")
    .orderBy("users.id")
    .execute();
  return rows.map((row) => ({ value: row.id, label: fullName(row) }));
}

/**
 * Locks a person who handles matters, so that the person is not deactivated at the same time.
 * @returns the person’s name
 * @throws DomainError for the field if the person can’t handle matters
 */
export async function lockHandler(trx: Db, id: string, field = "handler_id"): Promise<string> {
  const handler = isObjectId(id)
    ? await selectHandlers(trx)
        .select(["users.first_name", "users.middle_name", "users.last_name"])
        .where("users.id", "=", id)
        .forKeyShare()
        .executeTakeFirst()
    : undefined;
  if (!handler) {
    throw new DomainError("This colleague can’t handle matters. Choose someone else", 400, {
      data: { field },
    });
  }
  return fullName(handler);
}

/**
 * Reads a handler’s name, and whether new matters are assigned to the person.
 * @throws NotFoundError, also for a person who can’t handle matters
 */
export async function readHandlerSettings(db: Db, id: string) {
  const missing = () => new NotFoundError("Colleague not found");
  if (!isObjectId(id)) throw missing();
  const { takes_new_matters, ...names } = await selectHandlers(db)
    .leftJoin("handlers", "handlers.user_id", "users.id")
    .select(["users.first_name", "users.middle_name", "users.last_name"])
    .select("handlers.takes_new_matters")
    .where("users.id", "=", id)
    .executeTakeFirstOrThrow(missing);
  return { name: fullName(names), takes_new_matters: takes_new_matters ?? false };
}

/** Returns an SQL condition on a person: true if the person is away on a day. */
export const isAwaySql = (user_id: string, today: string) =>
  sql<boolean>`exists (select from staff_absences
    where staff_absences.user_id = ${sql.ref(user_id)}
      and starts_on <= ${today} and ends_on >= ${today})`;
