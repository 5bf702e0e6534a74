import type { Db } from "#db/connection.ts";

/**
 * Time for which the count of a list is cached. Only counts of at least MIN_CACHED_COUNT rows are
 * cached, because a query for fewer rows takes less than a millisecond.
 */
const CACHE_TTL_MS = 60_000;
const MIN_CACHED_COUNT = 1_000;

const counts = new WeakMap<Db, Map<string, { total: number; until: number }>>();

/**
 * Counts the rows of a list with `count`. A count of at least MIN_CACHED_COUNT rows is cached for a
 * minute, with the text `filter` as its key (J-026).
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
  if (total >= MIN_CACHED_COUNT) known.set(filter, { total, until: Date.now() + CACHE_TTL_MS });
  else known.delete(filter);
  return total;
}
