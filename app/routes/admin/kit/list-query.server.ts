import { z } from "zod";
import { objectId } from "#app/domain/fields/form-rules.server.ts";
import { DEFAULT_PAGE_SIZE, MAX_SHOWN, PAGE_SIZES } from "#app/domain/paging/paging.ts";

/**
 * What the address of a list says. Whatever makes no sense falls back: a filter narrows nothing, a page is the first.
 *
 * @param shape made of the parts below
 */
export function readListQuery<Shape extends z.ZodRawShape>(request: Request, shape: Shape) {
  return z.object(shape).parse(Object.fromEntries(new URL(request.url).searchParams));
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
 * A list that continues: after which row, how many have been shown until there, and how many the page shows where it
 * has grown.
 */
export const loadMore = {
  after: filters.id(),
  shown: wholeNumber(100_000_000).catch(0),
  count: wholeNumber(MAX_SHOWN).min(1).optional().catch(undefined),
};

/** A list that continues, of rows that the database numbers itself. */
export const loadMoreNumbered = {
  ...loadMore,
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .catch(undefined),
};

/** A list with numbered pages (M-013, AMB-M08). */
export const numberedPages = {
  page: wholeNumber(1_000_000).min(1).catch(1),
  size: z.coerce
    .number()
    .pipe(z.union(PAGE_SIZES.map((size) => z.literal(size))))
    .catch(DEFAULT_PAGE_SIZE),
};
