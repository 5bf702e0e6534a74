import { exportInvoices } from "#app/domain/invoices/export-invoices.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { db } from "#db/connection.ts";
import { filePage } from "../shared/file-download.server.ts";
import { readInvoicesQuery } from "./query.server.ts";
import { FETCH_FAILURE } from "./view.ts";

/** Sends the filtered list of invoices as CSV. */
export const loader = filePage({
  needs: "keep_invoices",
  async read(_params, reader, request) {
    const { state, month } = readInvoicesQuery(request);
    const text = await exportInvoices(db, reader, { state, month }, londonDay(new Date()));
    return {
      bytes: Buffer.from(text),
      file_name: `invoices-${[state.replace("_", "-"), month].filter(Boolean).join("-")}.csv`,
      media_type: "text/csv; charset=utf-8",
    };
  },
  failure: FETCH_FAILURE,
});
