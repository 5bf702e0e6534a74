import type { KeysetPage, KeysetQuery } from "#app/domain/paging/keyset.ts";
import type { ListPart } from "./use-load-more.ts";

/** What the address says of a list that goes on (`loadMore` of kit/list-query.server.ts). */
export type ListPlace = {
  after?: string | undefined;
  shown: number;
  count?: number | undefined;
};

/**
 * Reads the part of a list that an address asks for: the rows after the one it names, or those from the start, as many as
 * the list had grown to.
 *
 * @param list.size how many rows a part has
 * @param list.to the address of the part after this one
 */
export async function readListPart<Item, Row>(
  { after, shown: before, count }: ListPlace,
  list: {
    size: number;
    read: (query: KeysetQuery) => Promise<KeysetPage<Item>>;
    count: () => Promise<{ total: number; more: boolean }>;
    row: (item: Item) => Row;
    to: (next: { after: string; shown: number }) => string;
  },
): Promise<ListPart<Row>> {
  const [{ items, next }, counted] = await Promise.all([
    list.read({ limit: count ?? list.size, after }),
    list.count(),
  ]);
  const shown = (after ? before : 0) + items.length;
  const rows = items.map((item) => list.row(item));
  return { rows, ...counted, shown, next: next && list.to({ after: next, shown }) };
}

/** What the title of a page says that goes on with a list: "from 21"; nothing where the list starts. */
export function fromText({ after, shown }: ListPlace): string {
  return after ? `from ${shown + 1}` : "";
}
