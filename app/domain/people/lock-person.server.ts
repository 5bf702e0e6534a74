import type { Db } from "#db/connection.ts";

/**
 * One at a time for each person, until the transaction ends: of two forms that are sent at once, the second sees what the
 * first has made.
 */
export async function lockPerson(trx: Db, id: string): Promise<void> {
  await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
