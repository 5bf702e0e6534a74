import { londonDay } from "#app/domain/shared/dates.ts";
import type { Db } from "#db/connection.ts";

/**
 * Lists who gets an email to a member of staff: the person and, while the person is away, the
 * stand-in. Leaves out people without an active account.
 */
export async function listStaffRecipients(
  db: Db,
  user_id: string,
  now = new Date(),
): Promise<{ id: string; email: string }[]> {
  const today = londonDay(now);
  return db
    .selectFrom("users")
    .select(["id", "email"])
    .where("type", "=", "admin")
    .where("active", "=", true)
    .where((eb) =>
      eb.or([
        eb("id", "=", user_id),
        eb(
          "id",
          "in",
          eb
            .selectFrom("staff_absences")
            .select("stand_in_id")
            .where("user_id", "=", user_id)
            .where("starts_on", "<=", today)
            .where("ends_on", ">=", today),
        ),
      ]),
    )
    .orderBy((eb) => eb("id", "=", user_id), "desc")
    .orderBy("id")
    .execute();
}
