import { useActionData, useLoaderData } from "@remix-run/react";
import { DomainError } from "#app/domain/errors.ts";
import { MOST_ITEMS, readUnpaidInvoices } from "#app/domain/invoices/invoices.server.ts";
import { ReceivedForm, recordReceived } from "#app/domain/invoices/record-invoices.server.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import type { DateParts } from "#app/domain/transactions/significant-dates.ts";
import { paths } from "#app/paths.ts";
import { DateField } from "#app/ui/forms/date-field.tsx";
import { dateProps } from "#app/ui/forms/field-props.ts";
import { labelByPart } from "#app/ui/forms/form-types.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { Bullets } from "../shared/bullets.tsx";
import { addPage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { FETCH_FAILURE, SAVE_FAILURE } from "./view.ts";

const TITLE = "Record money received";

export const handle: PageHandle = { title: TITLE };

const server = addPage({
  needs: "keep_invoices",
  ids: (_params, request) => new URL(request.url).searchParams.getAll("invoice"),
  form: () => "invoices-received",
  async readExtra(ids, reader) {
    if (ids.length === 0) throw new DomainError("Choose at least one invoice");
    if (ids.length > MOST_ITEMS) throw new DomainError(`Choose at most ${MOST_ITEMS} invoices`);
    const invoices = await readUnpaidInvoices(db, reader, ids);
    if (invoices.length === 0) throw new DomainError("These invoices are no longer unpaid");
    return {
      ids: invoices.map(({ id }) => id).join(),
      lines: invoices.map(
        ({ number, owner_name, total_pence }) =>
          `${number}, ${owner_name}: ${formatPence(total_pence)}`,
      ),
    };
  },
  schema: ReceivedForm,
  create: (trx, received, by) => recordReceived(trx, received, by),
  done: "Money recorded",
  failures: { read: FETCH_FAILURE, write: SAVE_FAILURE },
  back: () => paths.admin.invoices({ state: "invoiced" }),
  leadsTo: () => paths.admin.invoices({ state: "received" }),
  opener: () => "received",
});
export const loader = server.loader;
export const action = server.action;

type Values = { invoices: string; received_on: DateParts };

const LABELS = { received_on: "Day on which the money came in" };

/** Records that the money of one or several invoices came in on one day. */
export default function RecordReceived() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { ids = "", lines = [] } = page.extra ?? {};
  return (
    <FormDialog<Values>
      id="received-form"
      title={TITLE}
      page={page}
      result={result}
      submit="Record money"
      questionNames={labelByPart(LABELS)}
    >
      {(fields) => (
        <>
          <Bullets lines={lines} />
          <input type="hidden" name="invoices" value={ids} />
          <DateField {...dateProps(fields.received_on)} legend={LABELS.received_on} />
          <p className="hint">You can mark an invoice as not received later. No emails are sent.</p>
        </>
      )}
    </FormDialog>
  );
}
