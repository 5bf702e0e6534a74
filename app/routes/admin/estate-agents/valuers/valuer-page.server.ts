import type { LoaderFunctionArgs } from "@remix-run/node";
import { readValuer } from "#app/domain/estate-agents/change-valuers.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { FAILURES } from "../failures.ts";

type Place = Parameters<typeof readValuer>[1];

/** What the dialogs about one valuer have in common. */
export const VALUER_PAGE = {
  ids: ({ id = "", valuerId = "" }: LoaderFunctionArgs["params"]): Place => ({
    estate_agent_id: id,
    valuer_id: valuerId,
  }),
  read: (place: Place) => readValuer(db, place),
  failures: FAILURES,
  back: (place: Place) => paths.admin.estateAgent(place.estate_agent_id),
};
