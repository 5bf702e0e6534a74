/**
 * A part of a list that goes on: `next` is the id of the last row shown, from which it goes on, or null at its end.
 */
export type KeysetPage<Item> = { items: Item[]; next: string | null };

/** Who comes back to a list finds this many of its rows again, and not more: they are read at once. */
export const MAX_SHOWN = 500;

/** How a list that goes on is read: so many rows after the one named, or from the start. */
export type KeysetQuery = { limit: number; after?: string | undefined };

/** Makes a page of the rows of a query that asked for one more than `limit`: the one more says that the list goes on. */
export function keysetPage<Item extends { id: string }>(
  rows: readonly Item[],
  limit: number,
): KeysetPage<Item> {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
