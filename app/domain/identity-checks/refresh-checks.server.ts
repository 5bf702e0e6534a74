import { sql } from "kysely";
import { LOST_REQUEST_MINUTES } from "#app/clients/outbound.server.ts";
import * as thirdfort from "#app/clients/thirdfort.server.ts";
import { requireNotRestored, TRY_LATER } from "#app/domain/restorations/restorations.server.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import type { Db } from "#db/connection.ts";
import { recordAnswer } from "./record-answer.server.ts";

/**
 * Asks Thirdfort what has become of checks: of one, when its webhook says that it has changed; of a matter's, when staff
 * look at them; and of all that are open, now and then, in case a webhook was lost (AMB-N04). None of it is called within
 * a transaction, and any of it may run twice or side by side.
 */

/** Of a matter's checks as many are asked after as can be at once, within the time of one. */
const AT_ONCE = 20;

const LOOK_AGAIN_AFTER_MINUTES = 15;
const AT_MOST_A_RUN = 200;

/**
 * Brings a matter's open checks up to date, and finds out about orders whose answer was lost.
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
        .where("open.status", "=", "pending")
        .where("open.thirdfort_id", "is not", null)
        .orderBy("open.looked_at", (order) => order.asc().nullsFirst())
        .limit(AT_ONCE),
    )
    .returning("thirdfort_id")
    .$narrowType<{ thirdfort_id: string }>()
    .execute();
  const results = await Promise.allSettled([
    findLostOrders(db, transaction_id),
    ...open.map(({ thirdfort_id }) => refreshCheck(db, thirdfort_id)),
  ]);
  throwFirst(results);
}

/** Asks after one check. @throws VendorError */
async function refreshCheck(db: Db, thirdfort_id: string): Promise<void> {
  const found = await thirdfort.fetchCheck(thirdfort_id);
  await recordAnswer(db, { ...found, thirdfort_id });
}

/**
 * Orders that nobody knows of whether Thirdfort has them: those that it has are taken over, the others given up in time.
 * What is taken later still is found when the check is ordered anew.
 */
async function findLostOrders(db: Db, transaction_id: string): Promise<void> {
  const sent = await db
    .selectFrom("checks")
    .select("order_key")
    .select(
      sql<boolean>`order_sent_at < now() - make_interval(mins => ${LOST_REQUEST_MINUTES})`.as(
        "is_over",
      ),
    )
    .where("transaction_id", "=", transaction_id)
    .where("order_sent_at", "is not", null)
    .execute();
  if (sent.length === 0) return;
  // Asked after the orders were read: what is not among the answers now was not there then either.
  for (const found of await thirdfort.listChecks(transaction_id)) {
    await recordAnswer(db, found);
  }
  const given_up = sent.flatMap(({ order_key, is_over }) => (is_over && order_key) || []);
  if (given_up.length === 0) return;
  await db
    .deleteFrom("checks")
    .where("order_key", "in", given_up)
    .where("order_sent_at", "is not", null)
    .execute();
}

/**
 * Takes note that Thirdfort says of a check that it has changed: a job asks after it. What is complete does not change any
 * more, and what we do not know and have not just ordered is not ours.
 *
 * @returns whether it is to be asked after
 * @throws RestoredError for one that we do not know, while its order may have been lost
 */
export async function receiveChange(db: Db, thirdfort_id: string): Promise<boolean> {
  const known = await db
    .selectFrom("checks")
    .select("status")
    .where("thirdfort_id", "=", thirdfort_id)
    .executeTakeFirst();
  if (!known) await requireNotRestored(db, TRY_LATER);
  const mayBeOurs = known ? known.status !== "complete" : await isOrderUnderWay(db);
  if (mayBeOurs) {
    await enqueue(db, "refresh-check", { thirdfort_id }, { key: `refresh-check:${thirdfort_id}` });
  }
  return mayBeOurs;
}

async function isOrderUnderWay(db: Db): Promise<boolean> {
  const order = await db
    .selectFrom("checks")
    .select("id")
    .where("order_sent_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

/** What the job of `receiveChange` does. @throws VendorError; it is to be run again then */
export async function refreshChanged(db: Db, thirdfort_id: string): Promise<void> {
  await recordAnswer(db, await thirdfort.fetchCheck(thirdfort_id));
}

/**
 * Asks after the open checks that nobody has asked after for a quarter of an hour, and after all lost orders.
 *
 * @returns how many checks were asked after
 * @throws VendorError when one of them could not be, once all were tried
 */
export async function refreshOpen(db: Db): Promise<number> {
  const lost = await db
    .selectFrom("checks")
    .select("transaction_id")
    .distinct()
    .where("order_sent_at", "is not", null)
    .execute();
  const open = await claimStale(db);
  const results: PromiseSettledResult<void>[] = [];
  const tasks = [
    ...lost.map(
      ({ transaction_id }) =>
        () =>
          findLostOrders(db, transaction_id),
    ),
    ...open.map(
      ({ thirdfort_id }) =>
        () =>
          refreshCheck(db, thirdfort_id),
    ),
  ];
  // One after the other: nobody waits for it.
  for (const task of tasks) results.push(...(await Promise.allSettled([task()])));
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
        .where("open.status", "=", "pending")
        .where("open.thirdfort_id", "is not", null)
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
