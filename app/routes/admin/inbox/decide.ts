import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { closeConversation, reopenConversation } from "#app/domain/conversations/state.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { db, inTransaction } from "#db/connection.ts";
import { requireActor } from "../shared/open-record.server.ts";
import { runAction } from "../shared/run-action.server.ts";
import { placeQuery, readInboxPlace } from "./inbox-place.server.ts";

const DECISIONS = { close: closeConversation, reopen: reopenConversation };

const Decision = z.object({
  decision: z.enum(["close", "reopen"]),
  version: z.coerce.number().int().min(1).max(1_000_000_000),
});

const DONE = { close: "Conversation closed", reopen: "Conversation is open again" };

/** Leads to the page of the conversation, for someone who opens this address. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  await requireActor(request, "look");
  return redirect(paths.admin.conversation(id, placeQuery(readInboxPlace(request))));
}

/** Closes a conversation, or opens it again, which also ends its snooze. */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const posted = await readForm(request);
  const place = placeQuery(readInboxPlace(request));
  const here = paths.admin.conversation(id, place);
  const decided = Decision.safeParse({
    decision: formText(posted, "decision"),
    version: formText(posted, "version"),
  });
  // The pages that we render never post invalid fields.
  if (!decided.success) throw data(null, { status: 400 });
  const { decision, version } = decided.data;
  return runAction({
    run: () =>
      inTransaction(db, (trx) =>
        DECISIONS[decision](trx, { conversation_id: id, version }, { actor }),
      ),
    done: { to: decision === "close" ? paths.admin.inbox(place) : here, title: DONE[decision] },
    failed: { to: here, title: "Nothing has been changed" },
    failure: "There was an error while saving your decision",
    here,
  });
}
