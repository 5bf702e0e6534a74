import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { retrievePaymentIntent } from "#app/clients/stripe/client.server.ts";
import { startCardPayment, startHostedPayment } from "#app/domain/payments/start-payment.server.ts";
import { getOrCreateOrder, type SellerSaleIds } from "#app/domain/payments/orders.server.ts";
import { payWithReferralCode } from "#app/domain/payments/pay-with-code.server.ts";
import { recordPayment } from "#app/domain/payments/record-payment.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { inTransaction } from "#db/connection.ts";
import { intents, sessions } from "#mocks/stripe/objects.ts";
import { stripePage } from "#mocks/stripe/pages.ts";
import { pay } from "#mocks/stripe/pay.ts";
import { cancelPayment } from "#app/jobs/jobs.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import {
  emptyQueue,
  insertCode,
  queuedCancellations,
  sellerAtPayment,
} from "#tests/support/payments.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";

/** Lets two to four tabs pay for one sale at the same time. */

const { db } = useTestDatabase();
const { state } = useDoubles();
const double = { state, pagesUrl: "http://localhost:3000", webhookUrl: null, webhookSecret: "" };

const good = { number: "4242424242424242", expiry: "12/40", cvc: "123" };
const urls = {
  success: "http://localhost:3000/sell/payment-success",
  cancel: "http://localhost:3000/",
};

type Tab = (sale: SellerSaleIds) => Promise<void>;

const cardForm: Tab = async (sale) => {
  const { client_secret } = await startCardPayment(db, sale);
  await pause(Math.random() * 8);
  const intent_id = client_secret.split("_secret_")[0] ?? "";
  await pay(double, { intent_id, card: good, return_url: urls.success });
};

const stripesPage: Tab = async (sale) => {
  const page = await startHostedPayment(db, sale, urls);
  await pause(Math.random() * 8);
  await stripePage(double, new Request(page, { method: "POST", body: new URLSearchParams(good) }));
};

test.each([
  ["two card forms", sampleSize(4, 40), [cardForm, cardForm]],
  ["the card form and Stripe's page", sampleSize(8, 60), [cardForm, stripesPage]],
  ["two of Stripe's pages", sampleSize(4, 40), [stripesPage, stripesPage]],
  [
    "two card forms and two of Stripe's pages",
    sampleSize(4, 60),
    [cardForm, stripesPage, cardForm, stripesPage],
  ],
])(
  "a sale is charged once and has no open payment after payments in %s at the same time, in %i rounds (AMB-E02, AMB-E11)",
  async (...given) => {
    const [, rounds, tabs] = given;
    for (let round = 0; round < rounds; round++) {
      const { sale } = await sellerAtPayment(db);
      const stripe = pause(Math.random() * 20).then(() => deliverStripePayments(sale));
      await Promise.all([...tabs.map((tab) => attempt(tab, sale)), stripe]);
      await deliverStripePayments(sale);
      await runQueuedCancellations();
      const order = await findOrder(sale);
      const { paid, open } = await ofOrder(order?.id ?? "");
      expect({ paid: paid.length, open, review: order?.review }, `round ${round}`).toEqual({
        paid: 1,
        open: [],
        review: null,
      });
    }
  },
);

test("a sale that is both charged and paid for by a referral code is flagged for review (AMB-E07)", async () => {
  const rounds = sampleSize(4, 200);
  // Paying with a referral code is faster than paying by card, so the code is submitted after a
  // random delay, up to 1.5 times as long as the last card payment took.
  let cardMs = 20;
  const card: Tab = async (sale) => {
    const began = performance.now();
    await cardForm(sale);
    cardMs = performance.now() - began;
  };
  const code: Tab = async (sale) => {
    await pause(Math.random() * 1.5 * cardMs);
    await inTransaction(db, async (trx) => {
      await getOrCreateOrder(trx, sale);
      await payWithReferralCode(trx, sale, "RACE");
    });
  };
  await insertCode(db, "RACE");
  const seen = { charged: 0, referred: 0, both: 0 };
  for (let round = 0; round < rounds; round++) {
    const { sale } = await sellerAtPayment(db);
    const stripe = pause(Math.random() * 20).then(() => deliverStripePayments(sale));
    await Promise.all([...[card, code, stripesPage].map((tab) => attempt(tab, sale)), stripe]);
    await deliverStripePayments(sale);
    await runQueuedCancellations();
    const order = await findOrder(sale);
    const { paid, open } = await ofOrder(order?.id ?? "");
    expect(open, `round ${round}`).toEqual([]);
    expect(paid.length, `round ${round}`).toBeLessThan(2);
    expect([order?.paid_at !== null, order?.review], `round ${round}`).toEqual([
      true,
      paid.length === 1 && order?.code ? "paid_and_referred" : null,
    ]);
    seen[paid.length === 0 ? "referred" : order?.code ? "both" : "charged"] += 1;
  }
  recordFigure(
    `${rounds} races with a code: ${seen.charged} charged, ${seen.referred} referred, ${seen.both} both and looked at`,
  );
});

/** Repeats a tab’s payment if it is rejected or leaves the sale unpaid, at most five times. */
async function attempt(tab: Tab, sale: SellerSaleIds) {
  await pause(Math.random() * 8);
  for (let again = 0; again < 5; again++) {
    try {
      await tab(sale);
      const order = await findOrder(sale);
      if ((await ofOrder(order?.id ?? "")).paid.length > 0) return;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
}

async function ofOrder(order_id: string) {
  const payments = await state.list(intents);
  const pages = await state.list(sessions);
  const mine = payments.filter(({ metadata }) => metadata.order_id === order_id);
  return {
    paid: mine.filter(({ status }) => status === "succeeded").map(({ id }) => id),
    open: [
      ...mine.filter(({ status }) => status.startsWith("requires_")).map(({ id }) => id),
      ...pages
        .filter(({ session }) => session.client_reference_id === order_id)
        .filter(({ session }) => session.status === "open")
        .map(({ session }) => session.id),
    ],
  };
}

/** Records each successful payment of the sale, as a webhook does. */
async function deliverStripePayments(sale: SellerSaleIds) {
  const order = await findOrder(sale);
  for (const id of order ? (await ofOrder(order.id)).paid : []) {
    const intent = await retrievePaymentIntent(id);
    await inTransaction(db, (trx) => recordPayment(trx, intent));
  }
}

function findOrder({ transaction_id }: SellerSaleIds) {
  return db
    .selectFrom("orders")
    .select(["id", "code", "paid_at", "review"])
    .where("transaction_id", "=", transaction_id)
    .executeTakeFirst();
}

async function runQueuedCancellations() {
  for (const payload of await queuedCancellations(db)) {
    await cancelPayment.handle(payload, { number: 1, isLast: false });
  }
  await emptyQueue(db);
}
