import { fullName } from "#app/domain/shared/names.ts";
import { PERMISSIONS } from "#app/domain/staff/roles.ts";
import type { Db } from "#db/connection.ts";

/** Lists the active members of staff who work on matters, by name, as options of a select. */
export async function listColleagues(db: Db): Promise<{ value: string; label: string }[]> {
  const rows = await db
    .selectFrom("users")
    .select(["users.id", "first_name", "middle_name", "last_name"])
    .where("users.type", "=", "admin")
    .where("users.deactivated_at", "is", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("staff_roles")
          .select("staff_roles.role")
          .whereRef("staff_roles.user_id", "=", "users.id")
          .where("staff_roles.role", "in", [...PERMISSIONS.handle.roles]),
      ),
    )
    .orderBy("first_name")
    .orderBy("last_name")
    .orderBy("users.id")
    .execute();
  return rows.map((row) => ({ value: row.id, label: fullName(row) }));
}
