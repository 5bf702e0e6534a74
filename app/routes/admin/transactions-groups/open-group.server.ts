import { readGroup } from "#app/domain/groups/groups.server.ts";
import { memo } from "#app/observability/request-context.server.ts";
import { db } from "#db/connection.ts";
import { openRecord } from "../kit/open-record.server.ts";
import { groupView } from "./view.ts";

/**
 * A group for its page and for each of its tabs, read once a request (P-062, P-063). Guards, as every loader does that
 * calls it.
 */
export function openGroup(request: Request, id = "") {
  return openRecord(request, {
    read: async () => groupView(await memo(`transaction group ${id}`, () => readGroup(db, id))),
    title: ({ name }) => name,
    failure: "There was an error while fetching the transactions group details",
  });
}
