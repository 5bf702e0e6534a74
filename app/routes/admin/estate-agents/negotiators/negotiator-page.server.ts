import type { LoaderFunctionArgs } from "@remix-run/node";
import { readNegotiator } from "#app/domain/estate-agents/change-negotiators.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { FAILURES } from "../failures.ts";

type Place = Parameters<typeof readNegotiator>[1];

/** What the dialogs about one negotiator have in common. */
export const NEGOTIATOR_PAGE = {
  ids: ({ id = "", negotiatorId = "" }: LoaderFunctionArgs["params"]): Place => ({
    estate_agent_id: id,
    negotiator_id: negotiatorId,
  }),
  read: (place: Place) => readNegotiator(db, place),
  failures: FAILURES,
  back: (place: Place) => paths.admin.estateAgent(place.estate_agent_id),
};
