import { useActionData, useLoaderData } from "@remix-run/react";
import { DOCUMENT_KINDS } from "#app/domain/documents/document-kinds.ts";
import {
  DocumentRequestForm,
  readMatterDocuments,
  requestDocument,
} from "#app/domain/documents/staff-requests.server.ts";
import { SELLERS } from "#app/domain/documents/request-states.ts";
import { fullNames } from "#app/domain/shared/names.ts";
import { paths } from "#app/paths.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { TextArea, TextField } from "#app/ui/forms/text-fields.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../../shared/dialog-pages.server.ts";
import { FormDialog } from "../../shared/form-dialog.tsx";
import { pageOrList } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";
import { overviewOr } from "../from-overview.ts";

const TITLE = "Request a document";

export const handle: PageHandle = { title: TITLE };

const server = addPage({
  needs: "handle",
  ids: ({ id = "" }, request) => ({ id, request }),
  form: ({ id }) => `request-document ${id}`,
  async readExtra({ id }, reader) {
    const { sellers, purchases } = await readMatterDocuments(db, reader, id);
    return [
      { value: SELLERS, label: `The sellers: ${fullNames(sellers)}` },
      ...purchases
        .filter(({ is_active }) => is_active)
        .map((purchase) => ({
          value: purchase.id,
          label: `The buyers: ${fullNames(purchase.buyers)}`,
        })),
    ];
  },
  schema: DocumentRequestForm,
  create: (trx, form, { actor }, { id }) =>
    requestDocument(trx, { actor, transaction_id: id, ...form }),
  done: "Document requested",
  failures: { read: FETCH_FAILURE, write: "There was an error while requesting the document" },
  back: ({ id, request }) =>
    pageOrList(
      id,
      overviewOr(request, paths.admin.transactionTab.documents),
      paths.admin.transactions,
    ),
  opener: () => "request-document",
});
export const loader = server.loader;
export const action = server.action;

const OPTIONS = Object.entries(DOCUMENT_KINDS).map(([value, label]) => ({ value, label }));

/** Renders the form in which staff request a document. The side gets an email ten minutes later. */
export default function RequestDocument() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<{ from: string; kind: string; title: string; purpose: string }>
      id="request-document-form"
      title={TITLE}
      page={{ ...page, typed: { from: SELLERS } }}
      result={result}
      submit="Request document"
    >
      {(fields) => (
        <>
          <Radios
            {...fieldProps(fields.from)}
            legend="Who should send it?"
            options={page.extra ?? []}
          />
          <SelectField
            {...fieldProps(fields.kind)}
            label="Document"
            empty="Choose a document"
            options={OPTIONS}
          />
          <TextField
            {...fieldProps(fields.title)}
            label="Name of the document"
            hint="Customers see this name. Leave it empty to use the name that you chose above."
            optional
          />
          <TextArea
            {...fieldProps(fields.purpose)}
            label="Why we need it"
            hint="Customers will read this on their page and in our email. We’ll email everyone on this side who has an account in 10 minutes. Requests made before then are in the same email."
            optional
          />
        </>
      )}
    </FormDialog>
  );
}
