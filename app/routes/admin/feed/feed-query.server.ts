import { filters, loadMore, readListQuery } from "../kit/list-query.server.ts";

/** What the address of the feed says (J-049 to J-054). */
export function readFeedQuery(request: Request) {
  return readListQuery(request, {
    filter: filters.oneOf([
      "unpaid",
      "no_estate_agents",
      "no_solicitors",
      "no_searches",
      "no_thirdfort_checks",
    ]),
    ...loadMore,
  });
}

export type FeedQuery = ReturnType<typeof readFeedQuery>;
