import * as thirdfort from "#app/clients/thirdfort.server.ts";
import { isRefused } from "#app/clients/vendor-error.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import {
  NOTHING_ORDERED,
  requireNotRestored,
} from "#app/domain/restorations/restorations.server.ts";
import type { Db } from "#db/connection.ts";
import { checkLabel } from "./check-status.ts";
import { planCheck } from "./plan-check.server.ts";
import type { PersonPlace } from "./read-checks.server.ts";
import { recordAnswer } from "./record-answer.server.ts";

/**
 * Calls off a check that is pending (N-030). One that was called off already stays so, and nothing is said of it. Not to
 * be called within a transaction.
 *
 * @param abort.check_id the check that was confirmed
 * @throws NotFoundError; ConflictError when it is not pending any more, or has no id at Thirdfort (N-033); VendorError
 */
export async function abortCheck(
  db: Db,
  place: PersonPlace,
  { actor, check_id }: { actor: Actor; check_id: string },
): Promise<void> {
  await requireNotRestored(db, NOTHING_ORDERED);
  const { check, verb, refusal } = await planCheck(db, place);
  if (check?.id === check_id && check.status === "aborted") return;
  if (refusal) throw new ConflictError(refusal);
  if (check?.id !== check_id || verb !== "abort" || !check.thirdfort_id) {
    throw new ConflictError("The check has changed since you were asked. Look at it once more.");
  }
  const { thirdfort_id } = check;
  try {
    const found = await thirdfort.abortCheck(thirdfort_id);
    // Taken for called off once Thirdfort says so, whatever it calls that.
    await recordAnswer(db, { ...found, thirdfort_id, status: "aborted" }, { actor });
  } catch (error) {
    if (!isRefused(error)) throw error;
    await explain(db, thirdfort_id, error);
  }
}

/** Thirdfort refuses, most of all when the check has ended meanwhile. */
async function explain(db: Db, thirdfort_id: string, refusal: unknown): Promise<never> {
  const found = await thirdfort.fetchCheck(thirdfort_id).catch(() => {
    throw refusal;
  });
  await recordAnswer(db, { ...found, thirdfort_id });
  if (found.status === "pending") throw refusal;
  throw new ConflictError(`The check is ${checkLabel(found.status).toLowerCase()} by now.`);
}
