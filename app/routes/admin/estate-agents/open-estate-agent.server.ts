import { readEstateAgent } from "#app/domain/estate-agents/read-estate-agent.server.ts";
import { memo } from "#app/observability/request-context.server.ts";
import { db } from "#db/connection.ts";
import { openRecord } from "../kit/open-record.server.ts";
import { agentView } from "./view.ts";

/** Where an estate agent cannot be read (M-061), and where a change cannot be saved (M-062). */
export const FAILURES = {
  read: "There was an error while fetching the estate agent details",
  write: "There was an error while updating the estate agent details",
};

/** An estate agent, read once a request. */
export function findEstateAgent(id: string) {
  return memo(`estate agent ${id}`, () => readEstateAgent(db, id));
}

/** An estate agent for its page. Guards, as every loader does that calls it. */
export function openEstateAgent(request: Request, id = "") {
  return openRecord(request, {
    read: async () => agentView(await findEstateAgent(id)),
    title: ({ label }) => label,
    failure: FAILURES.read,
  });
}
