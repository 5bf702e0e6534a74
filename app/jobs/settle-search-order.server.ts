import { settleOrder } from "#app/domain/searches/order-searches.server.ts";
import { payloads } from "#app/queue/jobs.ts";
import { db } from "#db/connection.ts";
import { defineJob } from "./job.ts";

/** Finds out what became of an order of searches that nobody has heard of: see settleOrder. */
export const settleSearchOrder = defineJob({
  payload: payloads["settle-search-order"],
  run: ({ search_order_id }) => settleOrder(db, search_order_id),
});
