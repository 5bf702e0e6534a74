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
 * Checks the permission and reads a matter for its page and tabs. Records the view in the audit
 * log; if that fails, the matter is not shown. The matter is cached until the end of the request
 * (K-020, K-021).
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

/**
 * Data of a tab, or its error message. If both are null, the matter does not exist, and the layout
 * shows that.
 */
type Tab<Shown> = { shown: Shown | null; problem: string | null };

/**
 * Checks the permission and reads the data of a tab. If that fails, returns the message (K-022). If
 * `isBroken` returns true for the data, the status is 500.
 */
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
