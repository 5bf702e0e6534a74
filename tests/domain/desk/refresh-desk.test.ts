import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { checkDesk } from "#app/domain/desk/check-desk.server.ts";
import { DESK_KINDS } from "#app/domain/desk/desk-items.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { deskChanges } from "./desk-changes.ts";

const { db } = useTestDatabase();

let place = { sale_id: "", seller_id: "", handler_id: "", colleague_id: "" };
const { change, readItems, kinds, walks, ...add } = deskChanges(db, () => place);

beforeEach(async () => {
  await emptyTables(db);
  const insert = async (email: string) => (await insertPerson(db, email)).id;
  const seller_id = await insert("ada@example.test");
  const sale = await insertSale(db, seller_id);
  await insertPurchase(db, sale, await insert("carl@example.test"), true);
  place = {
    ...{ sale_id: sale.id, seller_id },
    handler_id: await insert("bronwen@example.test"),
    colleague_id: await insert("tomasin@example.test"),
  };
  await change({ handler_id: place.handler_id });
});

describe("stored items of the desk", () => {
  test.each(walks)("the item %s begins and ends with its facts", async (kind, begin, end) => {
    expect(await kinds()).not.toContain(kind);
    await begin();
    expect(await kinds()).toContain(kind);
    expect(await checkDesk(db)).toEqual([]);
    await end();
    expect(await kinds()).not.toContain(kind);
    expect(await checkDesk(db)).toEqual([]);
  });

  test("the walks have every kind", () => {
    expect([...new Set(walks.map(([kind]) => kind))].toSorted()).toEqual(
      [...DESK_KINDS].toSorted(),
    );
  });

  test("a new handler of the matter has its items, but not those of a colleague", async () => {
    await add.openConversation();
    await add.addTask();
    await db.updateTable("tasks").set({ assignee_id: place.colleague_id }).execute();
    await change({ handler_id: place.seller_id });
    expect(await readItems()).toEqual([
      expect.objectContaining({ kind: "message", handler_id: place.seller_id }),
      expect.objectContaining({ kind: "task", handler_id: place.colleague_id }),
    ]);
  });

  test("the nightly check corrects items that differ, and names their matters", async () => {
    await add.openConversation();
    await sql`delete from desk_items`.execute(db);
    expect(await checkDesk(db)).toEqual([place.sale_id]);
    expect(await kinds()).toEqual(["message"]);
    await sql`update desk_items set since = since - interval '1 day'`.execute(db);
    expect(await checkDesk(db)).toEqual([place.sale_id]);
    expect(await checkDesk(db)).toEqual([]);
  });

  test("an item that has not changed keeps its row", async () => {
    await add.addTask();
    const before = await db.selectFrom("desk_items").selectAll().execute();
    await db.updateTable("tasks").set({ title: "Phone the agent again" }).execute();
    expect(await db.selectFrom("desk_items").selectAll().execute()).toEqual(before);
  });
});
