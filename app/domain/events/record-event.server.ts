import type { Selectable } from "kysely";
import type { StaffAction } from "#app/domain/audit/actions.ts";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { catalogue, type EitherSideEvent, type EventName } from "./catalogue.ts";

type Side = "seller" | "buyer";

type Happening = {
  transaction_id: string;
  purchase_intent_id?: string;
  comments?: string;
  /** When it happened, if not just now. */
  date_time?: Date;
} & (
  | { event_name: Exclude<EventName, EitherSideEvent>; type?: never }
  /** The side of the person whom it is about. */
  | { event_name: EitherSideEvent; type: Side }
);

type NewEvent = Happening & { author: Selectable<DB["events"]>["author"]; author_id?: string };

function eventSide(event: Happening): Side {
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

/**
 * Writes down what a member of staff has done in a matter: on its timeline, and in the audit log under the same name.
 *
 * @param done.fields of the matter or of a part of it that were changed
 */
export async function recordDoneByStaff(
  trx: Db,
  done: Happening & { event_name: StaffAction; actor: Actor; fields?: readonly string[] },
): Promise<void> {
  const { actor, fields = [], ...event } = done;
  await recordEvent(trx, { ...event, author: "admin", author_id: actor.id });
  const subject = { type: "transaction", id: event.transaction_id };
  await recordAudit(trx, { actor, action: event.event_name, subject, fields });
}
