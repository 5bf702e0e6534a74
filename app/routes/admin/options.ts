import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { listAgentOptions } from "#app/domain/estate-agents/agent-queries.server.ts";
import { findOptions, type OptionQuery } from "#app/domain/shared/choices.server.ts";
import {
  listLawyerGroupOptions,
  listSolicitorOptions,
} from "#app/domain/solicitors/lawyer-groups.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { readDb } from "#db/connection.ts";
import { filters, readListQuery } from "./shared/list.server.ts";

const LISTS = {
  "estate-agents": listAgentOptions,
  "lawyer-groups": listLawyerGroupOptions,
  solicitors: listSolicitorOptions,
};

const LIST_NAMES = {
  "estate-agents": "estate_agents",
  "lawyer-groups": "lawyer_groups",
  solicitors: "lawyer_groups",
} as const;

export type OptionsOf = keyof typeof LISTS;

const MAX_SUGGESTED = 20;

const findQuery = z.object({ find: filters.search() });

export async function loader({ request, params: { of = "" } }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  if (!isOptionsOf(of)) throw data(null, { status: 404 });
  const { find = "" } = readListQuery(request, findQuery);
  const list = (query: OptionQuery) => LISTS[of](readDb, query);
  const found = await nullIfFailed(findOptions(list, find, MAX_SUGGESTED), {
    what: "looking for options",
  });
  if (found) await reader.recordView({ list: LIST_NAMES[of], typed: find });
  return data({ find, found }, { status: found ? 200 : 500 });
}

function isOptionsOf(of: string): of is OptionsOf {
  return Object.hasOwn(LISTS, of);
}
