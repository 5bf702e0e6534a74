import { readTransaction } from "#app/domain/transactions/read-transaction.server.ts";
import { memo } from "#app/observability/request-context.server.ts";
import { db } from "#db/connection.ts";
import { openRecord } from "../kit/open-record.server.ts";
import { transactionView } from "./view.ts";

/**
 * A matter for its page and for each of its tabs, read once a request (K-020, K-021). Guards, as every loader does that
 * calls it.
 */
export function openTransaction(request: Request, id = "") {
  return openRecord(request, {
    read: async () =>
      transactionView(await memo(`transaction ${id}`, () => readTransaction(db, id))),
    title: ({ address }) => address,
    failure: "There was an error getting the transaction",
  });
}
