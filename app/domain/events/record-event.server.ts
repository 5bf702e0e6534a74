import type { Selectable } from "kysely";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { catalogue, type EitherSideEvent, type EventName } from "./catalogue.ts";

type Side = "seller" | "buyer";

type NewEvent = {
  transaction_id: string;
  purchase_intent_id?: string;
  author: Selectable<DB["events"]>["author"];
  author_id?: string;
  comments?: string;
  /** When it happened, if not just now. */
  date_time?: Date;
} & (
  | { event_name: Exclude<EventName, EitherSideEvent>; type?: never }
  /** The side of the person whom it is about. */
  | { event_name: EitherSideEvent; type: Side }
);

function eventSide(event: NewEvent): Side {
  if (event.type !== undefined) return event.type;
  return catalogue[event.event_name].type;
}

/**
 * Writes down that something happened in a matter. Type and milestone come from the catalogue
 * (docs/specification/events.md).
 *
 * @returns false when it was on record already: some events are true of a matter, or of a purchase, only once,
 *   however often a webhook or a button repeats itself. What follows from the event follows only from true.
 */
export async function recordEvent(trx: Db, event: NewEvent): Promise<boolean> {
  // Waited for beforehand, whoever holds it: an event has the time of its insert, which waits for the same lock after that.
  await trx
    .selectFrom("transactions")
    .select("id")
    .where("id", "=", event.transaction_id)
    .forKeyShare()
    .execute();
  const row = await trx
    .insertInto("events")
    .values({
      transaction_id: event.transaction_id,
      purchase_intent_id: event.purchase_intent_id ?? null,
      event_name: event.event_name,
      type: eventSide(event),
      milestone: catalogue[event.event_name].milestone,
      author: event.author,
      author_id: event.author_id ?? null,
      comments: event.comments ?? null,
      ...(event.date_time && { date_time: event.date_time }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
