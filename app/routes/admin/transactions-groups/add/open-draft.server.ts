import { redirect } from "@remix-run/node";
import { type DraftPlace, newDraftId } from "#app/domain/groups/group-draft.server.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { paths } from "#app/paths.ts";
import { requireActor } from "../../kit/actor.server.ts";

/**
 * Whose draft a page is about, and which: the address says it. Guards, as every loader and action does that calls it.
 *
 * @throws a redirect to a new draft where the address names none (P-003)
 */
export async function openDraft(request: Request) {
  const actor = await requireActor(request);
  const draft = new URL(request.url).searchParams.get("draft");
  if (!isObjectId(draft)) {
    throw redirect(paths.admin.newTransactionsGroup.page({ draft: newDraftId() }));
  }
  const place: DraftPlace = { user_id: actor.id, draft_id: draft };
  return { actor, place, query: { draft } };
}
