import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { undoAction } from "#app/domain/actions/undo-action.server.ts";
import { paths } from "#app/paths.ts";
import { db, inTransaction } from "#db/connection.ts";
import { pageOrList, requireActor } from "../../shared/open-record.server.ts";
import { runAction } from "../../shared/run-action.server.ts";

const pageOf = (id: string) => pageOrList(id, paths.admin.transaction, paths.admin.transactions);

/** Redirects to the matter, for people who had to sign in again after submitting the form. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  await requireActor(request, "handle");
  return redirect(pageOf(id));
}

/** Undoes an action whose emails have not been sent. */
export async function action({ request, params: { id = "", actionId = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const to = pageOf(id);
  const taken = { transaction_id: id, action_id: actionId };
  return runAction({
    run: () => inTransaction(db, (trx) => undoAction(trx, taken, { actor })),
    done: { to, title: "Undone", description: "No emails were sent about it." },
    failed: { to, title: "This can’t be undone" },
    failure: "There was an error while undoing the action",
    here: to,
  });
}
