import { useActionData, useLoaderData } from "@remix-run/react";
import { addValuer } from "#app/domain/estate-agents/change-valuers.server.ts";
import { ValuerForm } from "#app/domain/estate-agents/people-form.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { addPage } from "../../kit/dialog-pages.server.ts";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { FAILURES } from "../failures.ts";
import { findEstateAgent } from "../open-estate-agent.server.ts";
import { ValuerFields, type ValuerFormValues } from "./valuer-fields.tsx";

const TITLE = "Add valuer";

export const handle: LayoutHandle = { part: TITLE };

const server = addPage({
  ids: ({ id = "" }) => id,
  form: (id) => `valuer of ${id}`,
  readOwner: findEstateAgent,
  schema: ValuerForm,
  create: (trx, valuer, by, id) => addValuer(trx, id, valuer, by),
  done: "Valuer added",
  failures: FAILURES,
  back: paths.admin.estateAgent,
  opener: () => "add-valuer",
});
export const loader = server.loader;
export const action = server.action;

export default function AddValuer() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<ValuerFormValues>
      id="valuer"
      title={TITLE}
      page={page}
      result={result}
      submit="Add valuer"
    >
      {(fields) => <ValuerFields fields={fields} />}
    </FormDialog>
  );
}
