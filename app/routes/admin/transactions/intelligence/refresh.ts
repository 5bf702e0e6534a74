import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { refreshIntelligence } from "#app/domain/intelligence/intelligence.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { requireActor, pageOrList } from "../../shared/open-record.server.ts";
import { runAction } from "../../shared/run-action.server.ts";

/** Redirects to the matter, for people who had to sign in again after submitting the form. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireActor(request, "handle");
  return redirect(pageOf(params.id));
}

/** Refreshes the matter’s intelligence, and returns to the tab that was open (O-057). */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const form = await readForm(request);
  const to = backTo(id, formText(form, "from"));
  return runAction({
    run: () => refreshIntelligence(db, id, { actor, seen: formText(form, "seen") || null }),
    done: { to, title: "Intelligence refreshed" },
    failed: { to, title: "Intelligence not refreshed" },
    failure: "Failed to refresh transaction intelligence. Please try again.",
    here: to,
  });
}

function pageOf(id = "") {
  return pageOrList(id, paths.admin.transaction, paths.admin.transactions);
}

/**
 * Returns the URL of the tab that was open, if it is a tab of this matter. For any other value,
 * returns the matter’s page.
 */
function backTo(id: string, from: string) {
  const page = pageOf(id);
  const tab = from.slice(page.length);
  return from.startsWith(page) && /^\/[a-z-]+$/.test(tab) ? from : page;
}
