import { z } from "zod";
import { sql } from "kysely";
import * as thirdfort from "#app/clients/thirdfort/client.server.ts";
import { requireNotRestored, TRY_LATER } from "#app/domain/restorations/restorations.server.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import type { Db } from "#db/connection.ts";
import { applyThirdfortResult } from "./thirdfort-results.server.ts";

/**
 * Fetches checks from Thirdfort: one check after its webhook, a matter's checks when staff view
 * them, and all open checks regularly in case a webhook was lost (AMB-N04). Never call these
 * functions in a transaction. They can run repeatedly and concurrently.
 */

export const refreshCheckJob = queuedJob("refresh-check", z.object({ thirdfort_id: z.string() }));

const MAX_CONCURRENT_FETCHES = 20;

const POLL_INTERVAL_MINUTES = 15;
const MAX_CHECKS_PER_RUN = 200;
const RESULTS_AWAITED_DAYS = 60;

/**
 * Fetches a matter's open checks: those that are pending, or complete without a result.
 * @throws VendorError if any fetch failed, after all were attempted; the results of the others are
 * stored
 */
export async function refreshMatterChecks(db: Db, transaction_id: string): Promise<void> {
  const open = await db
    .updateTable("identity_checks")
    .set({ last_polled_at: sql`now()` })
    .where("id", "in", (eb) =>
      eb
        .selectFrom("identity_checks as open")
        .select("open.id")
        .where("open.transaction_id", "=", transaction_id)
        .where(isAwaited)
        .where("open.thirdfort_id", "is not", null)
        .orderBy("open.last_polled_at", (order) => order.asc().nullsFirst())
        .limit(MAX_CONCURRENT_FETCHES),
    )
    .returning("thirdfort_id")
    .$narrowType<{ thirdfort_id: string }>()
    .execute();
  throwFirst(
    await Promise.allSettled(open.map(({ thirdfort_id }) => refreshCheck(db, thirdfort_id))),
  );
}

/** SQL for the checks that are open. It must match the predicate of index `checks_to_look_at`. */
const isAwaited = sql<boolean>`(open.status = 'pending' or (open.status = 'complete' and open.result is null))`;

async function refreshCheck(db: Db, thirdfort_id: string): Promise<void> {
  const found = await thirdfort.fetchCheck(thirdfort_id);
  await applyThirdfortResult(db, { ...found, thirdfort_id });
}

/** Days after the cancellation of an order during which Thirdfort may still accept the order. */
const LATE_DAYS = 30;

const UNDATED_AFTER_MS = 60_000;

/**
 * Handles a webhook that says that a check has changed: queues a job that fetches the check.
 * Ignores an unknown check, unless one of our orders has no answer or was cancelled recently.
 * @param change.is_dated false if the webhook has no timestamp. It could be replayed, so the check
 * is fetched at most once a minute
 * @returns true if the check will be fetched
 * @throws RestoredError for an unknown check, while a restore of the database may have lost its
 * order
 */
export async function handleCheckWebhook(
  db: Db,
  { thirdfort_id, is_dated }: { thirdfort_id: string; is_dated: boolean },
): Promise<boolean> {
  const known = await db
    .selectFrom("identity_checks")
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
    .selectFrom("identity_checks")
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

/** Fetches one check, for refreshCheckJob. @throws VendorError, so that the job is retried */
export async function refreshChangedCheck(db: Db, thirdfort_id: string): Promise<void> {
  await applyThirdfortResult(db, await thirdfort.fetchCheck(thirdfort_id));
}

/**
 * Fetches the open checks that were last fetched over 15 minutes ago.
 * @returns their number
 * @throws VendorError if any fetch failed, after all were attempted
 */
export async function refreshOpenChecks(db: Db): Promise<number> {
  const open = await claimStale(db);
  const results: PromiseSettledResult<void>[] = [];
  // Fetch one check at a time, because no one is waiting for the results.
  for (const { thirdfort_id } of open) {
    results.push(...(await Promise.allSettled([refreshCheck(db, thirdfort_id)])));
  }
  throwFirst(results);
  return open.length;
}

/**
 * Claims checks by setting `last_polled_at` first, so that two workers never fetch the same check.
 */
function claimStale(db: Db) {
  return db
    .updateTable("identity_checks")
    .set({ last_polled_at: sql`now()` })
    .where("id", "in", (eb) =>
      eb
        .selectFrom("identity_checks as open")
        .select("open.id")
        .where(isAwaited)
        .where("open.thirdfort_id", "is not", null)
        // Give up on a complete check if its result is still missing after RESULTS_AWAITED_DAYS.
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
            or("open.last_polled_at", "is", null),
            or(
              "open.last_polled_at",
              "<",
              sql<Date>`now() - make_interval(mins => ${POLL_INTERVAL_MINUTES})`,
            ),
          ]),
        )
        .orderBy("open.last_polled_at", (order) => order.asc().nullsFirst())
        .orderBy("open.id")
        .limit(MAX_CHECKS_PER_RUN)
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
