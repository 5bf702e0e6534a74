import type { Db } from "#db/connection.ts";

/**
 * Returns the handlers whose matters a member of staff works on: the person, and the colleagues
 * for whom the person is the stand-in on a day.
 * @param today such as "2026-11-30"
 */
export async function handlersFor(db: Db, user_id: string, today: string): Promise<string[]> {
  const away = await db
    .selectFrom("staff_absences")
    .select("user_id")
    .distinct()
    .where("stand_in_id", "=", user_id)
    .where("starts_on", "<=", today)
    .where("ends_on", ">=", today)
    .orderBy("user_id")
    .execute();
  return [user_id, ...away.map((absence) => absence.user_id)];
}
