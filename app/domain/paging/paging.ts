/**
 * A part of a list that continues: `next` is the id of the last row shown, from which it continues, or null at its end.
 */
export type KeysetPage<Item> = { items: Item[]; next: string | null };

/** Who comes back to a list finds this many of its rows again, and not more: they are read at once. */
export const MAX_SHOWN = 500;

/** How a list that continues is read: so many rows after the one named, or from the start. */
export type KeysetQuery = { limit: number; after?: string | undefined };

/**
 * Makes a page of the rows of a query that asked for one more than `limit`: the one more says that the list continues.
 */
export function keysetPage<Item extends { id: string }>(
  rows: readonly Item[],
  limit: number,
): KeysetPage<Item> {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** Lists with numbered pages (AMB-M08): staff choose how many rows a page has (M-012, M-013). */
export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 20;

export type NumberedQuery = { page: number; size: number };

/**
 * A page of a list of known length: `first` and `last` are the places of its rows, counted from 1; 0 when it is empty.
 */
export type NumberedPage<Item> = {
  items: Item[];
  page: number;
  pages: number;
  first: number;
  last: number;
  total: number;
};

/**
 * Which rows to read: page 3 of 20 is rows 41 to 60 (M-017, AMB-J04). A page beyond the last is the last.
 */
export function pageLimits({ page, size }: NumberedQuery, total: number) {
  const pages = Math.max(1, Math.ceil(total / size));
  const shown = Math.min(page, pages);
  return { page: shown, pages, limit: size, offset: (shown - 1) * size };
}

/** Puts the rows that were read in their place among all. */
export function numberedPage<Item>(
  items: Item[],
  { page, pages, offset }: ReturnType<typeof pageLimits>,
  total: number,
): NumberedPage<Item> {
  const first = items.length > 0 ? offset + 1 : 0;
  return { items, page, pages, first, last: offset + items.length, total };
}
