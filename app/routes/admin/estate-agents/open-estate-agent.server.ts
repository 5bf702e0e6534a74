import { readEstateAgent } from "#app/domain/estate-agents/read-estate-agent.server.ts";
import { memo } from "#app/observability/request-context.server.ts";
import { db } from "#db/connection.ts";
import { openRecord } from "../kit/open-record.server.ts";
import { FAILURES } from "./failures.ts";
import { agentView } from "./view.ts";

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
