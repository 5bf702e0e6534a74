import { beforeEach, describe, expect, test, vi } from "vitest";
import { resetBreakers } from "#app/clients/outbound.server.ts";
import {
  listDisputes,
  listOpenCheckoutSessions,
  listPaymentIntents,
  listRefunds,
  listChargedPayments,
} from "#app/clients/stripe/lists.server.ts";
import { newIntent } from "#mocks/stripe/objects.ts";

beforeEach(resetBreakers);

const stretch = { from: new Date(1_000_000), until: new Date(2_000_000) };

function anIntent(id: string) {
  const given = { amount: 24_000, currency: "gbp", customer: null, metadata: {} };
  return { ...newIntent({ ...given, description: null, receipt_email: null }), id };
}

function answering(...bodies: unknown[]) {
  const asked: { path: string; query: Record<string, string> }[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    const { pathname, searchParams } = new URL(url);
    asked.push({ path: pathname, query: Object.fromEntries(searchParams) });
    return Promise.resolve(Response.json(bodies[asked.length - 1] ?? bodies.at(-1)));
  });
  return asked;
}

const list = (data: unknown[], has_more = false) => ({ object: "list", data, has_more });
const charge = (id: string, status: string, payment_intent: unknown) => ({
  id,
  object: "charge",
  status,
  payment_intent,
});

describe("lists from Stripe (AMB-E09)", () => {
  const created = { "created[gte]": "1000", "created[lt]": "2000", limit: "100" };
  test.each([
    ["/v1/charges", listChargedPayments, { "expand[0]": "data.payment_intent" }],
    ["/v1/payment_intents", listPaymentIntents, {}],
    ["/v1/checkout/sessions", listOpenCheckoutSessions, { status: "open" }],
    ["/v1/refunds", listRefunds, { "expand[0]": "data.payment_intent" }],
    ["/v1/disputes", listDisputes, { "expand[0]": "data.payment_intent" }],
  ])("a list is requested from %s for the period", async (path, ask, more) => {
    const asked = answering(list([]));
    expect(await ask(stretch)).toEqual([]);
    expect(asked).toEqual([{ path, query: { ...created, ...more } }]);
  });

  test("a list requests each page after the last id of the previous page", async () => {
    const pages = [["a", "b"], ["c", "d"], ["e"]].map((ids) => ids.map(anIntent));
    const asked = answering(...pages.map((page, index) => list(page, index < 2)));
    const found = await listPaymentIntents(stretch);
    expect(found.map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e"]);
    expect(asked.map(({ query }) => query.starting_after)).toEqual([undefined, "b", "d"]);
  });

  test("the list of charged payments has only payments whose charge succeeded", async () => {
    answering(
      list([
        charge("ch_1", "succeeded", anIntent("pi_1")),
        charge("ch_2", "failed", anIntent("pi_2")),
        charge("ch_3", "pending", anIntent("pi_3")),
        charge("ch_4", "succeeded", null),
      ]),
    );
    expect((await listChargedPayments(stretch)).map(({ id }) => id)).toEqual(["pi_1"]);
  });

  test("a refund is listed with its amount and payment, and a missing status means succeeded", async () => {
    const refund = {
      id: "re_1",
      object: "refund",
      status: null,
      amount: 500,
      currency: "gbp",
      created: 1_790_000_000,
    };
    answering(list([{ ...refund, payment_intent: anIntent("pi_1") }]));
    expect(await listRefunds(stretch)).toMatchObject([
      { id: "re_1", status: "succeeded", amount_pence: 500, payment: { id: "pi_1" } },
    ]);
  });
});

describe("malformed lists (A-044)", () => {
  test.each([
    ["an object that is not a list", { object: "charge" }],
    ["a list of the wrong objects", list([{ id: "x", object: "customer" }])],
    ["an empty page that has a next page", list([], true)],
    ["a page that repeats the previous one", list([anIntent("same")], true)],
    ["a payment that is not expanded", list([charge("ch_1", "succeeded", "pi_1")])],
  ])("a request for a list rejects %s", async (_what, body) => {
    answering(body);
    const ask = JSON.stringify(body).includes("charge") ? listChargedPayments : listPaymentIntents;
    await expect(ask(stretch)).rejects.toMatchObject({ kind: "bad_body" });
  });

  test("a failed request for a page is retried", async () => {
    let asked = 0;
    vi.stubGlobal("fetch", () => {
      asked += 1;
      return Promise.resolve(
        asked === 1 ? new Response("", { status: 503 }) : Response.json(list([])),
      );
    });
    expect(await listDisputes(stretch)).toEqual([]);
    expect(asked).toBe(2);
  });
});
