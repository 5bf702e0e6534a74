import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { readInvoice } from "#app/domain/invoices/invoices.server.ts";
import { cancelInvoice } from "#app/domain/invoices/record-invoices.server.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage } from "../shared/confirm-page.server.ts";
import { FETCH_FAILURE, SAVE_FAILURE } from "./view.ts";

const TITLE = "Cancel invoice";

export const handle: PageHandle = { title: TITLE };

const server = confirmPage({
  needs: "keep_invoices",
  ids: ({ id = "" }) => id,
  async read(id, { actor }) {
    const { number, owner_name, total_pence, issued_on, received_on, sales } = await readInvoice(
      db,
      actor,
      id,
    );
    return {
      number,
      owner_name,
      total: formatPence(total_pence),
      issued: adminDate(issued_on),
      sales: pluralise(sales, "sale"),
      again: sales === 1 ? "The sale" : "The sales",
      refusal: received_on
        ? "The money of this invoice has been received. Mark it as not received first."
        : null,
      confirmed: {},
    };
  },
  confirmed: z.object({}),
  title: () => TITLE,
  failure: FETCH_FAILURE,
  back: () => paths.admin.invoices({ state: "invoiced" }),
  opener: (id) => `cancel-${id}`,
  form: (id) => `cancel-invoice ${id}`,
  run: (trx, _confirmed, { actor }, id) => cancelInvoice(trx, id, { actor }),
  words: {
    done: { title: "Invoice cancelled" },
    failed: "Invoice not cancelled",
    failure: SAVE_FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

export default function CancelInvoice() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()} cancel="Keep invoice" warning>
      {({ number, owner_name, total, issued, sales, again }) => (
        <p>
          This cancels invoice <strong>{number}</strong> of {issued} to {owner_name}: {sales},{" "}
          {total}. {again} will be under “To invoice” again. No emails are sent, so tell{" "}
          {owner_name} if they have the invoice.
        </p>
      )}
    </RecordDialog>
  );
}
