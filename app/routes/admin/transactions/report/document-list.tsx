import { Form } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import type { ReportDocumentView } from "./view.ts";

/** The documents on which the next report rests, and the way to leave one out of it or take it in again. */
export function DocumentList({
  id,
  documents,
}: {
  id: string;
  documents: readonly ReportDocumentView[];
}) {
  if (documents.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="report-documents">
      <h3 id="report-documents">Documents</h3>
      <ul className="report-documents">
        {documents.map((document) => (
          <li key={document.key}>
            <div>
              {document.name}
              {[document.unread, document.left_out].map((note) =>
                note ? (
                  <span key={note} className="row-note">
                    {note}
                  </span>
                ) : null,
              )}
            </div>
            {document.id ? (
              <Form method="post" action={paths.admin.reportDocuments(id)} preventScrollReset>
                <input type="hidden" name="document_id" value={document.id} />
                <input type="hidden" name="leave_out" value={document.left_out ? "no" : "yes"} />
                <SubmitButton kind="secondary" size="small">
                  {document.left_out ? "Take in" : "Leave out"}
                  <span className="vh"> {document.name}</span>
                </SubmitButton>
              </Form>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
