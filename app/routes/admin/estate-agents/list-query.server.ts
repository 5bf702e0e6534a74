import { filters, numberedPages, readListQuery } from "../kit/list-query.server.ts";

/** What the address of the list says (M-001, M-003, M-012). */
export function readEstateAgentsQuery(request: Request) {
  return readListQuery(request, {
    search: filters.search(),
    brand: filters.id(),
    ...numberedPages,
  });
}
