import { z } from "zod";
import { listHandlerOptions } from "#app/domain/handlers/handlers.server.ts";
import { handlersFor } from "#app/domain/handlers/my-matters.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { Db } from "#db/connection.ts";

const MINE = "mine";
/** Value of the filter for matters without a handler. */
export const NO_HANDLER = "none";

/**
 * Schema of the query parameter that filters by handler: "mine", "none" or the id of a colleague.
 */
export const handlerFilter = () =>
  z
    .string()
    .refine((value) => value === MINE || value === NO_HANDLER || isObjectId(value))
    .optional()
    .catch(undefined);

type HandlerFilter = string | undefined;

/**
 * Returns the handlers that the filter selects: null for matters without one, undefined for all
 * matters. "mine" includes the colleagues for whom the reader is the stand-in today.
 */
export async function readHandlers(
  db: Db,
  reader_id: string,
  filter: HandlerFilter,
  now: Date,
): Promise<readonly string[] | null | undefined> {
  if (filter === undefined) return undefined;
  if (filter === NO_HANDLER) return null;
  return filter === MINE ? handlersFor(db, reader_id, londonDay(now)) : [filter];
}

/** Returns the select field of the filter, and the label of the chosen option for the title. */
export async function readHandlerSelect(db: Db, value: HandlerFilter) {
  const options = [
    { value: MINE, label: "Mine" },
    { value: NO_HANDLER, label: "No handler" },
    ...(await listHandlerOptions(db)),
  ];
  return {
    select: { name: "handler", label: "Handler", all: "Anyone’s", options, value },
    chosen: options.find((option) => option.value === value)?.label,
  };
}
