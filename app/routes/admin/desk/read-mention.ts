import type { ActionFunctionArgs } from "@remix-run/node";
import { markMentionRead } from "#app/domain/desk/mentions.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { db, inTransaction } from "#db/connection.ts";
import { isDeskView } from "../shared/desk-view.ts";
import { requireActor } from "../shared/open-record.server.ts";
import { runAction } from "../shared/run-action.server.ts";

/** Marks a note as read for the member of staff whom it mentions, and returns to the desk. */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const from = formText(await readForm(request), "from");
  const to = isDeskView(from) ? from : paths.admin.desk();
  return runAction({
    run: () => inTransaction(db, (trx) => markMentionRead(trx, id, { actor })),
    done: { to, title: "Note marked as read" },
    failed: { to, title: "Note not marked as read" },
    failure: "There was an error while marking the note as read",
    here: to,
  });
}
