import { readEstateAgent } from "#app/domain/estate-agents/read-estate-agent.server.ts";
import { memo } from "#app/observability/request-context.server.ts";
import { db } from "#db/connection.ts";
import { openRecord } from "../kit/open-record.server.ts";
import { agentView } from "./view.ts";

/** Where an estate agent cannot be read (M-061). */
const FETCH_FAILURE = "There was an error while fetching the estate agent details";

/** Where a change cannot be saved (M-062). */
export const UPDATE_FAILURE = "There was an error while updating the estate agent details";

/** An estate agent for its page, read once a request. Guards, as every loader does that calls it. */
export function openEstateAgent(request: Request, id = "") {
  return openRecord(request, {
    read: async () => agentView(await memo(`estate agent ${id}`, () => readEstateAgent(db, id))),
    title: ({ label }) => label,
    failure: FETCH_FAILURE,
  });
}

/** A part of an estate agent for the page that changes it. Guards. */
export function openPart<Part>(
  request: Request,
  { read, title }: { read: () => Promise<Part>; title: (part: Part) => string },
) {
  return openRecord(request, { read, title, failure: FETCH_FAILURE });
}
