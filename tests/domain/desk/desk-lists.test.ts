import { beforeAll, describe, expect, test } from "vitest";
import {
  countDesk,
  type ListedItem,
  listDesk,
  type Whose,
} from "#app/domain/desk/desk-lists.server.ts";
import { listRecentEvents } from "#app/domain/desk/recent-events.server.ts";
import { handlersFor } from "#app/domain/handlers/my-matters.server.ts";
import type { Db } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { recordFigure } from "#tests/support/proof.ts";
import { readTableScans } from "#tests/support/query-plan.ts";
import { staffReader } from "#tests/support/readers.ts";
import { fillDesk, HANDLER, MATTERS, STAFF, staffId } from "./desk-at-size.ts";

/**
 * The desk at size: matters of 200 handlers, each with four items and five events, and unmatched
 * conversations. `npm run prove -- desk-at-size` makes 100,000 matters.
 */

const { db, url } = useTestDatabase();
/** Maximum number of rows that a query may read from one table. */
const MAX_ROWS = 200;
const PAGE = 50;
const NOW = new Date();

beforeAll(() => fillDesk(db, url), 900_000);

describe("the lists of the desk at size", () => {
  test.each<[string, () => Promise<Whose>]>([
    ["of a handler and of the colleague whom the handler replaces", mine],
    ["of everyone", () => Promise.resolve("everyone")],
    ["without a handler", () => Promise.resolve({ handlers: [] })],
  ])(
    "the list %s reads at most 200 rows of each table, also deep in the list",
    async (_, whose) => {
      for (const payments of [true, false]) {
        const scope = { whose: await whose(), payments };
        const { items, next } = await listDesk(db, staffReader(), scope, { limit: PAGE / 5 });
        expect(items.length).toBeGreaterThan(5);
        for (const after of [undefined, next ?? undefined]) {
          await expectFew(
            (watched) => listDesk(watched, staffReader(), scope, { limit: PAGE, after }),
            `desk${after ? ", deep" : ""}`,
          );
        }
        await expectFew((watched) => countDesk(watched, scope), "count of the desk");
      }
    },
  );

  test("the events since yesterday read at most 200 rows of each table", async () => {
    const handlers = [HANDLER];
    const query = { handlers, now: NOW };
    const { items, next } = await listRecentEvents(db, staffReader(), query, { limit: 3 });
    expect(items).toHaveLength(3);
    expect(items.every(({ matter }) => matter.number > 1_000_000)).toBe(true);
    for (const after of [undefined, next ?? undefined]) {
      await expectFew(
        (watched) => listRecentEvents(watched, staffReader(), query, { limit: PAGE, after }),
        `events since yesterday${after ? ", deep" : ""}`,
      );
    }
  });
});

const mine = async (): Promise<Whose> => ({
  handlers: await handlersFor(db, HANDLER, "2026-11-30"),
});

describe("the lists of the desk", () => {
  test("a list has the oldest items first, each once, and none of a later day", async () => {
    const items = await readAll({ whose: await mine(), payments: true }, 7, 1_000);
    const own = MATTERS / STAFF;
    expect(items).toHaveLength(2 * 3 * own);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    const times = items.map(({ since }) => since.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(items.map(({ kind }) => kind)).not.toContain("late_stage");
    expect(new Set(items.map(({ handler }) => handler))).toEqual(
      new Set(["Staff Number 7", "Staff Number 8"]),
    );
  });

  test("a list for a role that may not see payments has none", async () => {
    const items = await readAll({ whose: { handlers: [HANDLER] }, payments: false }, PAGE, 1_000);
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(["message", "task"]));
  });

  test("a list continues at its place if the row there has been resolved since", async () => {
    const scope = { whose: { handlers: [HANDLER] }, payments: true };
    const first = await listDesk(db, staffReader(), scope, { limit: 3 });
    const both = await listDesk(db, staffReader(), scope, { limit: 6 });
    await db.deleteFrom("desk_items").where("id", "=", first.items[2]!.id).execute();
    const next = await listDesk(db, staffReader(), scope, { limit: 3, after: first.next! });
    expect(next.items.map(({ id }) => id)).toEqual(both.items.slice(3).map(({ id }) => id));
  });

  test("a row has its matter, its seller and the words of its source", async () => {
    const scope = { whose: { handlers: [staffId(9)] }, payments: true };
    const { items } = await listDesk(db, staffReader(), scope, { limit: 3 });
    expect(items.find(({ kind }) => kind === "task")).toMatchObject({
      detail: { title: "Task 9" },
      handler: "Staff Number 9",
      matter: {
        number: 1_000_009,
        address: { line_1: "1 Arch Street", post_town: "Bath" },
        side: "seller",
        person: "Ada Byron",
      },
    });
  });

  test("emails without a matter are in the views without a handler and of everyone, unless they are snoozed", async () => {
    const scope = { whose: { handlers: [] }, payments: true };
    const { items } = await listDesk(db, staffReader(), scope, { limit: 5_000 });
    const unmatched = items.filter(({ kind }) => kind === "unmatched");
    expect(unmatched.length).toBeGreaterThan(0);
    expect(unmatched[0]).toMatchObject({ matter: null, handler: null, detail: { count: 1 } });
    const snoozed = await db
      .selectFrom("conversations")
      .select("id")
      .where("snoozed_until", "is not", null)
      .execute();
    const ids = new Set(snoozed.map(({ id }) => id));
    expect(unmatched.filter(({ id }) => ids.has(id))).toEqual([]);
    const own = await listDesk(
      db,
      staffReader(),
      { whose: await mine(), payments: true },
      { limit: 5_000 },
    );
    expect(own.items.map(({ kind }) => kind)).not.toContain("unmatched");
  });

  test("a count ends at 99 and says that there are more", async () => {
    const everyone = { whose: "everyone", payments: true } as const;
    expect(await countDesk(db, everyone)).toEqual({ total: 99, more: true });
    const nobody = { whose: { handlers: ["f".repeat(24)] }, payments: true };
    expect(await countDesk(db, nobody)).toEqual({ total: 0, more: false });
  });
});

async function expectFew(read: (watched: Db) => Promise<unknown>, what: string) {
  const scans = await readTableScans(read);
  const most = Math.max(...scans.map(({ rows }) => rows));
  recordFigure(`${what} of ${MATTERS} matters: at most ${most} rows of a table`);
  expect(scans.filter(({ rows }) => rows > MAX_ROWS)).toEqual([]);
  const whole = scans.filter(
    ({ table, index }) =>
      index === null && ["desk_items", "events", "conversations", "transactions"].includes(table),
  );
  expect(whole).toEqual([]);
}

async function readAll(scope: Parameters<typeof listDesk>[2], limit: number, pages: number) {
  const items: ListedItem[] = [];
  let after: string | undefined;
  for (let page = 0; page < pages; page++) {
    const part = await listDesk(db, staffReader(), scope, { limit, after });
    items.push(...part.items);
    if (!part.next) return items;
    after = part.next;
  }
  return items;
}
