import type { ActionFunctionArgs } from "@remix-run/node";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import {
  ReturnedDocumentsForm,
  recordDocumentsReturned,
} from "#app/domain/returned-documents/returned-documents.server.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { showFormErrors, parseForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";

const DOCUMENTS: Record<Side, string> = {
  seller: "engagement letter and TA forms",
  buyer: "engagement letter",
};

const MARKED = { returned: "returned", not_returned: "not returned" };

/** Records that a customer has received or returned documents. Both dashboards use this action. */
export async function returnedDocumentsAction(
  { request, params: { id = "" } }: ActionFunctionArgs,
  side: Side,
) {
  const reader = await requireCustomer(request);
  const submission = await parseForm(request, ReturnedDocumentsForm);
  if (submission.status !== "success") return showFormErrors(submission);
  const dashboard = paths.dashboard[side === "seller" ? "sell" : "buy"](id);
  try {
    await recordDocumentsReturned(db, { transaction_id: id, side, reader, ...submission.value });
  } catch (error) {
    if (!(error instanceof ConflictError)) return asErrorPage(error);
    return redirectWithFlash(dashboard, { kind: "info", title: error.message });
  }
  return redirectWithFlash(dashboard, {
    kind: "success",
    title: `Thanks. We’ve marked your ${DOCUMENTS[side]} as ${MARKED[submission.value.papers]}`,
  });
}
