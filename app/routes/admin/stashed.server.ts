import { readStash } from "#app/auth/stash.server.ts";
import { formText, sentAgain } from "#app/forms/form.server.ts";
import { pagePath } from "#app/page-path.ts";
import type { StashedForm } from "#app/ui/forms/form-owner.tsx";
import { db } from "#db/connection.ts";
import { readVersion, versionForm } from "./kit/conflict.server.ts";

/**
 * What a member of staff sent to this page before they had to sign in again. Of a page with two versions of a record it is
 * their own, as if it had been typed into the record's form on top of the other.
 *
 * @returns null when there is nothing, or it is another person's
 */
export async function readStashedForm(
  request: Request,
  user_id: string,
): Promise<StashedForm | null> {
  const sent = await readStash(db, request, user_id);
  if (!sent) return null;
  const of_conflict = sent.has("yours");
  return {
    path: pagePath(new URL(request.url).pathname),
    form_id: of_conflict ? null : formText(sent, "form_id"),
    result: sentAgain(of_conflict ? versionForm(readVersion(sent, "yours")) : sent),
    opened: formText(sent, "opened") || null,
  };
}
