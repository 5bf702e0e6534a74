/**
 * A page of a list that continues after the row with a given id. `next` is the id of the page’s
 * last row, or null at the end of the list.
 */
export type KeysetPage<Item> = { items: Item[]; next: string | null };

/**
 * Maximum number of rows that are restored when someone returns to a list. They load in one
 * request.
 */
export const MAX_SHOWN = 500;

export type KeysetQuery = { limit: number; after?: string | undefined };

/**
 * Builds a page from the rows of a query for one row more than `limit`. If the extra row exists,
 * there is a next page.
 */
export function keysetPage<Item extends { id: string }>(
  rows: readonly Item[],
  limit: number,
): KeysetPage<Item> {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/**
 * Numbers of rows per page that staff can choose for a list with numbered pages (AMB-M08, M-012,
 * M-013).
 */
export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 20;

export type NumberedQuery = { page: number; size: number };

/**
 * A page of a list with numbered pages. `first` and `last` are the positions of its first and last
 * row in the whole list, counted from 1; both are 0 if the list is empty.
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
 * Returns which rows to read. With 20 rows a page, page 3 has rows 41 to 60. A page number that is
 * too high gets the last page (M-017, AMB-J04).
 */
export function pageLimits({ page, size }: NumberedQuery, total: number) {
  const pages = Math.max(1, Math.ceil(total / size));
  const shown = Math.min(page, pages);
  return { page: shown, pages, limit: size, offset: (shown - 1) * size };
}

/** Builds a numbered page, with the positions of its first and last row in the whole list. */
export function numberedPage<Item>(
  items: Item[],
  { page, pages, offset }: ReturnType<typeof pageLimits>,
  total: number,
): NumberedPage<Item> {
  const first = items.length > 0 ? offset + 1 : 0;
  return { items, page, pages, first, last: offset + items.length, total };
}
