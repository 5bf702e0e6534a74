import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { generateReport } from "#app/domain/reports/report.server.ts";
import { readTransactionAddress } from "#app/domain/transactions/read-transaction.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { renderReport } from "#app/pdf/pdf.server.ts";
import { db } from "#db/connection.ts";
import { requireActor, pageOrList } from "../../shared/open-record.server.ts";
import { runAction } from "../../shared/run-action.server.ts";

/** Redirects to the matter, for people who had to sign in again after submitting the form. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireActor(request, "handle");
  return redirect(tabOf(params.id));
}

/** Generates the report on the searches of a matter (O-031). */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const form = await readForm(request);
  const to = tabOf(id);
  return runAction({
    async run() {
      const address = await readTransactionAddress(db, actor, id);
      const seen = formText(form, "seen") || null;
      await generateReport(db, id, { seen, actor, address, render: renderReport });
    },
    done: { to, title: "Report generated" },
    failed: { to, title: "Report not generated" },
    failure: "Failed to generate property search report",
    here: to,
  });
}

function tabOf(id = "") {
  return pageOrList(id, paths.admin.transactionTab.searches, paths.admin.transactions);
}
