import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type Answerers,
  countConversations,
  countUnansweredOf,
  type InboxQuery,
  listConversations,
  readNextReturn,
} from "#app/domain/inbox/list-conversations.server.ts";
import { INBOX_LISTS } from "#app/domain/inbox/inbox-lists.ts";
import type { Db } from "#db/connection.ts";
import { insertMatter } from "#tests/support/conversations.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { readTableScans } from "#tests/support/query-plan.ts";
import { staffReader } from "#tests/support/readers.ts";

/** Checks that the inbox reads few rows, however many conversations and emails there are. */

const { db } = useTestDatabase();

const NOW = new Date("2026-12-07T09:00:00Z");
const TODAY = "2026-12-07";
const MAX_ROWS = 200;

const STAFF = 200;
/** Rows of a page, fewer than one person has in each list. */
const PAGE = 10;
const CONVERSATIONS = 20_000;
const EMAILS = 20_000;
const BATCH = 1_000;

let handler: string;
let colleague: string;

beforeAll(async () => {
  await sql`
    insert into users (email, first_name, last_name, type, active)
    select 'staff-' || n || '@example.test', 'Staff', 'Member', 'admin', true
    from generate_series(1, ${STAFF}) n`.execute(db);
  const staff = await db.selectFrom("users").select("id").orderBy("email").execute();
  [handler, colleague] = [staff[1]!.id, staff[2]!.id];
  await insertMatter(db, handler);
  await db.transaction().execute(async (trx) => {
    // The triggers would take minutes. The columns that they set are set here.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`set local statement_timeout = 0`.execute(trx);
    for (let from = 1; from <= CONVERSATIONS; from += BATCH) await insertConversations(trx, from);
    for (let from = 1; from <= EMAILS; from += BATCH) await insertEmails(trx, from);
  });
  await sql`analyze`.execute(db);
});

/** Inserts conversations, of which each person has as many. A third of the open ones are snoozed. */
async function insertConversations(trx: Db, from: number) {
  await sql`
    insert into conversations
      (sender, state, unanswered_since, last_message_at, answerer_id, snoozed_until)
    select 'sender-' || n || '@example.com', state, case when state = 'open' then at end, at,
      case when n % 50 = 0 then null else staff.ids[1 + n % ${STAFF}] end,
      case when state <> 'closed' and n % 3 = 0 then date '2026-12-10' + n % 20 end
    from generate_series(${from}::integer, ${from + BATCH - 1}::integer) n
    cross join lateral (select
      (array['open', 'answered', 'closed', 'closed'])[1 + n / ${STAFF} % 4] as state,
      ${NOW}::timestamptz - n * interval '1 minute' as at) facts
    cross join (
      select array_agg(id::text order by email) as ids from users where type = 'admin'
    ) staff`.execute(trx);
}

async function insertEmails(trx: Db, from: number) {
  await sql`
    with received as (
      insert into inbound_emails (message_id, from_email, subject, text_body, received_at)
      select 'message-' || n, 'sender-' || 1 + n % ${CONVERSATIONS} || '@example.com', 'Subject',
        repeat('text ', 40), ${NOW}::timestamptz - n * interval '1 minute'
      from generate_series(${from}::integer, ${from + BATCH - 1}::integer) n
      returning id, from_email, received_at
    )
    insert into messages (conversation_id, kind, at, inbound_email_id)
    select conversations.id, 'email_received', received_at, received.id
    from received join conversations on sender = from_email`.execute(trx);
}

const whose: [name: string, answerers: () => Answerers][] = [
  ["one person", () => [handler]],
  ["a person and an absent colleague", () => [handler, colleague]],
  ["no one", () => "no one"],
  ["everyone", () => "everyone"],
];

/** Returns how many rows each query reads of the tables that grow. The others are small here. */
async function rowsOf(read: (watched: Db) => Promise<unknown>) {
  const scans = (await readTableScans(read)).filter(({ table }) => BIG.has(table));
  const counts = new Map<string, number>();
  for (const { query, rows } of scans) counts.set(query, (counts.get(query) ?? 0) + rows);
  expect(scans.filter(({ index }) => index === null)).toEqual([]);
  return [...counts.values()];
}

const BIG = new Set(["conversations", "messages", "inbound_emails"]);

describe("queries of the inbox at size", () => {
  describe.each(whose)("for %s", (_name, answerers) => {
    const query = (list: InboxQuery["list"]): InboxQuery => ({
      answerers: answerers(),
      list,
      now: NOW,
      today: TODAY,
    });

    test.each(INBOX_LISTS)(
      "the %s list and its second page read at most 200 rows",
      async (list) => {
        const page = await listConversations(db, staffReader(), query(list), { limit: PAGE });
        expect(page.rows).toHaveLength(PAGE);
        for (const after of [undefined, page.next!]) {
          const read = await rowsOf((watched) =>
            listConversations(watched, staffReader(), query(list), { limit: PAGE, after }),
          );
          for (const rows of read) expect(rows).toBeLessThanOrEqual(MAX_ROWS);
        }
        const counted = await rowsOf((watched) => countConversations(watched, query(list)));
        for (const rows of counted) expect(rows).toBeLessThanOrEqual(MAX_ROWS);
      },
    );

    test.each(["open", "snoozed"] as const)(
      "the count of the %s list reads at most 200 rows",
      async (list) => {
        const read = await rowsOf((watched) => countConversations(watched, query(list)));
        for (const rows of read) expect(rows).toBeLessThanOrEqual(MAX_ROWS);
      },
    );

    test("the day of the next return reads at most 200 rows", async () => {
      const read = await rowsOf((watched) => readNextReturn(watched, query("open")));
      for (const rows of read) expect(rows).toBeLessThanOrEqual(MAX_ROWS);
    });
  });

  test("the count in the bar is one query that reads at most 200 rows", async () => {
    const read = await rowsOf((watched) =>
      countUnansweredOf(watched, { id: staffReader({ id: handler }).id }, NOW),
    );
    expect(read).toHaveLength(1);
    expect(read[0]).toBeLessThanOrEqual(MAX_ROWS);
  });

  test("the check finds a list without its index", async () => {
    await db.transaction().execute(async (trx) => {
      await sql`drop index conversations_all_waiting`.execute(trx);
    });
    const read = await readTableScans((watched) =>
      listConversations(
        watched,
        staffReader(),
        { answerers: "everyone", list: "open", now: NOW, today: TODAY },
        { limit: 20 },
      ),
    );
    expect(Math.max(...read.map(({ rows }) => rows))).toBeGreaterThan(MAX_ROWS);
  });
});
