import { useActionData, useLoaderData } from "@remix-run/react";
import { addNegotiator } from "#app/domain/estate-agents/change-negotiators.server.ts";
import { NegotiatorForm } from "#app/domain/estate-agents/people-form.server.ts";
import type { Negotiator } from "#app/domain/estate-agents/parts.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { ContactFields } from "../../kit/contact-fields.tsx";
import { addPage } from "../../kit/dialog-pages.server.ts";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { FAILURES } from "../failures.ts";
import { findEstateAgent } from "../open-estate-agent.server.ts";

const TITLE = "Add negotiator";

export const handle: LayoutHandle = { part: TITLE };

const server = addPage({
  ids: ({ id = "" }) => id,
  form: (id) => `negotiator of ${id}`,
  readOwner: findEstateAgent,
  schema: NegotiatorForm,
  create: (trx, negotiator, by, id) => addNegotiator(trx, id, negotiator, by),
  done: "Negotiator added",
  failures: FAILURES,
  back: paths.admin.estateAgent,
  opener: () => "add-negotiator",
});
export const loader = server.loader;
export const action = server.action;

export default function AddNegotiator() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<FormValues<Negotiator>>
      id="negotiator"
      title={TITLE}
      page={page}
      result={result}
      submit="Add negotiator"
    >
      {(fields) => <ContactFields fields={fields} />}
    </FormDialog>
  );
}
