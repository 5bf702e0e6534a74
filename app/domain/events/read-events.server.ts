import { sql, type Selectable } from "kysely";
import { firstAndLastName } from "#app/domain/fields/names.server.ts";
import { keysetPage, type KeysetPage, type KeysetQuery } from "#app/domain/paging/keyset.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

type Event = Selectable<DB["events"]>;

type TimelineEvent = Pick<
  Event,
  "id" | "event_name" | "type" | "milestone" | "author" | "comments" | "date_time"
> & {
  /** The author's name, where a person did it. */
  author_name: string | null;
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
  let query = db
    .selectFrom("events as e")
    .leftJoin("users as u", "u.id", "e.author_id")
    .where("e.transaction_id", "=", transaction_id)
    .select([
      "e.id",
      "e.event_name",
      "e.type",
      "e.milestone",
      "e.author",
      "e.comments",
      "e.date_time",
      firstAndLastName("u").as("author_name"),
    ])
    .orderBy("e.date_time", "desc")
    .orderBy("e.id", "desc")
    .limit(limit + 1);
  if (after !== undefined) {
    // The row's own time, looked up: a JavaScript date has lost its microseconds.
    query = query.where(
      sql<boolean>`(e.date_time, e.id) < (
        select date_time, id from events
        where id = ${after} and transaction_id = ${transaction_id})`,
    );
  }
  return keysetPage(await query.execute(), limit);
}
