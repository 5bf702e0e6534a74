import { useActionData, useLoaderData } from "@remix-run/react";
import {
  AgentFeeForm,
  type AgentFeeValues,
  readAgentFeeForm,
  updateAgentFee,
} from "#app/domain/assignments/agent-fee.server.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { changePage } from "../../shared/dialog-pages.server.ts";
import { FormDialog } from "../../shared/form-dialog.tsx";
import { pageOrList } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";

const TITLE = "Agent’s fee";

export const handle: LayoutHandle = { part: TITLE };

const server = changePage({
  needs: "handle",
  ids: ({ id = "" }) => id,
  read: (id, reader) => readAgentFeeForm(db, reader, id),
  title: () => TITLE,
  schema: AgentFeeForm,
  labels: { fee: "Fee", vat: "VAT" },
  save: (fee, edit, id) => updateAgentFee(db, id, fee, edit),
  done: "Agent’s fee saved",
  failures: { read: FETCH_FAILURE, write: "There was an error while saving the agent’s fee" },
  back: (id) =>
    pageOrList(id, paths.admin.transactionTab["estate-agent"], paths.admin.transactions),
  opener: () => "agent-fee",
});
export const loader = server.loader;
export const action = server.action;

const VAT = [
  { value: "plus", label: "Plus VAT" },
  { value: "included", label: "Including VAT" },
];

/** Records what the seller owes the estate agent on completion, as the agent states it. */
export default function AgentFee() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<FormValues<AgentFeeValues>> id="fee" title={TITLE} page={page} result={result}>
      {(fields) => (
        <>
          <TextField
            {...fieldProps(fields.fee)}
            label="Fee"
            hint="An amount, like £3,000, or a percentage of the sale price, like 1.25%. Leave it empty if you don’t know. No emails are sent."
            width="20"
          />
          <Radios {...fieldProps(fields.vat)} legend="VAT" options={VAT} />
        </>
      )}
    </FormDialog>
  );
}
