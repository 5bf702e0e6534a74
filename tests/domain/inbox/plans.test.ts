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
import { insertMany, insertStaff } from "#tests/support/many-conversations.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { recordFigure } from "#tests/support/proof.ts";
import { readTableScans } from "#tests/support/query-plan.ts";
import { staffReader } from "#tests/support/readers.ts";

/** Checks that the inbox reads few rows, however many conversations and emails there are. */

const { db } = useTestDatabase();

const NOW = new Date("2026-12-07T09:00:00Z");
const TODAY = "2026-12-07";
const MAX_ROWS = 200;

/** Rows of a page, fewer than one person has in each list. */
const PAGE = 10;

let handler: string;
let colleague: string;

beforeAll(async () => {
  await insertStaff(db);
  const staff = await db.selectFrom("users").select("id").orderBy("email").execute();
  [handler, colleague] = [staff[1]!.id, staff[2]!.id];
  await insertMatter(db, handler);
  await insertMany(db, NOW);
  await sql`analyze`.execute(db);
}, 900_000);

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
  recordFigure(`the inbox: at most ${Math.max(0, ...counts.values())} rows a query`);
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
