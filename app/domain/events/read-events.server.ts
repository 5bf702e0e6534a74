import type { Selectable } from "kysely";
import { firstAndLastName } from "#app/domain/fields/names.server.ts";
import { follows } from "#app/domain/paging/follows.server.ts";
import { keysetPage, type KeysetPage, type KeysetQuery } from "#app/domain/paging/keyset.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import type { EventName } from "./catalogue.ts";

type Event = Selectable<DB["events"]>;

type TimelineEvent = Pick<
  Event,
  "id" | "event_name" | "type" | "milestone" | "author" | "comments" | "date_time"
> & {
  /** The author's name, where a person did it. */
  author_name: string | null;
  /** Whose purchase it is about; null where it is about none. */
  buyer_name: string | null;
};

/**
 * A matter's timeline, newest first (F-046 to F-048, K-097). For staff: comments are theirs and never reach a
 * customer (AMB-F06).
 */
export async function listEvents(
  db: Db,
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
      firstAndLastName("users").as("author_name"),
      firstAndLastName("buyers").as("buyer_name"),
    ])
    .orderBy("events.date_time", "desc")
    .orderBy("events.id", "desc")
    .limit(limit + 1);
  const shown = after ? query.where(follows("events", "date_time", after)) : query;
  return keysetPage(await shown.execute(), limit);
}

/** When something last happened in a matter; null when it has not. For staff. */
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
