import { redirect } from "@remix-run/node";
import { isObjectId } from "#app/domain/fields/answers.ts";
import {
  findUnfinished,
  newMatterId,
  ownerOfMatter,
} from "#app/domain/onboarding/unfinished-matters.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { paths, type Role } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { matterIdInUrl, notFound } from "./open-step.server.ts";

/** Which sale or purchase the button of the welcome page is about (B-070, AMB-A07). */

/**
 * Returns the matter that the address names, or else the unfinished one, or else a new id.
 *
 * @throws a 404 for another person's id; a redirect for a matter of this customer that is finished
 */
export async function readStart(request: Request, role: Role, user_id: ReaderId) {
  const named = matterIdInUrl(request, role);
  if (named !== null && !isObjectId(named)) throw notFound();
  const owner = named === null ? null : await ownerOfMatter(db, { role, id: named });
  if (owner !== null && owner !== user_id) throw notFound();
  if (named !== null && owner === null) return { id: named, continues: false, home: "" };

  const unfinished = await findUnfinished(db, { role, user_id, id: named ?? undefined });
  if (named !== null && !unfinished) throw redirect(paths.welcomeBack());
  return {
    id: unfinished?.id ?? newMatterId(),
    continues: unfinished !== null,
    home: unfinished?.address ?? "",
  };
}

/**
 * Returns the id that is started or continued: the one that the page posted, unless it is new and the customer has an
 * unfinished matter. Only "Sell a property" and "Purchase a property" name a new one in the address.
 */
export async function chooseStart(
  request: Request,
  { role, user_id, id }: { role: Role; user_id: ReaderId; id: string },
): Promise<string> {
  if (matterIdInUrl(request, role) !== null) return id;
  if ((await ownerOfMatter(db, { role, id })) !== null) return id;
  return (await findUnfinished(db, { role, user_id }))?.id ?? id;
}
