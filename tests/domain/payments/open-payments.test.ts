import { describe, expect, test, vi } from "vitest";
import { cancelOpenPayment } from "#app/domain/payments/compare-with-stripe.server.ts";
import {
  describeOrder,
  startCardPayment,
  startHostedPayment,
} from "#app/domain/payments/start-payment.server.ts";
import {
  paymentIdempotencyKey,
  cancelCheckout,
  cancelIntent,
  storeOpenPayment,
  requireUnsettled,
  paymentUnderWayError,
} from "#app/domain/payments/open-payments.server.ts";
import { getOrCreateOrder } from "#app/domain/payments/orders.server.ts";
import { setFault } from "#mocks/faults.ts";
import { type PaymentIntent, sessions } from "#mocks/stripe/objects.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import {
  changeIntent,
  emptyQueue,
  orderRow,
  queuedCancellations,
  sellerAtPayment,
} from "#tests/support/payments.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();

const urls = { success: "http://localhost:3000/s", cancel: "http://localhost:3000/c" };
const PAID = "This sale has already been paid for.";
const UNDER_WAY = "You’ve already started paying for this sale in another tab.";

const urlOf = (input: string | URL | Request) => new Request(input).url;

describe("cancelling a payment at Stripe (AMB-E11)", () => {
  test.each([
    ["requires_payment_method", "succeeds", true],
    ["requires_action", "succeeds", true],
    ["canceled", "succeeds", true],
    ["processing", "fails", false],
    ["succeeded", "fails", false],
  ] as const)(
    "an attempt to cancel a payment with the status %s %s",
    async (status, _result, isCalledOff) => {
      expect(await cancelIntent(await createIntentWithStatus(status))).toBe(isCalledOff);
    },
  );

  test.each([
    ["open", "succeeds", true],
    ["expired", "succeeds", true],
    ["complete", "fails", false],
  ] as const)(
    "an attempt to cancel a checkout page with the status %s %s",
    async (status, _result, isCalledOff) => {
      expect(await cancelCheckout(await createCheckoutWithStatus(status))).toBe(isCalledOff);
    },
  );

  test("a payment that Stripe does not know counts as cancelled", async () => {
    expect(await cancelIntent("pi_unknown")).toBe(true);
    expect(await cancelCheckout("cs_unknown")).toBe(true);
  });

  test("cancelling a payment fails while Stripe is down or rejects the request", async () => {
    const [intent, checkout] = [
      await createIntentWithStatus("canceled"),
      await createCheckoutWithStatus("expired"),
    ];
    await setFault(state, "stripe", "down");
    await expect(cancelIntent(intent)).rejects.toMatchObject({ vendor: "stripe", kind: "5xx" });
    await expect(cancelCheckout(checkout)).rejects.toMatchObject({ kind: "5xx" });
    await setFault(state, "stripe", "none");
    const refusal = { error: { type: "invalid_request_error", message: "No" } };
    vi.spyOn(globalThis, "fetch").mockImplementation(() =>
      Promise.resolve(Response.json(refusal, { status: 402 })),
    );
    await expect(cancelIntent(intent)).rejects.toMatchObject({ kind: "4xx", status: 402 });
    await expect(cancelCheckout(checkout)).rejects.toMatchObject({ kind: "4xx", status: 402 });
  });

  test("cancelling a payment fails if the request fails on our side", async () => {
    const mistake = new Error("ours");
    const path = /\/(cancel|expire)$/;
    const { fetch } = globalThis;
    const [intent, checkout] = [
      await createIntentWithStatus("canceled"),
      await createCheckoutWithStatus("expired"),
    ];
    vi.spyOn(globalThis, "fetch").mockImplementation((input, init) =>
      path.test(urlOf(input)) ? Promise.reject(mistake) : fetch(input, init),
    );
    await expect(cancelIntent(intent)).rejects.toThrow();
    await expect(cancelCheckout(checkout)).rejects.toThrow();
  });
});

