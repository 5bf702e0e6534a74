import { describe, expect, test, vi } from "vitest";
import { cancelOpenPayment } from "#app/domain/payments/at-stripe.server.ts";
import {
  describeOrder,
  startCardPayment,
  startHostedPayment,
} from "#app/domain/payments/start-payment.server.ts";
import {
  attemptKey,
  cancelCheckout,
  cancelIntent,
  storeOpenPayment,
  refuseSettled,
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
  queuedCallOffs,
  sellerAtPayment,
} from "#tests/support/payments.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();

const urls = { success: "http://localhost:3000/s", cancel: "http://localhost:3000/c" };
const PAID = "This sale has already been paid for.";
const UNDER_WAY = "You’ve already started paying for this sale in another tab.";

const urlOf = (input: string | URL | Request) => new Request(input).url;

describe("AMB-E11 whether a payment is certain not to be made any more", () => {
  test.each([
    ["requires_payment_method", true],
    ["requires_action", true],
    ["canceled", true],
    ["processing", false],
    ["succeeded", false],
  ] as const)("one that is %s: %s", async (status, isCalledOff) => {
    expect(await cancelIntent(await intentThatIs(status))).toBe(isCalledOff);
  });

  test.each([
    ["open", true],
    ["expired", true],
    ["complete", false],
  ] as const)("a page of Stripe's that is %s: %s", async (status, isCalledOff) => {
    expect(await cancelCheckout(await checkoutThatIs(status))).toBe(isCalledOff);
  });

  test("what Stripe knows nothing of is not paid on", async () => {
    expect(await cancelIntent("pi_unknown")).toBe(true);
    expect(await cancelCheckout("cs_unknown")).toBe(true);
  });

  test("nobody knows while Stripe is down, or refuses to say", async () => {
    const [intent, checkout] = [await intentThatIs("canceled"), await checkoutThatIs("expired")];
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

  test("a mistake of ours is no answer of Stripe's", async () => {
    const mistake = new Error("ours");
    const path = /\/(cancel|expire)$/;
    const { fetch } = globalThis;
    const [intent, checkout] = [await intentThatIs("canceled"), await checkoutThatIs("expired")];
    vi.spyOn(globalThis, "fetch").mockImplementation((input, init) =>
      path.test(urlOf(input)) ? Promise.reject(mistake) : fetch(input, init),
    );
    await expect(cancelIntent(intent)).rejects.toThrow();
    await expect(cancelCheckout(checkout)).rejects.toThrow();
  });
});

describe("AMB-E11 the one thing that an order can be paid on", () => {
  const started = (change: object = {}) => ({
    stripe_transaction_id: "pi_started",
    stripe_checkout_session_id: null,
    stripe_transaction_status: "requires_payment_method",
    stripe_customer_id: "cus_1",
    ...change,
  });

  test("the first is kept, also when it is started twice; what comes second is called off", async () => {
    const { sale } = await sellerAtPayment(db);
    const order = await getOrCreateOrder(db, sale);
    const mine = started({ stripe_transaction_id: `pi_${order.id}` });
    await emptyQueue(db);
    expect(await storeOpenPayment(db, order, mine)).toBe(true);
    expect(await storeOpenPayment(db, order, mine)).toBe(true);
    expect(await queuedCallOffs(db)).toEqual([]);
    expect(await orderRow(db, sale)).toMatchObject(mine);
    expect(await storeOpenPayment(db, order, started({ stripe_transaction_id: "pi_second" }))).toBe(
      false,
    );
    expect(await queuedCallOffs(db)).toEqual([
      { stripe_transaction_id: "pi_second", stripe_checkout_session_id: null },
    ]);
    expect(await orderRow(db, sale)).toMatchObject(mine);
  });

  test.each([
    ["paid for", { paid_at: new Date(), stripe_transaction_status: "succeeded" }],
    ["under review", { review: "amount_mismatch" }],
  ] as const)("none, once it is %s", async (_what, change) => {
    const { sale } = await sellerAtPayment(db);
    const order = await getOrCreateOrder(db, sale);
    await db.updateTable("orders").set(change).where("id", "=", order.id).execute();
    await emptyQueue(db);
    expect(await storeOpenPayment(db, order, started())).toBe(false);
    expect(await queuedCallOffs(db)).toHaveLength(1);
    expect(await orderRow(db, sale)).toMatchObject({ stripe_transaction_id: null });
  });

  test("where nothing was open, nothing is called off", async () => {
    await emptyQueue(db);
    await cancelOpenPayment(db, { stripe_transaction_id: null, stripe_checkout_session_id: null });
    expect(await queuedCallOffs(db)).toEqual([]);
  });

  test("what the other tab reads", () => {
    expect(paymentUnderWayError()).toMatchObject({ status: 409, message: UNDER_WAY });
    expect(() => {
      refuseSettled({ paid_at: new Date(), review: null });
    }).toThrow(PAID);
    expect(() => {
      refuseSettled({ paid_at: null, review: "paid_twice" });
    }).toThrow(PAID);
    refuseSettled({ paid_at: null, review: null });
  });
});

describe("AMB-E02 what is asked of Stripe", () => {
  test("keys name what is made, for which order, after what, and in which ten minutes", () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.UTC(2026, 0, 1, 12, 9, 59));
    const none = { stripe_transaction_id: null, stripe_checkout_session_id: null };
    const stretch = Date.UTC(2026, 0, 1, 12) / 600_000;
    expect(attemptKey("customer", "one")).toBe(`customer:one:first:${stretch}`);
    expect(attemptKey("intent", "one", none)).toBe(`intent:one:first:${stretch}`);
    expect(attemptKey("intent", "one", { ...none, reviews_dealt_with: 2 })).toBe(
      `intent:one:first:${stretch}:2`,
    );
    expect(attemptKey("intent", "one", { ...none, stripe_transaction_id: "pi_1" })).toBe(
      `intent:one:pi_1:${stretch}`,
    );
    expect(attemptKey("checkout", "one", { ...none, stripe_checkout_session_id: "cs_1" })).toBe(
      `checkout:one:cs_1:${stretch}`,
    );
    vi.spyOn(Date, "now").mockReturnValue(Date.UTC(2026, 0, 1, 12, 10));
    expect(attemptKey("customer", "one")).toBe(`customer:one:first:${stretch + 1}`);
  });

  test("each thing is made under a key of its own kind", async () => {
    const { sale } = await sellerAtPayment(db);
    const asked = vi.spyOn(globalThis, "fetch");
    await startCardPayment(db, sale);
    await startHostedPayment(db, sale, urls);
    const keys = asked.mock.calls.flatMap(
      ([, init]) => new Headers(init?.headers).get("idempotency-key") ?? [],
    );
    expect(keys.map((key) => key.split(":")[0])).toEqual(["customer", "intent", "checkout"]);
  });

  test("E-011 the description lists the products, and the home", async () => {
    const order = await getOrCreateOrder(db, (await sellerAtPayment(db)).sale);
    const items = ["Service fee", "Search pack"].map((product_name) => ({
      product_name,
      product_price_pence: 1,
    }));
    expect(describeOrder({ ...order, items })).toBe(
      "Service fee, Search pack: 12 Arch Street, York, YO1 7HZ",
    );
  });

  test("an answer without what the browser needs is an error", async () => {
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

describe("AMB-E11 Stripe's own page in two tabs", () => {
  /** Does something the first time that a page has been made at Stripe, before we know of it. */
  function meanwhile(act: () => Promise<unknown>) {
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

  test("a page that is open is shown again", async () => {
    const { sale } = await sellerAtPayment(db);
    const page = await startHostedPayment(db, sale, urls);
    expect(await startHostedPayment(db, sale, urls)).toBe(page);
    expect(await state.list(sessions)).toHaveLength(1);
  });

  test("of two made side by side both tabs get the first one kept", async () => {
    const { sale } = await sellerAtPayment(db);
    const pages: string[] = [];
    meanwhile(async () => {
      const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 11 * 60 * 1_000);
      pages.push(await startHostedPayment(db, sale, urls));
      clock.mockRestore();
    });
    expect(await startHostedPayment(db, sale, urls)).toBe(pages[0]);
    expect(await state.list(sessions)).toHaveLength(2);
  });

  test("the card form was quicker: the page says where it is being paid", async () => {
    const { sale } = await sellerAtPayment(db);
    meanwhile(() => startCardPayment(db, sale));
    await expect(startHostedPayment(db, sale, urls)).rejects.toThrow(UNDER_WAY);
  });
});

async function intentThatIs(status: PaymentIntent["status"]) {
  const { sale } = await sellerAtPayment(db);
  await startCardPayment(db, sale);
  const id = (await orderRow(db, sale)).stripe_transaction_id ?? "";
  await changeIntent(state, id, { status });
  return id;
}

async function checkoutThatIs(status: "open" | "complete" | "expired") {
  const { sale } = await sellerAtPayment(db);
  await startHostedPayment(db, sale, urls);
  const id = (await orderRow(db, sale)).stripe_checkout_session_id ?? "";
  const record = await state.get(sessions, id);
  if (record) await state.put(sessions, id, { ...record, session: { ...record.session, status } });
  return id;
}

/** Changes what Stripe answers to requests of this kind. */
function changeAnswers(method: string, path: RegExp, change: object) {
  const { fetch } = globalThis;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const answer = await fetch(input, init);
    if (init?.method !== method || !path.test(urlOf(input))) return answer;
    const body: unknown = await answer.json();
    return Response.json({ ...Object(body), ...change });
  });
}
