import { useActionData, useLoaderData } from "@remix-run/react";
import { updateValuer } from "#app/domain/estate-agents/change-valuers.server.ts";
import { ValuerForm } from "#app/domain/estate-agents/people-form.server.ts";
import { fullName } from "#app/domain/people/person.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { CONTACT_LABELS } from "../../kit/contact-fields.tsx";
import { changePage } from "../../kit/dialog-pages.server.ts";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { ValuerFields, type ValuerFormValues } from "./valuer-fields.tsx";
import { VALUER_PAGE } from "./valuer-page.server.ts";
import { WEEKLY_LEADS } from "../weekly-leads.tsx";

const TITLE = "Edit valuer";

export const handle: PageHandle = { title: titleFromData(TITLE) };

const server = changePage({
  ...VALUER_PAGE,
  title: (valuer) => `${TITLE} ${fullName(valuer)}`,
  schema: ValuerForm,
  labels: {
    ...CONTACT_LABELS,
    primary_valuer: "Primary valuer",
    is_subscribed: WEEKLY_LEADS,
  },
  save: (valuer, edit, place) => updateValuer(db, place, valuer, edit),
  done: "Valuer saved",
  opener: (place) => `edit-${place.valuer_id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function EditValuer() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<ValuerFormValues> id="valuer" title={TITLE} page={page} result={result}>
      {(fields) => (
        <ValuerFields fields={fields} isPrimary={page.record?.primary_valuer === "on"} />
      )}
    </FormDialog>
  );
}
