import { afterEach, expect, test, vi } from "vitest";
import { placeOrder, startOrder } from "#app/domain/searches/search-orders.server.ts";
import { insertSale } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
afterEach(() => vi.unstubAllGlobals());

test("a search order sends OneSearch its date in London, which can be a day ahead of UTC (O-015, AMB-O01)", async () => {
  const { id: transaction_id } = await insertSale(db, (await signIn(db)).id);
  const building = { sub_building_name: null, building_name: null, building_number: "12" };
  const actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "req-1" };
  const id = await startOrder(db, transaction_id, { ...building, is_reorder: false, actor });
  await db
    .updateTable("search_orders")
    .set({ ordered_on: "2026-07-02", created_at: new Date("2026-07-01T23:30:00Z") })
    .where("id", "=", id)
    .execute();
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(new Response("<nothing/>")));
  vi.stubGlobal("fetch", fetch);
  await expect(placeOrder(db, id)).rejects.toMatchObject({ cause: { kind: "bad_body" } });
  expect(fetch.mock.calls[0]![1]!.body).toContain("<IssueDate>2026-07-02</IssueDate>");
});
