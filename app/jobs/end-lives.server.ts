import { type Ending, listDue } from "#app/domain/privacy/endings.server.ts";
import type { Today } from "#app/domain/privacy/matter-ends.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import type { Db } from "#db/connection.ts";

const AT_ONCE = 500;

/**
 * Ends what is past its time, each in a transaction of its own; what fails is told of and tried again the next night. Not
 * within a transaction: accounts wait for Stripe and the store.
 *
 * @returns how many rows of its table that was
 */
export async function endDue(db: Db, ending: Ending, today: Today = {}): Promise<number> {
  let ended = 0;
  for (let after = ""; ;) {
    const ids = await listDue(db, ending, { ...today, after, limit: AT_ONCE });
    for (const id of ids) {
      const work = ending.end(db, id, today);
      ended += (await nullIfFailed(work, { what: "erasing what is past its time" })) ?? 0;
    }
    if (ids.length < AT_ONCE) return ended;
    after = ids.at(-1) ?? after;
  }
}
