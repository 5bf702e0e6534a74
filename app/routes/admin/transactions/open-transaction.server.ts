import { type Actor, recordView } from "#app/domain/audit/audit.server.ts";
import { readTransaction } from "#app/domain/transactions/read-transaction.server.ts";
import { memo } from "#app/observability/request-context.server.ts";
import { db } from "#db/connection.ts";
import { openRecord } from "../kit/open-record.server.ts";
import { transactionView } from "./view.ts";

/**
 * A matter for its page and for each of its tabs, read once a request (K-020, K-021), and that it was looked at is
 * written down: what cannot be is not shown. Guards, as every loader does that calls it.
 */
export function openTransaction(request: Request, id = "") {
  return openRecord(request, {
    read: async (actor) =>
      transactionView(await memo(`transaction ${id}`, () => view(id, actor)), new Date()),
    title: ({ address }) => address,
    failure: "There was an error getting the transaction",
  });
}

async function view(id: string, actor: Actor) {
  const transaction = await readTransaction(db, id);
  await recordView(db, { actor, subject: { type: "transaction", id } });
  return transaction;
}
