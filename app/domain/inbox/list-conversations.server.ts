/** Lists of the inbox. Each walks one index of migrations/0102_inbox.ts, however long it is. */

import { type RawBuilder, sql } from "kysely";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import type { Db } from "#db/connection.ts";
import { preparedStatement } from "#db/prepared-statements.ts";
import { type InboxRow, readInboxRows } from "./inbox-rows.server.ts";
import { type InboxList, MAX_SHOWN_COUNT, POSITION } from "./inbox-lists.ts";

/**
 * The people whose conversations are listed: some members of staff, no one (conversations without a
 * person who answers), or everyone.
 */
export type Answerers = readonly string[] | "no one" | "everyone";

export type InboxQuery = {
  answerers: Answerers;
  list: InboxList;
  now: Date;
  /** London's date, such as "2026-11-30". */
  today: string;
};

type Order = { key: RawBuilder<unknown>; type: "timestamptz" | "date"; isNewestFirst: boolean };

const ORDERS: Record<InboxList, Order> = {
  open: { key: sql`waits_from`, type: "timestamptz", isNewestFirst: false },
  answered: { key: sql`last_message_at`, type: "timestamptz", isNewestFirst: true },
  closed: { key: sql`last_message_at`, type: "timestamptz", isNewestFirst: true },
  snoozed: { key: sql`snoozed_until`, type: "date", isNewestFirst: false },
};

function isIn({ list, now, today }: InboxQuery): RawBuilder<boolean> {
  switch (list) {
    case "open":
      return sql`waits_from <= ${now}`;
    case "answered":
      return sql`state = 'answered' and snoozed_until is null`;
    case "closed":
      return sql`state = 'closed'`;
    case "snoozed":
      return sql`snoozed_until > ${today}`;
  }
}

/**
 * Builds a query for the first rows of a list. For several people, it reads as many rows of each
 * as it returns, because one index scan has the order of one person.
 */
function firstRows(
  query: InboxQuery,
  {
    columns,
    after = sql`true`,
    limit,
  }: {
    columns: RawBuilder<unknown>;
    after?: RawBuilder<boolean>;
    limit: number;
  },
) {
  const { answerers } = query;
  const { key, isNewestFirst } = ORDERS[query.list];
  const order = isNewestFirst ? sql`order by ${key} desc, id desc` : sql`order by ${key}, id`;
  const of = (owner: RawBuilder<boolean>) => sql`
    (select ${columns} from conversations where ${owner} and ${isIn(query)} and ${after}
    ${order} limit ${limit})`;
  if (answerers === "everyone") return of(sql`true`);
  if (answerers === "no one") return of(sql`answerer_key = ''`);
  return sql.join(
    answerers.map((person) => of(sql`answerer_key = ${person}`)),
    sql` union all `,
  );
}

function isAfter({ list }: InboxQuery, position: string | undefined): RawBuilder<boolean> {
  const [, at, id] = POSITION.exec(position ?? "") ?? [];
  const { key, type, isNewestFirst } = ORDERS[list];
  // A date in the list of another order starts at the top.
  if (!at || !id || at.includes("-", 1) !== (type === "date")) return sql`true`;
  // Microseconds, which a JavaScript Date would lose.
  const moment =
    type === "date"
      ? sql`${at}::date`
      : sql`timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond'`;
  return isNewestFirst
    ? sql`(${key}, id) < (${moment}, ${id})`
    : sql`(${key}, id) > (${moment}, ${id})`;
}

/**
 * Lists conversations: open ones by how long they have waited, longest first; answered and closed
 * ones newest first; snoozed ones by the day on which they return. The keys of the list don’t
 * depend on the rows still being in it, because colleagues answer while one reads.
 */
export async function listConversations(
  db: Db,
  reader: StaffReader,
  query: InboxQuery,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ rows: InboxRow[]; next: string | null }> {
  const { key, type, isNewestFirst } = ORDERS[query.list];
  const at =
    type === "date" ? sql`${key}::text` : sql`(extract(epoch from ${key}) * 1000000)::bigint::text`;
  const columns = sql`id::text as id, ${key} as key, ${at} as at`;
  const { rows: found } = await sql<{ id: string; at: string }>`
    select id, at from (
      ${firstRows(query, { columns, after: isAfter(query, after), limit: limit + 1 })}
    ) as found
    order by ${isNewestFirst ? sql`key desc, id desc` : sql`key, id`} limit ${limit + 1}`.execute(
    db,
  );
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const rows = await readInboxRows(
    db,
    shown.map(({ id }) => id),
  );
  await reader.recordView({ list: "conversations" });
  return { rows, next: found.length > limit && last ? `${last.at}.${last.id}` : null };
}

/** Counts the conversations of a list, up to MAX_SHOWN_COUNT + 1. */
export async function countConversations(db: Db, query: InboxQuery): Promise<number> {
  const limit = MAX_SHOWN_COUNT + 1;
  const { rows } = await sql<{ counted: number }>`
    select count(*)::integer as counted from (
      select from (
        ${firstRows(query, { columns: sql`id`, limit })}
      ) as found limit ${limit}
    ) as counted`.execute(db);
  return rows[0]?.counted ?? 0;
}

/** Returns the day on which the next snoozed conversation of a view returns; null if none does. */
export async function readNextReturn(db: Db, query: InboxQuery): Promise<string | null> {
  const snoozed: InboxQuery = { ...query, list: "snoozed" };
  const { rows } = await sql<{ day: string }>`
    select min(day) as day from (
      ${firstRows(snoozed, { columns: sql`snoozed_until::text as day`, limit: 1 })}
    ) as found`.execute(db);
  return rows[0]?.day ?? null;
}

/**
 * Counts the unanswered conversations of a member of staff and of the absent colleagues whose
 * stand-in the person is, up to MAX_SHOWN_COUNT + 1. Every staff page shows it, so it is one query.
 */
export async function countUnansweredOf(
  db: Db,
  reader: { id: string },
  now = new Date(),
): Promise<number> {
  const limit = MAX_SHOWN_COUNT + 1;
  const today = londonDay(now);
  const { rows } = await sql<{ counted: number }>`
    select ${preparedStatement} count(*)::integer as counted from (
      select from (
        select ${reader.id}::text as person_id
        union select user_id from staff_absences
          where stand_in_id = ${reader.id} and starts_on <= ${today} and ends_on >= ${today}
      ) as person cross join lateral (
        select from conversations
        where answerer_key = person_id and waits_from <= ${now}
        limit ${limit}
      ) as found limit ${limit}
    ) as counted`.execute(db);
  return rows[0]?.counted ?? 0;
}
