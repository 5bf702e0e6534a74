import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { readNotInvoiced, undoNotInvoiced } from "#app/domain/invoices/not-invoiced.server.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecordDialog } from "../shared/confirm-dialog.tsx";
import { confirmPage } from "../shared/confirm-page.server.ts";
import { FETCH_FAILURE, notNeededView } from "./view.ts";

const TITLE = "Invoice after all";

export const handle: PageHandle = { title: TITLE };

const server = confirmPage({
  needs: "keep_invoices",
  ids: ({ id = "" }) => id,
  read: async (id, { actor }) => ({
    ...notNeededView(await readNotInvoiced(db, actor, id)),
    refusal: null,
    confirmed: {},
  }),
  confirmed: z.object({}),
  title: () => TITLE,
  failure: FETCH_FAILURE,
  back: () => paths.admin.invoices({ state: "not_needed" }),
  opener: (id) => `needed-${id}`,
  form: (id) => `invoice-needed ${id}`,
  run: (trx, _confirmed, { actor }, id) => undoNotInvoiced(trx, id, { actor }),
  words: {
    done: { title: "The sale is to invoice again" },
    failed: "Sale not changed",
    failure: "Failed to change the sale. Please try again.",
  },
});
export const loader = server.loader;
export const action = server.action;

export default function InvoiceNeeded() {
  return (
    <RecordDialog page={useLoaderData<typeof loader>()}>
      {({ number, address, owner_name, reason, decided_by, decided_on }) => (
        <p>
          {decided_by} decided on {decided_on} not to invoice <strong>{number}</strong>, {address},
          to {owner_name}. Reason: {reason}. The sale will be under “To invoice” again. No emails
          are sent.
        </p>
      )}
    </RecordDialog>
  );
}
