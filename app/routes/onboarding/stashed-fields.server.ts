import { readStash } from "#app/auth/stash.server.ts";
import { formText, typedFields } from "#app/forms/form.server.ts";
import { db } from "#db/connection.ts";

/**
 * What somebody sent of this page's form before they had to sign in again, if it was about the same matter.
 *
 * @param matter.field the hidden field that names it
 * @param matter.id undefined for one that is not there yet
 */
export async function readStashedFields(
  request: Request,
  customer_id: string,
  { field, id = "" }: { field: string; id: string | undefined },
): Promise<Record<string, unknown> | null> {
  const sent = await readStash(db, request, customer_id);
  return sent && formText(sent, field) === id ? typedFields(sent) : null;
}
