import { data } from "@remix-run/node";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { RolePermission } from "#app/domain/staff/roles.ts";
import { readTransaction } from "#app/domain/transactions/read-transaction.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { memo } from "#app/observability/request-context.server.ts";
import { db } from "#db/connection.ts";
import { openRecord, requireActor } from "../shared/open-record.server.ts";
import { FETCH_FAILURE } from "./failures.ts";
import { type TransactionView, transactionView } from "./view.ts";

/**
 * Guards, reads and audits a matter for its page and tabs, cached for the request (K-020, K-021).
 * If writing the audit log fails, the matter is not shown.
 */
export function openTransaction(request: Request, id = "", needs: RolePermission = "look") {
  return openRecord(request, {
    needs,
    read: async (reader) =>
      transactionView(
        await memo(`transaction ${id}`, () => readTransaction(db, reader, id)),
        new Date(),
      ),
    title: ({ address }) => address,
    failure: "There was an error getting the transaction",
  });
}

/** Data of a tab, or its error. If both are null, the matter is missing, which the layout shows. */
type Tab<Shown> = { shown: Shown | null; problem: string | null };

/** Guards and reads a tab’s data, or returns its error (K-022). `isBroken` makes the status 500. */
export async function openTab<Shown>(
  request: Request,
  id: string | undefined,
  read: (matter: TransactionView, reader: StaffReader) => Promise<Shown>,
  isBroken: (shown: Shown) => boolean = () => false,
) {
  const { record } = (await openTransaction(request, id)).data;
  if (!record) return data<Tab<Shown>>({ shown: null, problem: null });
  const reader = await requireActor(request, "look");
  const shown = await nullIfFailed(read(record, reader), { what: FETCH_FAILURE });
  if (shown === null) return data<Tab<Shown>>({ shown, problem: FETCH_FAILURE }, { status: 500 });
  return data<Tab<Shown>>({ shown, problem: null }, { status: isBroken(shown) ? 500 : 200 });
}
