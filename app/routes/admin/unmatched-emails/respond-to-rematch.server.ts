import { REMATCH_FAILURES } from "#app/domain/inbound-emails/labels.ts";
import { startRematch } from "#app/domain/inbound-emails/rematch.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../kit/actor.server.ts";
import { carryOut } from "../kit/carry-out.server.ts";

/** Starts to match emails again: all of them, or those that belong to no matter. Staff only. */
export async function respondToRematch(request: Request, kind: keyof typeof REMATCH_FAILURES) {
  const actor = await requireActor(request);
  const to = paths.admin.unmatchedEmails();
  return carryOut({
    run: () => startRematch(db, kind, { actor }),
    done: { to, title: "Rematch started" },
    failed: { to, title: "Rematch failed" },
    failure: REMATCH_FAILURES[kind],
    here: to,
  });
}
