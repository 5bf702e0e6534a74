import { sql } from "kysely";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import type { KeysetPage, KeysetQuery } from "#app/domain/paging/paging.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { londonTime } from "#app/domain/shared/london-time.ts";
import { workingDaysBefore } from "#app/domain/shared/working-days.ts";
import type { Db } from "#db/connection.ts";
import { type ListedMatter, readPlace, selectMatter, selectPlace } from "./desk-place.server.ts";

export type RecentEvent = {
  id: string;
  event_name: string;
  author: "system" | "seller" | "buyer" | "admin" | "provider";
  author_name: string | null;
  comments: string | null;
  date_time: Date;
  matter: ListedMatter;
};

/** Returns when the list of recent events begins: the start of the working day before `now`. */
export function startOfRecent(now: Date): Date {
  return londonTime(workingDaysBefore(londonDay(now), 1));
}

/**
 * Lists the events of the matters of handlers since the working day before `now`, newest first.
 * Each event has the handler of its matter, so that the list walks one index for each handler.
 * @param query.after place of the last row, as in `next` of the page before
 */
export async function listRecentEvents(
  db: Db,
  reader: StaffReader,
  { handlers, now }: { handlers: readonly string[]; now: Date },
  { limit, after }: KeysetQuery,
): Promise<KeysetPage<RecentEvent>> {
  const place = after ? readPlace(after) : null;
  const { rows } = await sql<RecentEvent & { place: string }>`
    with page as materialized (
      select found.* from unnest(${[...handlers]}::text[]) as mine (id)
      cross join lateral (
        select id, transaction_id, purchase_intent_id, type, event_name, author, author_id, comments,
          date_time
        from events
        where events.handler_id = mine.id and date_time >= ${startOfRecent(now)}
          and ${place ? sql`(date_time, events.id) < (${place.at}, ${place.id})` : sql`true`}
        order by date_time desc, events.id desc limit ${limit + 1}) as found
      order by date_time desc, id desc limit ${limit + 1}
    )
    select page.id, page.event_name, page.author, page.comments, page.date_time,
      ${selectPlace("page.date_time", "page.id")} as place,
      (select ${fullNameSql("person")} from users as person where person.id = page.author_id)
        as author_name,
      ${selectMatter("page.transaction_id", sql`page.purchase_intent_id`)} as matter
    from page order by page.date_time desc, page.id desc`.execute(db);
  await reader.recordView({ list: "desk" });
  const next = rows.length > limit ? (rows[limit - 1]?.place ?? null) : null;
  return { items: rows.slice(0, limit).map(({ place: _, ...event }) => event), next };
}
