import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { readInvoice } from "#app/domain/invoices/invoices.server.ts";
import { undoReceived } from "#app/domain/invoices/record-invoices.server.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage, hidden } from "../shared/confirm-page.server.ts";
import { FETCH_FAILURE, SAVE_FAILURE } from "./view.ts";

const TITLE = "Mark as not received";

export const handle: PageHandle = { title: TITLE };

const server = confirmPage({
  needs: "keep_invoices",
  ids: ({ id = "" }) => id,
  async read(id, { actor }) {
    const { number, owner_name, total_pence, received_on } = await readInvoice(db, actor, id);
    return {
      number,
      owner_name,
      total: formatPence(total_pence),
      received: received_on && adminDate(received_on),
      refusal: received_on ? null : "This invoice is not marked as received.",
      confirmed: { received_on: received_on ?? "" },
    };
  },
  confirmed: z.object({ received_on: hidden.text() }),
  title: () => TITLE,
  failure: FETCH_FAILURE,
  back: () => paths.admin.invoices({ state: "received" }),
  opener: (id) => `not-received-${id}`,
  form: (id) => `invoice-not-received ${id}`,
  run: (trx, { received_on }, { actor }, id) => undoReceived(trx, id, { received_on, actor }),
  words: {
    done: { title: "Invoice marked as not received" },
    failed: "Invoice not changed",
    failure: SAVE_FAILURE,
  },
});
export const loader = server.loader;
export const action = server.action;

export default function InvoiceNotReceived() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ number, owner_name, total, received }) => (
        <p>
          Invoice <strong>{number}</strong> to {owner_name}, {total}, was marked as received on{" "}
          {received}. It will be unpaid again. No emails are sent.
        </p>
      )}
    </RecordDialog>
  );
}
