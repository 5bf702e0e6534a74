import type { KeysetPage, KeysetQuery } from "#app/domain/paging/paging.ts";
import { report } from "#app/observability/report.server.ts";
import type { ListPart } from "./use-load-more.ts";

/** What the address says of a list that continues (`loadMore` of kit/list-query.server.ts). */
export type ListPlace = {
  after?: string | undefined;
  shown: number;
  count?: number | undefined;
};

/**
 * Reads the part of a list that an address asks for: the rows after the one it names, or those from the start, as many
 * as the list had grown to.
 *
 * @param list.size how many rows a part has
 * @param list.to the address of the part after this one, or of the start
 */
export async function readListPart<Item, Row>(
  { after, shown: before, count }: ListPlace,
  list: {
    size: number;
    read: (query: KeysetQuery) => Promise<KeysetPage<Item>>;
    count: () => Promise<{ total: number; more: boolean }>;
    row: (item: Item) => Row;
    to: (next?: { after: string; shown: number }) => string;
  },
): Promise<ListPart<Row>> {
  const [{ items, next }, counted] = await Promise.all([
    list.read({ limit: count ?? list.size, after }),
    list.count(),
  ]);
  const shown = (after ? before : 0) + items.length;
  const rows = items.map((item) => list.row(item));
  return {
    rows,
    ...counted,
    shown,
    next: next && list.to({ after: next, shown }),
    start: after ? list.to() : null,
  };
}

/**
 * A list for its page, or why there is none to show: it could not be read, which is reported. The page is answered with
 * the status.
 *
 * @param failure the specification's words
 * @param failure.what what it is reported as, when that has other words
 */
export async function openList<List>(
  reading: Promise<List>,
  { failure, what }: { failure: string | ((error: unknown) => string); what: string },
): Promise<{ list: List | null; problem: string | null; status: number }> {
  try {
    return { list: await reading, problem: null, status: 200 };
  } catch (error) {
    report(error, { what });
    const problem = typeof failure === "string" ? failure : failure(error);
    return { list: null, problem, status: 500 };
  }
}

/**
 * What the title of a page says of a list: "Paid, from 21".
 *
 * @param narrowed how the list is, where it is narrowed
 * @returns nothing for the start of the whole list
 */
export function partText(
  { after, shown }: ListPlace,
  ...narrowed: readonly (string | undefined)[]
): string {
  return [...narrowed, after && `from ${shown + 1}`].filter(Boolean).join(", ");
}
