import { z } from "zod";
import { sql } from "kysely";
import { afterQuietHours } from "#app/domain/shared/quiet-hours.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import type { Db } from "#db/connection.ts";
import type { EventName } from "./catalogue.ts";
import { queueFirmNewsOfEvent } from "./queue-firm-news.server.ts";

/** Job that emails a customer about recent events of a matter. */
export const sendNotificationsJob = queuedJob(
  "tell-news",
  z.object({
    user_id: z.string(),
    transaction_id: z.string(),
    side: z.enum(["seller", "buyer"]),
  }),
);

/**
 * Events that we email customers about, and the side that gets the email: "own" is the event's
 * side. Other events have a separate email or are actions of the customer. The `_today` entries are
 * not events of a matter.
 */
const NOTIFIED_EVENTS = {
  thirdfort_check_ordered: "own",
  thirdfort_check_reordered: "own",
  thirdfort_check_completed: "own",
  thirdfort_check_failed: "own",
  thirdfort_check_result_changed: "own",
  searches_ordered: "both",
  searches_reordered: "both",
  search_completed: "both",
  property_report_shared: "buyer",
  contract_pack_ready: "own",
  contract_pack_sent: "both",
  enquiries_raised: "both",
  enquiries_answered: "both",
  sale_agreed: "both",
  exchanged: "both",
  completed: "both",
  aborted: "both",
  exchange_today: "both",
  completion_today: "both",
} as const satisfies Partial<
  Record<EventName | "exchange_today" | "completion_today", "own" | "both" | "buyer">
>;

export type NotifiedEvent = keyof typeof NOTIFIED_EVENTS;

function isNewsEvent(name: string): name is NotifiedEvent {
  return Object.hasOwn(NOTIFIED_EVENTS, name);
}

type PendingEvent = {
  event_name: EventName | NotifiedEvent;
  check_id?: string | undefined;
  side: "seller" | "buyer";
  transaction_id: string;
  purchase_intent_id?: string | undefined;
};

/** Formats an event as text for storage. For an ID check: "thirdfort_check_completed 65a0…". */
function formatPendingEvent({
  event_name,
  check_id,
}: Pick<PendingEvent, "event_name" | "check_id">): string {
  return check_id ? `${event_name} ${check_id}` : event_name;
}

/** Parses the stored text of an event; null if we no longer email customers about this event. */
export function parsePendingEvent(
  text: string,
): { event: NotifiedEvent; check_id: string | null } | null {
  const [event = "", check_id = null] = text.split(" ");
  return isNewsEvent(event) ? { event, check_id } : null;
}

/** Time for which a notification waits, so that one email covers all events of that time. */
const BATCH_WINDOW_MS = 10 * 60 * 1_000;

/**
 * Stores an event that customers are notified of, and queues the notification job for 10 minutes
 * after the first pending event, outside quiet hours. Notifies the buyer of the event's purchase,
 * or of the active purchase if the event has none. Does not notify sellers about events of inactive
 * purchases.
 */
export async function queueNotification(trx: Db, event: PendingEvent): Promise<void> {
  const { event_name, side, transaction_id, purchase_intent_id } = event;
  await queueFirmNewsOfEvent(trx, event);
  if (!isNewsEvent(event_name)) return;
  const matter = await trx
    .selectFrom("transactions as t")
    .leftJoin("purchase_intents as p", (join) =>
      join
        .onRef("p.transaction_id", "=", "t.id")
        .on("p.terms_accepted_at", "is not", null)
        .on((eb) =>
          purchase_intent_id ? eb("p.id", "=", purchase_intent_id) : eb("p.is_active", "=", true),
        ),
    )
    .select(["t.seller_id", "t.terms_accepted_at", "p.buyer_id", "p.id", "p.is_active"])
    .where("t.id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const notified = NOTIFIED_EVENTS[event_name] === "own" ? side : NOTIFIED_EVENTS[event_name];
  const isNotified = (reader: "seller" | "buyer") => notified === "both" || notified === reader;
  const concernsSeller = !purchase_intent_id || matter.is_active === true;
  if (isNotified("seller") && concernsSeller && matter.terms_accepted_at) {
    await queueForSide(trx, { ...event, side: "seller" }, matter.seller_id);
  }
  if (isNotified("buyer") && matter.buyer_id && matter.id) {
    const ofPurchase = { ...event, side: "buyer", purchase_intent_id: matter.id } as const;
    await queueForSide(trx, ofPurchase, matter.buyer_id);
  }
}

/** Stores an event for each person on a side who has an active account. */
async function queueForSide(trx: Db, news: PendingEvent, primary_id: string) {
  for (const { user_id } of await listReaders(trx, news, primary_id)) {
    await note(trx, { ...news, user_id });
  }
}

/**
 * Lists the people on a side who have an active account: the seller or buyer who signed up, and the
 * co-sellers or co-buyers.
 */
export function listReaders(
  trx: Db,
  { side, transaction_id, purchase_intent_id }: Omit<PendingEvent, "event_name">,
  primary_id: string,
) {
  return trx
    .selectFrom("users")
    .select(["id as user_id", "email"])
    .where("type", "=", "customer")
    .where("active", "=", true)
    .where((eb) =>
      eb.or([
        eb("id", "=", primary_id),
        eb("email", "in", (named) =>
          named
            .selectFrom("parties")
            .select("parties.email")
            .where("kind", "=", side)
            .where("parties.email", "is not", null)
            .$narrowType<{ email: string }>()
            .where((of) =>
              side === "seller"
                ? of("parties.transaction_id", "=", transaction_id)
                : of("parties.purchase_intent_id", "=", purchase_intent_id ?? null),
            ),
        ),
      ]),
    )
    .orderBy("id")
    .execute();
}

async function note(trx: Db, news: PendingEvent & { user_id: string }) {
  const { user_id, side, transaction_id, purchase_intent_id } = news;
  await trx
    .insertInto("pending_notifications")
    .values({
      user_id,
      side,
      transaction_id,
      purchase_intent_id: purchase_intent_id ?? null,
      event_names: [formatPendingEvent(news)],
      noted_at: new Date(),
    })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "transaction_id", "side"]).doUpdateSet({
        event_names: sql`case when pending_notifications.event_names @> excluded.event_names then pending_notifications.event_names
          else pending_notifications.event_names || excluded.event_names end`,
        purchase_intent_id: sql`coalesce(excluded.purchase_intent_id, pending_notifications.purchase_intent_id)`,
      }),
    )
    .execute();
  await queueNotificationJob(trx, { user_id, transaction_id, side }, notificationTime(new Date()));
}

/** Returns when to notify a customer, given the time of the first pending event (UTC). */
export function notificationTime(since: Date): Date {
  return afterQuietHours(new Date(since.getTime() + BATCH_WINDOW_MS));
}

/**
 * Queues the job that notifies a customer about a matter. A job that is already queued keeps its
 * time.
 */
export async function queueNotificationJob(
  trx: Db,
  reader: { user_id: string; transaction_id: string; side: "seller" | "buyer" },
  after: Date,
): Promise<void> {
  const { user_id, transaction_id, side } = reader;
  const key = `news:${user_id}:${transaction_id}:${side}`;
  await enqueue(trx, sendNotificationsJob, reader, {
    key,
    ifQueued: "replace_keeping_time",
    after,
  });
}
