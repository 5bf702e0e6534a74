import { z } from "zod";
import { objectId } from "#app/domain/ids.server.ts";

/** What the list's address says; what makes no sense narrows nothing. */

/** The list grows by this many (J-025, W-002). */
export const PAGE_SIZE = 20;
/** A page never holds more: whoever looks for an old matter narrows the list. */
const MOST_SHOWN = 500;

const Query = z.object({
  paid: z.enum(["paid", "unpaid"]).optional().catch(undefined),
  estate_agent: objectId().optional().catch(undefined),
  lawyer_group: objectId().optional().catch(undefined),
  count: z.coerce.number().int().min(PAGE_SIZE).catch(PAGE_SIZE),
});

export type ListQuery = z.output<typeof Query>;

export function readListQuery(search: URLSearchParams): ListQuery {
  const query = Query.parse(Object.fromEntries(search));
  return { ...query, count: Math.min(query.count, MOST_SHOWN) };
}

/** The query that shows more of the same list; null at the most. */
export function queryForMore({ count, ...filter }: ListQuery): ListQuery | null {
  return count < MOST_SHOWN ? { ...filter, count: count + PAGE_SIZE } : null;
}
