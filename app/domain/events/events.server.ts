import { type Selectable, sql } from "kysely";
import type { StaffAction } from "#app/domain/audit/actions.ts";
import {
  type Actor,
  fullNameSql,
  recordAudit,
  recordCustomerAudit,
} from "#app/domain/audit/audit.server.ts";
import { keysetAfter } from "#app/domain/paging/paging.server.ts";
import { keysetPage, type KeysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import { adminMoment } from "#app/domain/shared/dates.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { catalogue, type EitherSideEvent, type EventName } from "./catalogue.ts";
import { type Standing, standingOf } from "./event-standing.ts";
import { queueNotification } from "./pending-notifications.server.ts";

type Side = "seller" | "buyer";

type EventDetails = {
  transaction_id: string;
  purchase_intent_id?: string;
  comments?: string;
  /**
   * Id of the request that recorded the event. The audit row of that request has the changed
   * fields.
   */
  request_id?: string;
  check_id?: string;
  /** Action that the event records, or whose undo it records (domain/actions). */
  action_id?: string;
  /** Time of the event; defaults to now. */
  date_time?: Date;
} & (
  | { event_name: Exclude<EventName, EitherSideEvent>; type?: never }
  | { event_name: EitherSideEvent; type: Side }
);

type NewEvent = EventDetails & { author: Selectable<DB["events"]>["author"]; author_id?: string };

function eventSide(event: EventDetails): Side {
  if (event.type !== undefined) return event.type;
  return catalogue[event.event_name].type;
}

/**
 * Records an event of a matter, with side and milestone from docs/specification/events.md.
 * @returns false if the event may happen only once per matter or purchase and is already recorded.
 * Do follow-up work only if it returns true
 */
export async function recordEvent(trx: Db, event: NewEvent): Promise<boolean> {
  // Wait for this lock before the insert. Otherwise the insert would set its time first and then
  // wait.
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
      request_id: event.request_id || null,
      action_id: event.action_id ?? null,
      ...(event.date_time && { date_time: event.date_time }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row) {
    await auditCustomer(trx, event);
    await queueNotification(trx, { ...event, side: eventSide(event) });
  }
  return row !== undefined;
}

async function auditCustomer(trx: Db, event: NewEvent) {
  const { author, author_id, event_name: action, purchase_intent_id, transaction_id } = event;
  if (!author_id || (author !== "seller" && author !== "buyer")) return;
  const subject = purchase_intent_id
    ? { type: "purchase_intent", id: purchase_intent_id }
    : { type: "transaction", id: transaction_id };
  await recordCustomerAudit(trx, { customer_id: author_id, action, subject });
}

/** Returns true for an event whose side depends on the person that it is about. */
export function isEitherSide(name: EventName): name is EitherSideEvent {
  return catalogue[name].type === "either";
}

/** Returns the side of an event that always belongs to one side. */
export function sideOfEvent(name: Exclude<EventName, EitherSideEvent>): Side {
  return catalogue[name].type;
}

/**
 * Records a staff action as an event and, under the same name, in the audit log.
 * @param done.fields names of the changed fields of the matter and of its parts
 */
export async function recordStaffEvent(
  trx: Db,
  done: EventDetails & { event_name: StaffAction; actor: Actor; fields?: readonly string[] },
): Promise<void> {
  const { actor, fields = [], ...event } = done;
  await recordEvent(trx, { ...event, author: "admin", author_id: actor.id });
  const subject = { type: "transaction", id: event.transaction_id };
  await recordAudit(trx, { actor, action: event.event_name, subject, fields });
}

type Event = Selectable<DB["events"]>;

type TimelineEvent = Pick<
  Event,
  "id" | "event_name" | "type" | "milestone" | "author" | "comments" | "date_time"
> & {
  author_name: string | null;
  buyer_name: string | null;
  /** Standing of the date or the action that the event is about; null for other events. */
  standing: Standing | null;
  /** Sentence about the standing, without a full stop. */
  note: string | null;
};

/**
 * Returns a matter's timeline, newest event first (F-046 to F-048, K-097). A date that was cleared
 * and an action that was undone are marked, and the undo is not listed again (ST-5). Only for
 * staff: customers must never see the comments (AMB-F06).
 */
export async function listEvents(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
  { limit, after }: KeysetQuery,
): Promise<KeysetPage<TimelineEvent>> {
  const query = db
    .selectFrom("events")
    .leftJoin("users", "users.id", "events.author_id")
    .leftJoin("purchase_intents", "purchase_intents.id", "events.purchase_intent_id")
    .leftJoin("users as buyers", "buyers.id", "purchase_intents.buyer_id")
    .where("events.transaction_id", "=", transaction_id)
    .select([
      "events.id",
      "events.event_name",
      "events.type",
      "events.milestone",
      "events.author",
      "events.comments",
      "events.date_time",
      fullNameSql("users").as("author_name"),
      fullNameSql("buyers").as("buyer_name"),
    ])
    .select([
      "events.purchase_intent_id",
      "purchase_intents.sale_agreed",
      "purchase_intents.contract_pack_sent_on",
      "purchase_intents.enquiries_raised_on",
      "purchase_intents.enquiries_answered_on",
      "purchase_intents.exchanged",
      "purchase_intents.priority_search_on",
      "purchase_intents.completed",
      "purchase_intents.aborted",
    ])
    .select((eb) => [
      eb
        .selectFrom("transactions")
        .select("contract_pack_ready_on")
        .whereRef("transactions.id", "=", "events.transaction_id")
        .as("contract_pack_ready_on"),
      selectUndone().as("undone"),
    ])
    .where(isOwnFact())
    .orderBy("events.date_time", "desc")
    .orderBy("events.id", "desc")
    .limit(limit + 1);
  const shown = after ? query.where(keysetAfter("events", "date_time", after)) : query;
  const part = keysetPage(await shown.execute(), limit);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return { ...part, items: part.items.map(toTimelineEvent) };
}

type Undone = { at: string; by: string | null };

/** Selects when and by whom the action that recorded an event was undone; null if it wasn’t. */
function selectUndone() {
  return sql<Undone | null>`case when events.action_id is not null then (
    select json_build_object('at', undone_at, 'by', ${fullNameSql("undoer")})
    from matter_actions left join users as undoer on undoer.id = undone_by
    where matter_actions.id = events.action_id and undone_at is not null) end`;
}

/** SQL condition on `events`: false for an undo, which the event of its action shows. */
function isOwnFact() {
  return sql<boolean>`(events.event_name <> 'action_undone' or events.action_id is null)`;
}

type Dates = Parameters<typeof standingOf>[0]["dates"];
type TimelineRow = Omit<TimelineEvent, "standing" | "note"> &
  Dates & { purchase_intent_id: string | null; undone: Undone | null };

function toTimelineEvent({ undone, purchase_intent_id, ...row }: TimelineRow): TimelineEvent {
  const { event_name, comments, contract_pack_ready_on } = row;
  const text = undone && `Undone by ${undone.by ?? "staff"}, ${adminMoment(new Date(undone.at))}`;
  const dates = purchase_intent_id === null ? { contract_pack_ready_on } : row;
  const found = standingOf({ event_name, comments, dates, undone: text });
  const { id, type, milestone, author, date_time, author_name, buyer_name } = row;
  return {
    ...{ id, event_name, type, milestone, author, comments, date_time, author_name, buyer_name },
    standing: found?.standing ?? null,
    note: found?.note ?? null,
  };
}

/** Returns when an event last happened in a matter; null if it never did. Only for staff. */
export async function readLastTime(
  db: Db,
  transaction_id: string,
  event_name: EventName,
): Promise<Date | null> {
  const { last } = await db
    .selectFrom("events")
    .select((eb) => eb.fn.max<Date | null>("date_time").as("last"))
    .where("transaction_id", "=", transaction_id)
    .where("event_name", "=", event_name)
    .executeTakeFirstOrThrow();
  return last;
}