describe("the one open payment of an order (AMB-E11)", () => {
  const started = (change: object = {}) => ({
    stripe_transaction_id: "pi_started",
    stripe_checkout_session_id: null,
    stripe_transaction_status: "requires_payment_method",
    stripe_customer_id: "cus_1",
    ...change,
  });

  test("the first payment stored stays the open payment of an order, and a second one is cancelled", async () => {
    const { sale } = await sellerAtPayment(db);
    const order = await getOrCreateOrder(db, sale);
    const mine = started({ stripe_transaction_id: `pi_${order.id}` });
    await emptyQueue(db);
    expect(await storeOpenPayment(db, order, mine)).toBe(true);
    expect(await storeOpenPayment(db, order, mine)).toBe(true);
    expect(await queuedCancellations(db)).toEqual([]);
    expect(await orderRow(db, sale)).toMatchObject(mine);
    expect(await storeOpenPayment(db, order, started({ stripe_transaction_id: "pi_second" }))).toBe(
      false,
    );
    expect(await queuedCancellations(db)).toEqual([
      { stripe_transaction_id: "pi_second", stripe_checkout_session_id: null },
    ]);
    expect(await orderRow(db, sale)).toMatchObject(mine);
  });

  test.each([
    ["paid for", { paid_at: new Date(), stripe_transaction_status: "succeeded" }],
    ["under review", { review: "amount_mismatch" }],
  ] as const)(
    "a started payment is not stored but cancelled once its order is %s",
    async (_what, change) => {
      const { sale } = await sellerAtPayment(db);
      const order = await getOrCreateOrder(db, sale);
      await db.updateTable("orders").set(change).where("id", "=", order.id).execute();
      await emptyQueue(db);
      expect(await storeOpenPayment(db, order, started())).toBe(false);
      expect(await queuedCancellations(db)).toHaveLength(1);
      expect(await orderRow(db, sale)).toMatchObject({ stripe_transaction_id: null });
    },
  );

  test("queues no cancellation for an order without an open payment", async () => {
    await emptyQueue(db);
    await cancelOpenPayment(db, { stripe_transaction_id: null, stripe_checkout_session_id: null });
    expect(await queuedCancellations(db)).toEqual([]);
  });

  test("the error message states whether the order has an open payment or has been paid for", () => {
    expect(paymentUnderWayError()).toMatchObject({ status: 409, message: UNDER_WAY });
    expect(() => {
      requireUnsettled({ paid_at: new Date(), review: null });
    }).toThrow(PAID);
    expect(() => {
      requireUnsettled({ paid_at: null, review: "paid_twice" });
    }).toThrow(PAID);
    requireUnsettled({ paid_at: null, review: null });
  });
});

describe("requests to Stripe (AMB-E02)", () => {
  test("the idempotency key contains the kind, the order, the previous payment and the ten-minute window", () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.UTC(2026, 0, 1, 12, 9, 59));
    const none = { stripe_transaction_id: null, stripe_checkout_session_id: null };
    const stretch = Date.UTC(2026, 0, 1, 12) / 600_000;
    expect(paymentIdempotencyKey("customer", "one")).toBe(`customer:one:first:${stretch}`);
    expect(paymentIdempotencyKey("intent", "one", none)).toBe(`intent:one:first:${stretch}`);
    expect(paymentIdempotencyKey("intent", "one", { ...none, reviews_dealt_with: 2 })).toBe(
      `intent:one:first:${stretch}:2`,
    );
    expect(paymentIdempotencyKey("intent", "one", { ...none, stripe_transaction_id: "pi_1" })).toBe(
      `intent:one:pi_1:${stretch}`,
    );
    expect(
      paymentIdempotencyKey("checkout", "one", { ...none, stripe_checkout_session_id: "cs_1" }),
    ).toBe(`checkout:one:cs_1:${stretch}`);
    vi.spyOn(Date, "now").mockReturnValue(Date.UTC(2026, 0, 1, 12, 10));
    expect(paymentIdempotencyKey("customer", "one")).toBe(`customer:one:first:${stretch + 1}`);
  });

  test("each request that creates an object at Stripe has an idempotency key of its kind", async () => {
    const { sale } = await sellerAtPayment(db);
    const asked = vi.spyOn(globalThis, "fetch");
    await startCardPayment(db, sale);
    await startHostedPayment(db, sale, urls);
    const keys = asked.mock.calls.flatMap(
      ([, init]) => new Headers(init?.headers).get("idempotency-key") ?? [],
    );
    expect(keys.map((key) => key.split(":")[0])).toEqual(["customer", "intent", "checkout"]);
  });

  test("an order is described to Stripe by its products and its property (E-011)", async () => {
    const order = await getOrCreateOrder(db, (await sellerAtPayment(db)).sale);
    const items = ["Service fee", "Search pack"].map((product_name) => ({
      product_name,
      product_price_pence: 1,
    }));
    expect(describeOrder({ ...order, items })).toBe(
      "Service fee, Search pack: 12 Arch Street, York, YO1 7HZ",
    );
  });

  test("starting a payment fails if Stripe's answer lacks the client secret or the address of the page", async () => {
    const { sale } = await sellerAtPayment(db);
    changeAnswers("POST", /\/payment_intents$/, { client_secret: null });
    await expect(startCardPayment(db, sale)).rejects.toThrow(
      "A payment intent came without a client secret",
    );
    vi.restoreAllMocks();
    const other = await sellerAtPayment(db);
    changeAnswers("POST", /\/checkout\/sessions$/, { url: null });
    await expect(startHostedPayment(db, other.sale, urls)).rejects.toThrow(
      "A checkout session came without an address",
    );
  });
});

