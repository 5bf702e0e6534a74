import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { leaveOutDocument } from "#app/domain/reports/read-documents.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { db, inTransaction } from "#db/connection.ts";
import { requireActor, pageOrList } from "../../shared/open-record.server.ts";
import { runAction } from "../../shared/run-action.server.ts";

/** Redirects to the matter, for people who had to sign in again after submitting the form. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireActor(request, "handle");
  return redirect(tabOf(params.id));
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const form = await readForm(request);
  const document_id = formText(form, "document_id");
  const leave_out = formText(form, "leave_out") !== "no";
  const to = tabOf(id);
  return runAction({
    run: () =>
      inTransaction(db, (trx) => leaveOutDocument(trx, id, { actor, document_id, leave_out })),
    done: {
      to,
      title: leave_out ? "Document excluded" : "Document included",
      description: "The report will change when you generate it again.",
    },
    failed: { to, title: leave_out ? "Document not excluded" : "Document not included" },
    failure: "Failed to update the documents in the report",
    here: to,
  });
}

function tabOf(id = "") {
  return pageOrList(id, paths.admin.transactionTab.searches, paths.admin.transactions);
}
