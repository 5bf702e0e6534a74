import { describe, expect, test } from "vitest";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { readSale } from "#app/domain/sales/read-sale.server.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();

describe("the completeness of a sale (E-037, E-038, E-039)", () => {
  test.each([
    [[], null, "incomplete", false],
    [["transaction_created", "seller_terms_accepted"], null, "incomplete", false],
    [["payment_successful"], null, "complete", true],
    [["transaction_created", "referral_code_applied"], null, "complete", true],
    [[], "succeeded", "complete", true],
    [["transaction_created"], "processing", "incomplete", false],
    [["payment_successful"], "requires_payment_method", "complete", true],
  ] as const)(
    "a sale with the events %j and the order status %s is %s",
    async (events, first_order_status, _state, expected) => {
      const seller = await insertPerson(db, `${crypto.randomUUID()}@example.test`);
      const { id } = await insertSale(db, seller.id);
      for (const event_name of events) {
        await recordEvent(db, { transaction_id: id, event_name, author: "system" });
      }
      if (first_order_status) {
        await db
          .insertInto("orders")
          .values({
            transaction_id: id,
            payment_type: "stripe_direct",
            total_amount_pence: 24_000,
            stripe_transaction_status: first_order_status,
          })
          .execute();
      }
      const sale = await readSale(db, { id, seller_id: seller.id });
      expect(sale.complete).toBe(expected);
    },
  );
});
