import type { Db } from "#db/connection.ts";

/** Counts from this size are reused for a minute. Smaller ones cost less than a millisecond. */
const KEPT_MS = 60_000;
const LONG = 1_000;

const counts = new WeakMap<Db, Map<string, { total: number; until: number }>>();

/**
 * Counts the rows of a list (J-026). The number is exact, and up to a minute old where the list is long.
 *
 * @param filter the name of the list and its filter, which must be the same text for the same rows
 */
export async function countRows(
  db: Db,
  filter: string,
  count: () => Promise<number>,
): Promise<number> {
  const known = counts.get(db) ?? new Map<string, { total: number; until: number }>();
  counts.set(db, known);
  const before = known.get(filter);
  if (before && before.until > Date.now()) return before.total;
  const total = await count();
  if (total >= LONG) known.set(filter, { total, until: Date.now() + KEPT_MS });
  else known.delete(filter);
  return total;
}
