import { describe, expect, test } from "vitest";
import { NotFoundError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { listPurchases, readListedPurchase } from "#app/domain/purchases/purchases.server.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { readerId } from "#tests/support/readers.ts";

const { db } = useTestDatabase();

const someone = () => insertPerson(db, `${crypto.randomUUID()}@example.test`);

async function findPurchase(
  buyer_id: string,
  change: { is_active?: boolean; emailed?: boolean } = {},
) {
  const sale = await insertSale(db, (await someone()).id);
  const intent = await insertPurchase(db, sale, buyer_id, change.is_active ?? false);
  if (change.emailed) {
    await recordEvent(db, {
      transaction_id: sale.id,
      purchase_intent_id: intent.id,
      event_name: "purchase_intent_success_email_sent",
      author: "system",
    });
  }
  return { ...intent, buyer_id: readerId(intent.buyer_id) };
}

describe("the completeness of a purchase (E-040, E-041)", () => {
  test.each<[string, string, { is_active?: boolean; emailed?: boolean }, boolean]>([
    ["incomplete", "it has only been started", {}, false],
    ["complete", "it is active", { is_active: true }, true],
    ["complete", "its success email was sent", { emailed: true }, true],
    [
      "complete",
      "it is active and its success email was sent",
      { is_active: true, emailed: true },
      true,
    ],
  ])("a purchase is %s if %s", async (_state, _why, change, complete) => {
    const buyer = await someone();
    await findPurchase(buyer.id, change);
    expect(await listPurchases(db, buyer.id)).toMatchObject([{ complete }]);
  });

  test("the success email of another purchase in the matter does not make a purchase complete", async () => {
    const buyer = await someone();
    const intent = await findPurchase(buyer.id);
    const sale = { id: intent.transaction_id, property_id: intent.property_id };
    const other = await insertPurchase(db, sale, (await someone()).id, false);
    await recordEvent(db, {
      transaction_id: sale.id,
      purchase_intent_id: other.id,
      event_name: "purchase_intent_success_email_sent",
      author: "system",
    });
    expect(await listPurchases(db, buyer.id)).toMatchObject([{ id: intent.id, complete: false }]);
  });
});

test("a buyer's purchases are listed with their matters, newest first (D-056, D-059, F-010)", async () => {
  const buyer = await someone();
  const older = await findPurchase(buyer.id);
  const newer = await findPurchase(buyer.id);
  await findPurchase((await someone()).id);
  await db
    .updateTable("purchase_intents")
    .set({
      created_at: new Date("2025-01-01T00:00:00Z"),
      terms_accepted_at: null,
      terms_version: null,
    })
    .where("id", "=", older.id)
    .execute();
  expect(await listPurchases(db, buyer.id)).toMatchObject([
    {
      id: newer.id,
      transaction_id: newer.transaction_id,
      line_1: "1 Arch Street",
      post_town: "Bath",
      terms_accepted: true,
    },
    { id: older.id, transaction_id: older.transaction_id, terms_accepted: false },
  ]);
});

test("another customer's purchase is not found (AMB-A10)", async () => {
  const intent = await findPurchase((await someone()).id);
  const { id: buyer_id } = await someone();
  await expect(readListedPurchase(db, { id: intent.id, buyer_id })).rejects.toEqual(
    new NotFoundError("Purchase intent not found"),
  );
  expect(await readListedPurchase(db, { id: intent.id, buyer_id: intent.buyer_id })).toMatchObject({
    id: intent.id,
  });
});

test.each([
  ["completed", { completed: "2026-03-18" }, true],
  ["aborted", { aborted: "2026-03-18" }, true],
  ["in progress", {}, false],
  ["due to complete later", { completed: "2999-01-04" }, false],
])("a purchase that is %s is listed with is_over: $2 (F-010)", async (_what, change, is_over) => {
  const { id, buyer_id } = await findPurchase((await someone()).id);
  if (Object.keys(change).length > 0) {
    await db.updateTable("purchase_intents").set(change).where("id", "=", id).execute();
  }
  expect(await listPurchases(db, buyer_id)).toMatchObject([{ id, is_over }]);
});
