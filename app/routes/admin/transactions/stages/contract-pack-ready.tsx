import { useActionData, useLoaderData } from "@remix-run/react";
import {
  ContractPackForm,
  recordContractPackReady,
} from "#app/domain/sales/contract-pack.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { type DateParts, toDateParts } from "#app/domain/transactions/significant-dates.ts";
import { readTransaction } from "#app/domain/transactions/read-transaction.server.ts";
import { paths } from "#app/paths.ts";
import { DateField } from "#app/ui/forms/date-field.tsx";
import { dateProps } from "#app/ui/forms/field-props.ts";
import { labelByPart } from "#app/ui/forms/form-types.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../../shared/dialog-pages.server.ts";
import { FormDialog } from "../../shared/form-dialog.tsx";
import { pageOrList } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";

const TITLE = "Record contract pack ready";
const READY_ON = "Ready on";

export const handle: PageHandle = { title: TITLE };

const server = addPage({
  needs: "handle",
  ids: ({ id = "" }) => id,
  form: (id) => `contract-pack-ready ${id}`,
  readOwner: (id, reader) => readTransaction(db, reader, id),
  readExtra: () => Promise.resolve(toDateParts(londonDay(new Date()))),
  schema: ContractPackForm,
  create: (trx, pack, by, id) => recordContractPackReady(trx, id, pack, by),
  done: "Contract pack recorded as ready",
  failures: { read: FETCH_FAILURE, write: "There was an error while recording the contract pack" },
  back: (id) => pageOrList(id, paths.admin.stages.page, paths.admin.transactions),
  opener: () => "pack-ready",
});
export const loader = server.loader;
export const action = server.action;

/** Renders the form that records the contract pack as ready. The date is today’s at first. */
export default function ContractPackReady() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<{ ready_on: DateParts }>
      id="contract-pack-ready"
      title={TITLE}
      page={{ ...page, typed: page.extra && { ready_on: page.extra } }}
      result={result}
      submit="Record as ready"
      questionNames={labelByPart({ ready_on: READY_ON })}
    >
      {(fields) => (
        <>
          <p className="hint">
            The day on which the seller’s solicitor had the contract pack ready. It needs no buyer.
            We’ll email the sellers in 10 minutes. If you undo it before then, no email is sent.
          </p>
          <DateField {...dateProps(fields.ready_on)} legend={READY_ON} />
        </>
      )}
    </FormDialog>
  );
}
