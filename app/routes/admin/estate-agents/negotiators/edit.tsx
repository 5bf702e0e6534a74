import { useActionData, useLoaderData } from "@remix-run/react";
import { updateNegotiator } from "#app/domain/estate-agents/change-negotiators.server.ts";
import { NegotiatorForm } from "#app/domain/estate-agents/people-form.server.ts";
import { fullName } from "#app/domain/people/person.ts";
import type { Negotiator } from "#app/domain/estate-agents/parts.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { CONTACT_LABELS, ContactFields } from "../../kit/contact-fields.tsx";
import { changePage } from "../../kit/dialog-pages.server.ts";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { NEGOTIATOR_PAGE } from "./negotiator-page.server.ts";

const TITLE = "Edit negotiator";

export const handle: PageHandle = { title: titleFromData(TITLE) };

const server = changePage({
  ...NEGOTIATOR_PAGE,
  title: (negotiator) => `${TITLE} ${fullName(negotiator)}`,
  schema: NegotiatorForm,
  labels: CONTACT_LABELS,
  save: (negotiator, edit, place) => updateNegotiator(db, place, negotiator, edit),
  done: "Negotiator saved",
  opener: (place) => `edit-${place.negotiator_id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function EditNegotiator() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<FormValues<Negotiator>> id="negotiator" title={TITLE} page={page} result={result}>
      {(fields) => <ContactFields fields={fields} />}
    </FormDialog>
  );
}
