import { expect, test } from "vitest";
import { reconcilePayments } from "#app/domain/payments/reconcile.server.ts";
import { seed } from "#db/demo/index.ts";
import { seedStripeDouble } from "#mocks/stripe/demonstration.ts";
import { useTestDatabase } from "#tests/support/database.ts";
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
