import { describe, expect, test } from "vitest";
import { DomainError } from "#app/domain/errors.ts";
import { acceptBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import { readPurchase } from "#app/domain/purchases/purchases.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { createUnfinishedPurchase, insertUniquePerson } from "#tests/support/purchases.ts";
import { eventNames } from "#tests/support/sales.ts";

const { db } = useTestDatabase();

describe("accepting the buyer's terms (D-057, D-061, D-062, AMB-C11)", () => {
  const toTerms = (id: string) =>
    db
      .selectFrom("purchase_intents")
      .select(["terms_accepted_at", "terms_accepted_by", "terms_version", "is_active"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();

  test("accepting the buyer's terms records the time, version and person once (D-061)", async () => {
    const { id, buyer_id, transaction_id } = await createUnfinishedPurchase(db);
    await acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id });
    const first = await toTerms(id);
    expect(first).toEqual({
      terms_accepted_at: expect.any(Date),
      terms_accepted_by: buyer_id,
      terms_version: "1.0",
      is_active: false,
    });
    await Promise.all(
      [1, 2, 3].map(() => acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id })),
    );
    expect(await toTerms(id)).toEqual(first);
    expect(await eventNames(db, transaction_id)).toEqual([
      "transaction_created",
      "purchase_intent_created",
      "buyer_terms_accepted",
    ]);
  });

  test("accepting the buyer's terms records the buyer as the author (X-015)", async () => {
    const { id, buyer_id } = await createUnfinishedPurchase(db);
    await acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id });
    const accepted = await db
      .selectFrom("events")
      .select(["author", "author_id"])
      .where("purchase_intent_id", "=", id)
      .where("event_name", "=", "buyer_terms_accepted")
      .execute();
    expect(accepted).toEqual([{ author: "buyer", author_id: buyer_id }]);
  });

  test("accepting the buyer's terms records one event for concurrent requests", async () => {
    const { id, buyer_id, transaction_id } = await createUnfinishedPurchase(db);
    await Promise.all(
      [1, 2, 3].map(() => acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id })),
    );
    const names = await eventNames(db, transaction_id);
    expect(names.filter((name) => name === "buyer_terms_accepted")).toHaveLength(1);
  });

  test("accepting the buyer's terms uses the time at which the box was ticked (AMB-C10)", async () => {
    const { id, buyer_id } = await createUnfinishedPurchase(db);
    const accepted_at = new Date("2026-03-18T14:05:00Z");
    await acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id, accepted_at });
    expect((await toTerms(id)).terms_accepted_at).toEqual(accepted_at);
  });

  test("accepting the buyer's terms is rejected for another customer's purchase (AMB-A10)", async () => {
    const { id, buyer_id } = await createUnfinishedPurchase(db);
    const other = await insertUniquePerson(db);
    await expect(
      acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id: other.id }),
    ).rejects.toEqual(new DomainError("Invalid purchase intent ID"));
    expect((await readPurchase(db, { id, buyer_id })).terms_accepted).toBe(false);
  });

  test.each([undefined, "", "undefined", "65f000000000000000000000"])(
    "accepting the buyer's terms is rejected for the id %j (D-062)",
    async (purchase_intent_id) => {
      const buyer = await insertUniquePerson(db);
      await expect(
        acceptBuyerTerms(db, { purchase_intent_id, buyer_id: buyer.id }),
      ).rejects.toEqual(new DomainError("Invalid purchase intent ID"));
    },
  );
});
