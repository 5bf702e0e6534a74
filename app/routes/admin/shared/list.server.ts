import { z } from "zod";
import { objectId } from "#app/domain/shared/form-rules.server.ts";
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
 * Parses the query parameters of a list. Build the `query` schema only once per process, because
 * building it takes ten times as long as parsing.
 */
export function readListQuery<Query extends z.ZodObject>(request: Request, query: Query) {
  return query.parse(Object.fromEntries(new URL(request.url).searchParams));
}

const MAX_SEARCH_LENGTH = 100;

/** Schemas of filters. Undefined means that the filter is not set. */
export const filters = {
  oneOf: <const Value extends string>(values: readonly Value[]) =>
    z.enum(values).optional().catch(undefined),
  id: () => objectId().optional().catch(undefined),
  /** Search text, without characters that PostgreSQL cannot store. */
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
 * Query of a list that is loaded in parts: the id of the last row, the number of rows shown before,
 * the number of rows to restore, and whether only rows are needed.
 */
export const loadMore = z.object({
  after: filters.id(),
  shown: wholeNumber(100_000_000).catch(0),
  count: wholeNumber(MAX_SHOWN).min(1).optional().catch(undefined),
  only: filters.oneOf(["rows"]),
});

/** Query of a list that is loaded in parts and whose rows have numeric ids. */
export const loadMoreNumbered = loadMore.extend({
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .catch(undefined),
});

/** Query of a list with numbered pages (M-013, AMB-M08). */
export const numberedPages = z.object({
  page: wholeNumber(1_000_000).min(1).catch(1),
  size: z.coerce
    .number()
    .pipe(z.union(PAGE_SIZES.map((size) => z.literal(size))))
    .catch(DEFAULT_PAGE_SIZE),
});

export type ListPlace = {
  after?: string | undefined;
  shown: number;
  count?: number | undefined;
};

/**
 * Reads the part of a list that the URL requests: the rows after a given row, or all rows that Back
 * restores.
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
 * Awaits a list. If reading it fails, reports the error, and returns the message and the status
 * 500.
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
 * Returns the part of a page title that describes the list, such as "Paid, from 21". Returns "" for
 * the first page without filters.
 */
export function listTitlePart(
  { after, shown }: ListPlace,
  ...narrowed: readonly (string | undefined)[]
): string {
  return [...narrowed, after && `from ${shown + 1}`].filter(Boolean).join(", ");
}
