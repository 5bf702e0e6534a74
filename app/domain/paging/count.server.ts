import { type AliasedExpression, sql } from "kysely";
import type { Db } from "#db/connection.ts";

/** Counting stops here: nobody reads on, and a list must not get slower with its table. */
export const MAX_COUNTED = 10_000;

/**
 * How many rows a query finds.
 *
 * @param rows a query that asks for at most one more than MAX_COUNTED
 * @returns `more` when there are more than were counted
 */
export async function countUpToMax(
  db: Db,
  rows: AliasedExpression<unknown, "found">,
): Promise<{ total: number; more: boolean }> {
  const { counted } = await db
    .selectFrom(rows)
    .select(sql<string>`count(*)`.as("counted"))
    .executeTakeFirstOrThrow();
  const total = Math.min(Number(counted), MAX_COUNTED);
  return { total, more: Number(counted) > MAX_COUNTED };
}
