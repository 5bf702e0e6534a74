import { expect, test } from "vitest";
import { startCardPayment } from "#app/domain/payments/start-payment.server.ts";
import { action as pressPayment, loader as showPayment } from "#app/routes/sell/payment.tsx";
import { action as askForIntent } from "#app/routes/sell/payment-intent.ts";
import { loader as showSuccess } from "#app/routes/sell/payment-success.tsx";
import { setFault } from "#mocks/faults.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { orderRow, sellerAtPayment } from "#tests/support/payments.ts";
import { get, post } from "#tests/support/call-route.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();

test("each payment page answers with its fallback before a slow Stripe does (A-044 E-014 E-016)", async () => {
  expectError(/asking what became of a payment/);
  expectError(/starting a payment on Stripe's page/);
  expectError(/starting a card payment/);
  const [one, two, three, four] = await Promise.all([
    sellerAtPayment(db),
    sellerAtPayment(db),
    sellerAtPayment(db),
    sellerAtPayment(db),
  ]);
  await startCardPayment(db, three.sale);
  const { stripe_transaction_id } = await orderRow(db, three.sale);
  await setFault(state, "stripe", "slow");
  const query = `?sale=${three.sale.transaction_id}&payment_intent=${stripe_transaction_id}&redirect_status=succeeded`;
  const [intent, hosted, page, success] = await Promise.all([
    post(askForIntent, one.sale, { cookie: one.cookie }),
    post(pressPayment, { intent: "hosted", ...two.sale }, { cookie: two.cookie }),
    get(showPayment, { cookie: three.cookie, path: `/sell/payment${query}` }),
    get(showSuccess, { cookie: four.cookie, path: `/sell/payment-success${query}` }),
  ]);
  expect(intent).toMatchObject({ status: 500, data: { message: "An unexpected error occurred." } });
  expect(hosted).toMatchObject({ status: 500, data: { cardFailed: true } });
  expect(page).toMatchObject({ status: 200, data: { state: "unknown" } });
  expect(success).toMatchObject({ status: 200, data: { transaction_id: null } });
});
