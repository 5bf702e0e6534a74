/** Chooses the matter that the button on the welcome page starts or continues (B-070, AMB-A07). */

import { redirect } from "@remix-run/node";
import { isObjectId } from "#app/domain/shared/answers.ts";
import {
  findUnfinished,
  newMatterId,
  ownerOfMatter,
} from "#app/domain/onboarding/unfinished-matters.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { paths, type Role } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { matterIdInUrl, notFound } from "./open-step.server.ts";

/**
 * Returns the matter in the URL. Without one, returns the unfinished matter or, if there is none, a
 * new id. Throws a 404 or a redirect.
 */
export async function findStartTarget(request: Request, role: Role, user_id: ReaderId) {
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
 * Returns the id of the matter to start or continue. If the id is new and not in the URL, an
 * unfinished matter takes its place.
 */
export async function resolveStartId(
  request: Request,
  { role, user_id, id }: { role: Role; user_id: ReaderId; id: string },
): Promise<string> {
  if (matterIdInUrl(request, role) !== null) return id;
  if ((await ownerOfMatter(db, { role, id })) !== null) return id;
  return (await findUnfinished(db, { role, user_id }))?.id ?? id;
}
