import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { markTask } from "#app/domain/tasks/tasks.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { pageOrList, requireActor } from "../../shared/open-record.server.ts";
import { isDeskView } from "../../shared/desk-view.ts";
import { runAction } from "../../shared/run-action.server.ts";

const pageOf = (id: string) => pageOrList(id, paths.admin.transaction, paths.admin.transactions);

/** Redirects to the matter, for people who had to sign in again after submitting the form. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  await requireActor(request, "handle");
  return redirect(pageOf(id));
}

/**
 * Marks a task as done, or as not done again if the form says "undo". Says so if a colleague was
 * faster.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const { id = "", taskId = "" } = params;
  const form = await readForm(request);
  const is_done = formText(form, "intent") !== "undo";
  const to = backTo(id, formText(form, "from"));
  return runAction({
    run: () => markTask(db, { transaction_id: id, task_id: taskId }, { is_done, actor }),
    done: (has_changed) => ({ to, title: outcome(is_done, has_changed) }),
    failed: { to, title: "The task was not changed" },
    failure: "There was an error while saving the task",
    here: to,
  });
}

function outcome(is_done: boolean, has_changed: boolean): string {
  if (has_changed) return is_done ? "Task done" : "Task reopened";
  return is_done ? "This task was already done" : "This task was already open";
}

/**
 * Returns the page that the form was on: a tab of this matter or a view of the desk. For any other
 * value, returns the matter’s page.
 */
function backTo(id: string, from: string): string {
  const page = pageOf(id);
  if (isDeskView(from)) return from;
  return from.startsWith(page) && /^(?:\/[a-z-]+)?$/.test(from.slice(page.length)) ? from : page;
}
