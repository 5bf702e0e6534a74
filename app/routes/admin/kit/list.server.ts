import { z } from "zod";
import { objectId } from "#app/domain/fields/form-rules.server.ts";
import {
  DEFAULT_PAGE_SIZE,
  MAX_SHOWN,
  PAGE_SIZES,
  type KeysetPage,
  type KeysetQuery,
} from "#app/domain/paging/paging.ts";
import { report } from "#app/observability/report.server.ts";
import type { ListPart } from "./growing-list.tsx";

/**
 * What the address of a list says. Whatever makes no sense falls back: a filter narrows nothing, a page is the first.
 *
 * @param query made of the parts below, once: to put a schema together takes ten times as long as to read with it
 */
export function readListQuery<Query extends z.ZodObject>(request: Request, query: Query) {
  return query.parse(Object.fromEntries(new URL(request.url).searchParams));
}

const MAX_SEARCH_LENGTH = 100;

/** Filters; each is undefined where it does not narrow the list. */
export const filters = {
  oneOf: <const Value extends string>(values: readonly Value[]) =>
    z.enum(values).optional().catch(undefined),
  id: () => objectId().optional().catch(undefined),
  /** Words typed into a search box, without what PostgreSQL cannot store. */
  search: () =>
    z
      .string()
      .transform((typed) => typed.replace(/\0|\p{Surrogate}/gu, "").trim())
      .transform((typed) => typed.slice(0, MAX_SEARCH_LENGTH) || undefined)
      .optional()
      .catch(undefined),
};

const wholeNumber = (most: number) => z.coerce.number().int().min(0).max(most);

/**
 * A list that continues: after which row, how many have been shown until there, how many the page shows where it has
 * grown, and whether its rows are all that is asked for.
 */
export const loadMore = z.object({
  after: filters.id(),
  shown: wholeNumber(100_000_000).catch(0),
  count: wholeNumber(MAX_SHOWN).min(1).optional().catch(undefined),
  /** The page has all else already. */
  only: filters.oneOf(["rows"]),
});

/** A list that continues, of rows that the database numbers itself. */
export const loadMoreNumbered = loadMore.extend({
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .catch(undefined),
});

/** A list with numbered pages (M-013, AMB-M08). */
export const numberedPages = z.object({
  page: wholeNumber(1_000_000).min(1).catch(1),
  size: z.coerce
    .number()
    .pipe(z.union(PAGE_SIZES.map((size) => z.literal(size))))
    .catch(DEFAULT_PAGE_SIZE),
});

/** What the address says of a list that continues (`loadMore`). */
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
