import { beforeEach, expect, test } from "vitest";
import { recordAudit } from "#app/domain/audit/audit.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { deleteParties } from "#app/domain/people/parties.server.ts";
import { changeText, listChanges } from "#app/domain/history/changes.server.ts";
import { inTransaction } from "#db/connection.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";

const { db } = useTestDatabase();

let id: string;
let property_id: string;
let seller_id: string;
let purchase_id: string;

beforeEach(async () => {
  await emptyTables(db);
  seller_id = (await insertPerson(db, "ada@example.test")).id;
  const sale = await insertSale(db, seller_id);
  ({ id, property_id } = sale);
  const buyer = await insertPerson(db, "bea@example.test");
  purchase_id = (await insertPurchase(db, sale, buyer.id, true)).id;
});

const texts = async () => (await listChanges(db, service, id)).map((change) => changeText(change));

async function set(table: "transactions" | "properties" | "purchase_intents", values: object) {
  const ids = { transactions: id, properties: property_id, purchase_intents: purchase_id };
  await db.updateTable(table).set(values).where("id", "=", ids[table]).execute();
}

test("the old and new price, date, property, tags and handler of a matter are stored", async () => {
  await set("transactions", { asking_price_pounds: 350_000 });
  await set("transactions", { asking_price_pounds: 360_000, tags: ["Probate", "Chain"] });
  await set("transactions", { handler_id: seller_id });
  await set("purchase_intents", { exchanged: "2026-09-01" });
  await set("purchase_intents", { exchanged: null });
  await set("properties", { title_number: "NYK1" });
  expect((await texts()).slice(1)).toEqual([
    "Asking price: from £350,000 to £360,000",
    "Tags: set to Probate, Chain",
    "Handler: set to Ada Byron",
    "Exchanged: set to 01/09/2026",
    "Exchanged: removed, was 01/09/2026",
    "Title number: set to NYK1",
  ]);
});

test("firms are stored with the names that they had at the time", async () => {
  const group = await insertLawyerGroup(db);
  await set("transactions", { seller_lawyer_group_id: group });
  await set("transactions", { seller_lawyer_group_id: null });
  await set("transactions", {
    estate_agent_id: await insertAgent(db),
    estate_agent_status: "assigned",
  });
  const found = await texts();
  expect(found[0]).toMatch(/^Seller solicitor: set to .+, Ashby York$/);
  expect(found[1]).toMatch(/^Seller solicitor: removed, was .+, Ashby York$/);
  expect(found[2]).toMatch(/^Estate agent: set to \S/);
});

test("a corrected address of the property is stored as one line", async () => {
  const { address_id } = await db
    .selectFrom("properties")
    .select("address_id")
    .where("id", "=", property_id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable("addresses")
    .set({ line_1: "2 Arch Street" })
    .where("id", "=", address_id)
    .execute();
  expect(await texts()).toEqual([expect.stringMatching(/^Address: from 1 Arch .* to 2 Arch .*$/)]);
});

test("a corrected person is stored with each of their matters, and who corrected them", async () => {
  const other = await insertSale(db, seller_id);
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable("users")
      .set({ last_name: "Lovelace" })
      .where("id", "=", seller_id)
      .execute();
    const actor = { id: seller_id, request_id: "" };
    const subject = { type: "user", id: seller_id };
    await recordAudit(trx, { actor, action: "person_corrected", subject, fields: ["last_name"] });
  });
  for (const matter of [id, other.id]) {
    expect(await listChanges(db, service, matter)).toMatchObject([
      { field: "last_name", old_value: "Byron", person: "Ada Lovelace", by: "Ada Lovelace" },
    ]);
  }
});

test("a participant who is removed leaves no old details behind", async () => {
  const person = { kind: "seller", first_name: "Cy", last_name: "Byron", position: 0 } as const;
  await db
    .insertInto("parties")
    .values({
      ...person,
      transaction_id: id,
      email: "cy@example.test",
      phone_number: "+447400123456",
    })
    .execute();
  await db.updateTable("parties").set({ first_name: "Cyril" }).execute();
  expect(await texts()).toEqual(["First name: from Cy to Cyril"]);
  await inTransaction(db, (trx) => deleteParties(trx, (eb) => eb("transaction_id", "=", id)));
  expect(await texts()).toEqual([]);
});

test("a write that changes nothing stores nothing", async () => {
  const { tags } = await db
    .selectFrom("transactions")
    .select("tags")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await set("transactions", { tags, handler_id: null });
  expect(await texts()).toEqual([]);
});
