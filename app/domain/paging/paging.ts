/** A page of a keyset list. `next` is the id of its last row, or null at the end of the list. */
export type KeysetPage<Item> = { items: Item[]; next: string | null };

/** Maximum number of rows restored when someone returns to a list. They load in one request. */
export const MAX_SHOWN = 500;

export type KeysetQuery = { limit: number; after?: string | undefined };

/** Builds a page from a query for `limit` + 1 rows; the extra row means that more follow. */
export function keysetPage<Item extends { id: string }>(
  rows: readonly Item[],
  limit: number,
): KeysetPage<Item> {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** Sizes of numbered pages (AMB-M08), chosen by staff (M-012, M-013). */
export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 20;

export type NumberedQuery = { page: number; size: number };

/** A numbered page. `first` and `last` are row positions from 1; 0 if the page is empty. */
export type NumberedPage<Item> = {
  items: Item[];
  page: number;
  pages: number;
  first: number;
  last: number;
  total: number;
};

/** Returns which rows to read: page 3 of 20 is rows 41 to 60, or the last page (M-017, AMB-J04). */
export function pageLimits({ page, size }: NumberedQuery, total: number) {
  const pages = Math.max(1, Math.ceil(total / size));
  const shown = Math.min(page, pages);
  return { page: shown, pages, limit: size, offset: (shown - 1) * size };
}

/** Builds the page, with the positions of its rows in the whole list. */
export function numberedPage<Item>(
  items: Item[],
  { page, pages, offset }: ReturnType<typeof pageLimits>,
  total: number,
): NumberedPage<Item> {
  const first = items.length > 0 ? offset + 1 : 0;
  return { items, page, pages, first, last: offset + items.length, total };
}