describe("Stripe's hosted page in two tabs (AMB-E11)", () => {
  /** Runs an action after Stripe has created the first page, before we receive its answer. */
  function afterFirstSession(act: () => Promise<unknown>) {
    const { fetch } = globalThis;
    let isFirst = true;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const answer = await fetch(input, init);
      if (isFirst && init?.method === "POST" && urlOf(input).endsWith("/checkout/sessions")) {
        isFirst = false;
        await act();
      }
      return answer;
    });
  }

  test("a second tab opens the hosted payment page that is already open", async () => {
    const { sale } = await sellerAtPayment(db);
    const page = await startHostedPayment(db, sale, urls);
    expect(await startHostedPayment(db, sale, urls)).toBe(page);
    expect(await state.list(sessions)).toHaveLength(1);
  });

  test("both tabs show the hosted page stored first, if two were created concurrently", async () => {
    const { sale } = await sellerAtPayment(db);
    const pages: string[] = [];
    afterFirstSession(async () => {
      const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 11 * 60 * 1_000);
      pages.push(await startHostedPayment(db, sale, urls));
      clock.mockRestore();
    });
    expect(await startHostedPayment(db, sale, urls)).toBe(pages[0]);
    expect(await state.list(sessions)).toHaveLength(2);
  });

  test("a second tab gets an error about the card form if that was started first", async () => {
    const { sale } = await sellerAtPayment(db);
    afterFirstSession(() => startCardPayment(db, sale));
    await expect(startHostedPayment(db, sale, urls)).rejects.toThrow(UNDER_WAY);
  });
});

async function createIntentWithStatus(status: PaymentIntent["status"]) {
  const { sale } = await sellerAtPayment(db);
  await startCardPayment(db, sale);
  const id = (await orderRow(db, sale)).stripe_transaction_id ?? "";
  await changeIntent(state, id, { status });
  return id;
}

async function createCheckoutWithStatus(status: "open" | "complete" | "expired") {
  const { sale } = await sellerAtPayment(db);
  await startHostedPayment(db, sale, urls);
  const id = (await orderRow(db, sale)).stripe_checkout_session_id ?? "";
  const record = await state.get(sessions, id);
  if (record) await state.put(sessions, id, { ...record, session: { ...record.session, status } });
  return id;
}

function changeAnswers(method: string, path: RegExp, change: object) {
  const { fetch } = globalThis;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const answer = await fetch(input, init);
    if (init?.method !== method || !path.test(urlOf(input))) return answer;
    const body: unknown = await answer.json();
    return Response.json({ ...Object(body), ...change });
  });
}
