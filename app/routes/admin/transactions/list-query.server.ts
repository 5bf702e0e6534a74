import { filters, loadMore, readListQuery } from "../kit/list-query.server.ts";

/** The list grows by this many (J-025, W-002). */
export const PAGE_SIZE = 20;

/** What the address of the list says (J-001 to J-005). */
export function readTransactionsQuery(request: Request) {
  return readListQuery(request, {
    paid: filters.oneOf(["paid", "unpaid"]),
    estate_agent: filters.id(),
    lawyer_group: filters.id(),
    ...loadMore,
  });
}

export type TransactionsQuery = ReturnType<typeof readTransactionsQuery>;
