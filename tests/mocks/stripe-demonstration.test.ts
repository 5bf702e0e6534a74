import { expect, test } from "vitest";
import { storeGroupPayment } from "#app/domain/payments/group-payment.server.ts";
import { readRefundable } from "#app/domain/payments/make-refund.server.ts";
import { reconcilePayments } from "#app/domain/payments/reconcile.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { seed } from "#db/demo/index.ts";
import { seedStripeDouble } from "#mocks/stripe/demonstration.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();

test("the nightly comparison with Stripe finds no new difference in the demonstration data (K-083)", async () => {
  await seed(db);
  await seedStripeDouble(db, state);
  const ago = new Date(Date.now() - 90 * 24 * 60 * 60 * 1_000);
  const { compared, found, gone } = await reconcilePayments(db, new Date(), ago);
  expect(compared).toBeGreaterThan(10);
  expect({ found, gone }).toEqual({ found: 0, gone: 0 });
});

test("the refund of each group’s payment in the demonstration data can be opened", async () => {
  await emptyTables(db);
  await seed(db);
  await seedStripeDouble(db, state);
  const units = await db
    .selectFrom("transactions")
    .innerJoin("transaction_groups", "transaction_groups.id", "transactions.group_id")
    .where("stripe_transaction_id", "is not", null)
    .select("transactions.id")
    .execute();
  expect(units.length).toBeGreaterThan(0);
  for (const { id } of units) {
    await storeGroupPayment(db, id);
    expect(await readRefundable(db, service, id)).toMatchObject([{ group_id: expect.any(String) }]);
  }
});
