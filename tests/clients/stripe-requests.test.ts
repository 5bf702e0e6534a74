import { beforeEach, describe, expect, test, vi } from "vitest";
import { resetBreakers } from "#app/clients/outbound.server.ts";
import {
  cancelPaymentIntent,
  createCheckoutSession,
  createCustomer,
  createPaymentIntent,
  deleteCustomer,
  expireCheckoutSession,
  retrieveCheckoutSession,
  retrievePaymentIntent,
} from "#app/clients/stripe/client.server.ts";
import { newIntent } from "#mocks/stripe/objects.ts";

beforeEach(resetBreakers);

describe("requests to Stripe (E-009, E-011, AMB-E11)", () => {
  const intent = newIntent({
    amount: 24_000,
    currency: "gbp",
    customer: "cus_1",
    description: null,
    receipt_email: null,
    metadata: {},
  });
  const session = {
    id: "cs_1",
    object: "checkout.session",
    status: "open",
    payment_status: "unpaid",
    amount_total: 24_000,
  };

  function answered(body: unknown, init: ResponseInit = {}) {
    const asked = vi.fn((_url: string, _init: RequestInit) =>
      Promise.resolve(Response.json(body, init)),
    );
    vi.stubGlobal("fetch", asked);
    return () => {
      const [call] = asked.mock.calls;
      if (!call) throw new Error("Stripe was not asked");
      const [url, { method, headers: given, body }] = call;
      const headers = new Headers(given);
      return {
        asked: `${method} ${new URL(url).pathname}`,
        key: headers.get("Idempotency-Key"),
        version: headers.get("Stripe-Version"),
        body: Object.fromEntries(new URLSearchParams(typeof body === "string" ? body : "")),
      };
    };
  }
  const version = "2025-08-27.basil";

  test("creating a customer sends our user id", async () => {
    const asked = answered({ id: "cus_1" });
    const customer = { email: "alex@example.com", name: "Alex Green", metadata: { user_id: "u1" } };
    expect(await createCustomer({ ...customer, idempotency_key: "customer:u1" })).toBe("cus_1");
    expect(asked()).toEqual({
      asked: "POST /v1/customers",
      key: "customer:u1",
      version,
      body: { email: "alex@example.com", name: "Alex Green", "metadata[user_id]": "u1" },
    });
  });

  test("deleting a customer sends their Stripe id", async () => {
    const asked = answered({ id: "cus_1", object: "customer", deleted: true });
    await deleteCustomer("cus_1");
    expect(asked()).toEqual({
      asked: "DELETE /v1/customers/cus_1",
      key: null,
      version,
      body: {},
    });
  });

  test("a payment intent is created in GBP with the amount in pence, and allows any payment method", async () => {
    const asked = answered(intent);
    await createPaymentIntent({
      amount_pence: 24_000,
      customer: "cus_1",
      metadata: { order_id: "o1" },
      description: "Service fee: 1 Arch Street",
      receipt_email: "alex@example.com",
      idempotency_key: "intent:o1",
    });
    expect(asked()).toEqual({
      asked: "POST /v1/payment_intents",
      key: "intent:o1",
      version,
      body: {
        amount: "24000",
        currency: "gbp",
        "automatic_payment_methods[enabled]": "true",
        customer: "cus_1",
        "metadata[order_id]": "o1",
        description: "Service fee: 1 Arch Street",
        receipt_email: "alex@example.com",
      },
    });
  });

  test.each<[string, { receipt_email?: string }]>([
    ["receipt_email", { receipt_email: "alex@example.com" }],
    ["no receipt_email", {}],
  ])("a checkout page and its payment get the same metadata, with %s", async (_what, receipt) => {
    const asked = answered(session);
    await createCheckoutSession({
      amount_pence: 24_000,
      name: "Service fee",
      customer: "cus_1",
      client_reference_id: "o1",
      metadata: { order_id: "o1" },
      success_url: "http://localhost:3000/yes",
      cancel_url: "http://localhost:3000/no",
      idempotency_key: "checkout:o1",
      ...receipt,
    });
    expect(asked()).toEqual({
      asked: "POST /v1/checkout/sessions",
      key: "checkout:o1",
      version,
      body: {
        mode: "payment",
        "line_items[0][quantity]": "1",
        "line_items[0][price_data][currency]": "gbp",
        "line_items[0][price_data][unit_amount]": "24000",
        "line_items[0][price_data][product_data][name]": "Service fee",
        "metadata[order_id]": "o1",
        "payment_intent_data[metadata][order_id]": "o1",
        ...(receipt.receipt_email && {
          "payment_intent_data[receipt_email]": receipt.receipt_email,
        }),
        customer: "cus_1",
        client_reference_id: "o1",
        success_url: "http://localhost:3000/yes",
        cancel_url: "http://localhost:3000/no",
      },
    });
  });

  test.each([
    [400, "permanent", true],
    [401, "not permanent", false],
    [402, "permanent", true],
    [403, "not permanent", false],
    [404, "permanent", true],
    [409, "not permanent", false],
  ])("a rejection with the status %i is %s (A-044)", async (status, _kind, permanent) => {
    answered({ error: { type: "invalid_request_error", code: "no" } }, { status });
    await expect(cancelPaymentIntent("pi_1")).rejects.toMatchObject({
      kind: "4xx",
      status,
      code: "no",
      permanent,
      retry_after_ms: 0,
    });
  });

  test("Stripe’s retry delay and error code are passed on (A-044)", async () => {
    const headers = { "Retry-After": "3" };
    answered({ error: { type: "rate_limit_error" } }, { status: 429, headers });
    await expect(cancelPaymentIntent("pi_1")).rejects.toMatchObject({
      status: 429,
      code: "StripeRateLimitError",
      retry_after_ms: 3_000,
    });
  });

  test("a malformed answer and a failed connection throw (A-044)", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<html>")));
    await expect(cancelPaymentIntent("pi_1")).rejects.toMatchObject({ kind: "bad_body" });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
    await expect(cancelPaymentIntent("pi_1")).rejects.toMatchObject({ kind: "network" });
  });

  test("only harmless requests are retried (A-044)", async () => {
    const asked = vi.fn(() => Promise.resolve(new Response("{}", { status: 500 })));
    vi.stubGlobal("fetch", asked);
    for (const [ask, times] of [
      [() => retrievePaymentIntent("pi_1"), 2],
      [() => retrieveCheckoutSession("cs_1"), 2],
      [() => cancelPaymentIntent("pi_1"), 1],
      [() => expireCheckoutSession("cs_1"), 1],
    ] as const) {
      asked.mockClear();
      resetBreakers();
      await expect(ask()).rejects.toMatchObject({ kind: "5xx" });
      expect(asked).toHaveBeenCalledTimes(times);
    }
  });
});
