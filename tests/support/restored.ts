import { onTestFinished } from "vitest";
import type { Db } from "#db/connection.ts";

export async function markAsRestored(db: Db, { hours = 2 } = {}): Promise<Date> {
  const backup_made_at = new Date(Date.now() - hours * 60 * 60 * 1_000);
  await db.insertInto("restorations").values({ backup_made_at, access_known: true }).execute();
  onTestFinished(async () => {
    await db.deleteFrom("restorations").execute();
  });
  return backup_made_at;
}
