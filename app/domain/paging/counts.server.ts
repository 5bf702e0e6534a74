import type { Db } from "#db/connection.ts";

/**
 * Counts of at least MIN_CACHED_COUNT rows are cached for a minute. Smaller counts take under a
 * millisecond.
 */
const CACHE_TTL_MS = 60_000;
const MIN_CACHED_COUNT = 1_000;

const counts = new WeakMap<Db, Map<string, { total: number; until: number }>>();

/** Counts the rows of a list, cached under the text `filter` for up to a minute (J-026). */
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
