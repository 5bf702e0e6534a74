import { z } from "zod";
import { readListQuery } from "../kit/list-query.server.ts";

/** How many rows of a table are shown first (S-005), and how many "Show More" adds. */
export const FIRST_ROWS = 10;
export const MORE_ROWS = 100;
const MAX_ROWS = 10_000;

const rows = z.coerce.number().int().min(FIRST_ROWS).max(MAX_ROWS).catch(FIRST_ROWS);

/** How far the two long tables are opened; whatever makes no sense is closed. */
export function readStatsQuery(request: Request) {
  return readListQuery(request, { offices: rows, health: rows });
}

export type StatsQuery = ReturnType<typeof readStatsQuery>;
