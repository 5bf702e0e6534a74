import { z } from "zod";
import { sql } from "kysely";
import * as thirdfort from "#app/clients/thirdfort/client.server.ts";
import { requireNotRestored, TRY_LATER } from "#app/domain/restorations/restorations.server.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import type { Db } from "#db/connection.ts";
import { recordAnswer } from "./thirdfort-answers.server.ts";

/**
 * Asks Thirdfort what has become of checks: of one, when its webhook says that it has changed; of a matter's, when
 * staff look at them; and of all that are open, now and then, in case a webhook was lost (AMB-N04). None of it is
 * called within a transaction, and any of it may run twice or side by side.
 */

/** Asks Thirdfort for a check that has changed. */
export const refreshCheckJob = queuedJob("refresh-check", z.object({ thirdfort_id: z.string() }));

/** Of a matter's checks as many are asked after as can be at once, within the time of one. */
const AT_ONCE = 20;

const LOOK_AGAIN_AFTER_MINUTES = 15;
const AT_MOST_A_RUN = 200;
const RESULTS_AWAITED_DAYS = 60;

/**
 * Brings a matter's open checks up to date: those that are pending, and those whose results are still to come.
 *
 * @throws VendorError when one of them could not be asked after, once all were tried; what was told is kept
 */
export async function refreshMatter(db: Db, transaction_id: string): Promise<void> {
  const open = await db
    .updateTable("checks")
    .set({ looked_at: sql`now()` })
    .where("id", "in", (eb) =>
      eb
        .selectFrom("checks as open")
        .select("open.id")
        .where("open.transaction_id", "=", transaction_id)
        .where(isAwaited)
        .where("open.thirdfort_id", "is not", null)
        .orderBy("open.looked_at", (order) => order.asc().nullsFirst())
        .limit(AT_ONCE),
    )
    .returning("thirdfort_id")
    .$narrowType<{ thirdfort_id: string }>()
    .execute();
  throwFirst(
    await Promise.allSettled(open.map(({ thirdfort_id }) => refreshCheck(db, thirdfort_id))),
  );
}

/** Of a query of `checks as open`; the words are those of the index `checks_to_look_at`. */
const isAwaited = sql<boolean>`(open.status = 'pending' or (open.status = 'complete' and open.result is null))`;

/** Asks after one check. @throws VendorError */
async function refreshCheck(db: Db, thirdfort_id: string): Promise<void> {
  const found = await thirdfort.fetchCheck(thirdfort_id);
  await recordAnswer(db, { ...found, thirdfort_id });
}

/** How long an order that was called off may still turn out to have been taken. */
const LATE_DAYS = 30;

const UNDATED_AFTER_MS = 60_000;

/**
 * Takes note that Thirdfort says of a check that it has changed: a job asks after it. What we do not know, and have no
 * order without an answer for, is not ours.
 *
 * @param told.is_dated whether it says when it was posted. What does not can be posted again by whoever has seen it,
 *   and is looked into once a minute at most
 * @returns whether it is to be asked after
 * @throws RestoredError for one that we do not know, while its order may have been lost
 */
export async function receiveChange(
  db: Db,
  { thirdfort_id, is_dated }: { thirdfort_id: string; is_dated: boolean },
): Promise<boolean> {
  const known = await db
    .selectFrom("checks")
    .select("id")
    .where("thirdfort_id", "=", thirdfort_id)
    .executeTakeFirst();
  if (!known) {
    await requireNotRestored(db, TRY_LATER);
    if (!(await isOrderOpen(db))) return false;
  }
  await enqueue(
    db,
    refreshCheckJob,
    { thirdfort_id },
    {
      key: `refresh-check:${thirdfort_id}`,
      ...(!is_dated && {
        after: new Date(Date.now() + UNDATED_AFTER_MS),
        ifQueued: "replace_keeping_time",
      }),
    },
  );
  return true;
}

async function isOrderOpen(db: Db): Promise<boolean> {
  const order = await db
    .selectFrom("checks")
    .select("id")
    .where("thirdfort_id", "is", null)
    .where((eb) =>
      eb.or([
        eb("order_sent_at", "is not", null),
        eb("order_called_off_at", ">", sql<Date>`now() - make_interval(days => ${LATE_DAYS})`),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

/** What the job of `receiveChange` does. @throws VendorError; it is to be run again then */
export async function refreshChanged(db: Db, thirdfort_id: string): Promise<void> {
  await recordAnswer(db, await thirdfort.fetchCheck(thirdfort_id));
}

/**
 * Asks after the open checks that no one has asked after for a quarter of an hour.
 *
 * @returns how many checks were asked after
 * @throws VendorError when one of them could not be, once all were tried
 */
export async function refreshOpen(db: Db): Promise<number> {
  const open = await claimStale(db);
  const results: PromiseSettledResult<void>[] = [];
  // One after the other: no one waits for it.
  for (const { thirdfort_id } of open) {
    results.push(...(await Promise.allSettled([refreshCheck(db, thirdfort_id)])));
  }
  throwFirst(results);
  return open.length;
}

/** Whoever asks after them writes it down first, so that two workers do not ask after the same. */
function claimStale(db: Db) {
  return db
    .updateTable("checks")
    .set({ looked_at: sql`now()` })
    .where("id", "in", (eb) =>
      eb
        .selectFrom("checks as open")
        .select("open.id")
        .where(isAwaited)
        .where("open.thirdfort_id", "is not", null)
        // Results that have not come in so long will not.
        .where((or) =>
          or.or([
            or("open.status", "=", "pending"),
            or(
              "open.created_at",
              ">",
              sql<Date>`now() - make_interval(days => ${RESULTS_AWAITED_DAYS})`,
            ),
          ]),
        )
        .where((or) =>
          or.or([
            or("open.looked_at", "is", null),
            or(
              "open.looked_at",
              "<",
              sql<Date>`now() - make_interval(mins => ${LOOK_AGAIN_AFTER_MINUTES})`,
            ),
          ]),
        )
        .orderBy("open.looked_at", (order) => order.asc().nullsFirst())
        .orderBy("open.id")
        .limit(AT_MOST_A_RUN)
        .forUpdate()
        .skipLocked(),
    )
    .returning("thirdfort_id")
    .$narrowType<{ thirdfort_id: string }>()
    .execute();
}

function throwFirst(results: readonly PromiseSettledResult<unknown>[]): void {
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}
