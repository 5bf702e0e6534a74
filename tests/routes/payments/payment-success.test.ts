import { describe, expect, test } from "vitest";
import { startCardPayment, startHostedPayment } from "#app/domain/payments/start-payment.server.ts";
import { getOrCreateOrder } from "#app/domain/payments/orders.server.ts";
import { payWithReferralCode } from "#app/domain/payments/pay-with-code.server.ts";
import { acceptTerms } from "#app/domain/terms/acceptance.server.ts";
import { loader as showPayment } from "#app/routes/sell/payment.tsx";
import { handle, loader } from "#app/routes/sell/payment-success.tsx";
import { inTransaction } from "#db/connection.ts";
import { setFault } from "#mocks/faults.ts";
import { type PaymentIntent, sessions } from "#mocks/stripe/objects.ts";
import { intentOfSession, pay } from "#mocks/stripe/pay.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import {
  changeIntent,
  emailNames,
  insertCode,
  newSession,
  orderRow,
  sellerAtPayment,
  type AtPayment,
} from "#tests/support/payments.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { eventNames, newSale } from "#tests/support/sales.ts";
import { get } from "#tests/support/call-route.ts";
import { createSale } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();
const double = { state, pagesUrl: "http://localhost:3000", webhookUrl: null, webhookSecret: "" };
const card = (number: string) => ({ number, expiry: "12/40", cvc: "123" });
const good = card("4242424242424242");

const path = "/sell/payment-success";
type Seller = Pick<AtPayment, "sale" | "cookie">;
const open = ({ cookie, sale }: Seller, query: Record<string, string>) =>
  get(loader, {
    cookie,
    path: `${path}?${new URLSearchParams({ sale: sale.transaction_id, ...query })}`,
  });
const openNameless = ({ cookie }: { cookie: string }, query: Record<string, string>) =>
  get(loader, { cookie, path: `${path}?${new URLSearchParams(query)}` });
const findPayment = ({ sale }: Seller) => `/sell/payment?sale=${sale.transaction_id}`;
const backTo = (seller: Seller, payment_intent: string) =>
  `${findPayment(seller)}&payment_intent=${payment_intent}`;
const paidFor = ({ sale }: Seller) => ({
  transaction_id: sale.transaction_id,
  property: "12 Arch Street, York, YO1 7HZ",
  paid_pence: 24_000,
  code: null,
});

const shown = async (seller: Seller, query: string) =>
  get(showPayment, {
    cookie: seller.cookie,
    path: `${findPayment(seller)}${query.replace("?", "&")}`,
  });

describe("the return from a card payment (E-012 E-019 E-020 E-022 E-023)", () => {
  test("a successful payment shows the success page on each visit, and is recorded with one event and one email", async () => {
    const seller = await sellerWhoPays(null);
    const query = { payment_intent: seller.payment_intent, redirect_status: "succeeded" };
    const { transaction_id } = seller.sale;
    const answers = await Promise.all([open(seller, query), open(seller, query)]);
    answers.push(await open(seller, query));
    for (const { data } of answers) expect(data).toEqual(paidFor(seller));
    expect(await emailNames(db, seller.sale)).toEqual(["payment_received"]);
    const names = await eventNames(db, transaction_id);
    expect(names.filter((name) => name === "payment_successful")).toHaveLength(1);
    // Stripe is not called again when the page is reloaded.
    await setFault(state, "stripe", "down");
    expect((await open(seller, query)).data).toEqual(paidFor(seller));
    expect(await shown(seller, "")).toMatchObject({ location: "/welcome-back" });
  });

  test("the success page’s response removes Stripe’s client secret from the URL (AMB-E06)", async () => {
    const seller = await sellerWhoPays(null);
    const { payment_intent } = seller;
    const answer = await open(seller, {
      payment_intent,
      payment_intent_client_secret: `${payment_intent}_secret_1`,
      redirect_status: "succeeded",
    });
    expect(answer.location).toBe(
      `${path}?sale=${seller.sale.transaction_id}&payment_intent=${payment_intent}&redirect_status=succeeded`,
    );
    const alone = await open(seller, { payment_intent_client_secret: "x", code: "true" });
    expect(alone.location).toBe(`${path}?sale=${seller.sale.transaction_id}`);
  });

  test.each([
    ["processing", { status: "processing" }],
    ["declined", { status: "requires_payment_method" }],
    ["cancelled", { status: "canceled" }],
    ["waiting for the bank", { status: "requires_action" }],
  ] as const)(
    "redirect_status=succeeded in the URL is ignored if Stripe’s status of the payment is %s",
    async (_what, changes) => {
      const seller = await sellerWhoPays(changes);
      const { payment_intent } = seller;
      const forged = await open(seller, { payment_intent, redirect_status: "succeeded" });
      expect(forged.location).toBe(backTo(seller, payment_intent));
      expect(await orderRow(db, seller.sale)).toMatchObject({ paid_at: null });
    },
  );

  test.each([
    ["redirect_status=failed", { redirect_status: "failed" }],
    ["redirect_status=processing", { redirect_status: "processing" }],
    ["no redirect_status", {}],
  ])(
    "returning from a card payment with %s in the URL redirects to the payment page",
    async (_what, query) => {
      const seller = await sellerWhoPays(null);
      const { payment_intent } = seller;
      const { location } = await open(seller, { payment_intent, ...query });
      expect(location).toBe(backTo(seller, payment_intent));
    },
  );

  test("returning from another person’s card payment, or from an unknown one, redirects to the payment page", async () => {
    const payer = await sellerWhoPays(null);
    const other = await sellerAtPayment(db);
    for (const payment_intent of [payer.payment_intent, "pi_made_up", "../customers", "pi_", "x"]) {
      const answer = await open(other, { payment_intent, redirect_status: "succeeded" });
      expect(answer.location).toBe(
        `${findPayment(other)}&payment_intent=${encodeURIComponent(payment_intent)}`,
      );
      const { data } = await shown(other, `?payment_intent=${encodeURIComponent(payment_intent)}`);
      expect(data).toMatchObject({ state: null });
    }
    expect(await orderRow(db, other.sale)).toMatchObject({ paid_at: null, review: null });
    expect((await open(other, {})).location).toBe(findPayment(other));
    expect((await get(loader, { path })).location).toBe("/sell/get-started");
  });

  test("returning from a payment of the wrong amount shows that the payment is under review", async () => {
    const seller = await sellerWhoPays({ status: "succeeded", amount_received: 100 });
    const { payment_intent } = seller;
    const answer = await open(seller, { payment_intent, redirect_status: "succeeded" });
    expect(answer.location).toBe(backTo(seller, payment_intent));
    expect((await shown(seller, "")).data).toMatchObject({ state: "review" });
  });

  test("returning from a payment while Stripe is down shows that we are confirming it", async () => {
    expectError(/asking what became of a payment/);
    const seller = await sellerWhoPays(null);
    await setFault(state, "stripe", "down");
    const query = { payment_intent: seller.payment_intent, redirect_status: "succeeded" };
    const { data } = await open(seller, query);
    expect(data).toEqual({ transaction_id: null });
    const { title } = handle;
    expect(typeof title === "function" && title(data)).toBe("We’re confirming your payment");
    expect((await shown(seller, `?payment_intent=${seller.payment_intent}`)).data).toMatchObject({
      state: "unknown",
    });
    await setFault(state, "stripe", "none");
    expect((await open(seller, query)).data).toEqual(paidFor(seller));
  });
});

describe("the payment state on /sell/payment (AMB-E10 E-024 E-025 E-026)", () => {
  test.each(["processing", "requires_payment_method", "requires_action", "canceled"] as const)(
    "the payment page shows the state of a card payment: %s",
    async (status) => {
      const seller = await sellerWhoPays({ status });
      const { data } = await shown(seller, `?payment_intent=${seller.payment_intent}`);
      expect(data).toMatchObject({ state: status });
    },
  );

  test("the payment page shows no state for a payment of the seller’s other sale", async () => {
    const seller = await sellerWhoPays({ status: "canceled" });
    const { seller_id } = seller.sale;
    const { id } = await createSale(db, seller_id, newSale());
    const second = { transaction_id: id, seller_id };
    await acceptTerms(db, second);
    const cookie = await newSession(db, second);
    const { data } = await shown(
      { ...seller, sale: second, cookie },
      `?payment_intent=${seller.payment_intent}`,
    );
    expect(data).toMatchObject({ transaction_id: id, state: null });
  });

  test("the payment page redirects to /welcome-back if the payment succeeded", async () => {
    const seller = await sellerWhoPays(null);
    const answer = await shown(seller, `?payment_intent=${seller.payment_intent}`);
    expect(answer.location).toBe("/welcome-back");
  });

  test("the payment page without a payment in its URL shows the last state of the payment, and updates it from Stripe", async () => {
    expectError(/asking what became of a payment/);
    const seller = await sellerWhoPays({ status: "processing" });
    await shown(seller, `?payment_intent=${seller.payment_intent}`);
    expect((await shown(seller, "")).data).toMatchObject({ state: "processing" });
    await setFault(state, "stripe", "down");
    expect((await shown(seller, "")).data).toMatchObject({ state: "processing" });
    await setFault(state, "stripe", "none");
    await changeIntent(state, seller.payment_intent, { status: "requires_payment_method" });
    expect((await shown(seller, "")).data).toMatchObject({ state: "requires_payment_method" });
    expect((await shown(seller, "")).data).toMatchObject({ state: "requires_payment_method" });
  });
});

describe("the return from Stripe’s hosted page (AMB-E11)", () => {
  const urls = { success: `http://localhost:3000${path}`, cancel: "http://localhost:3000/" };

  async function atStripesPage() {
    const seller = await sellerAtPayment(db);
    await startHostedPayment(db, seller.sale, urls);
    const session_id = (await orderRow(db, seller.sale)).stripe_checkout_session_id ?? "";
    return { ...seller, session_id };
  }

  async function payThere(session_id: string) {
    const record = await state.get(sessions, session_id);
    if (!record) throw new Error("no page");
    const { id } = await intentOfSession(double, record);
    await pay(double, { intent_id: id, card: good, return_url: path });
    return id;
  }

  test("returning from Stripe’s page leads to the payment that was made there", async () => {
    const seller = await atStripesPage();
    const payment_intent = await payThere(seller.session_id);
    const { session_id } = seller;
    const answer = await open(seller, { session_id });
    const query = { payment_intent, redirect_status: "succeeded" };
    const named = new URLSearchParams({ sale: seller.sale.transaction_id, ...query });
    expect(answer.location).toBe(`${path}?${named}`);
    expect((await open(seller, query)).data).toEqual(paidFor(seller));
    expect(await orderRow(db, seller.sale)).toMatchObject({
      stripe_transaction_id: payment_intent,
    });
  });

  test("returning from Stripe’s page without a payment, or with another person’s session, redirects to the payment page", async () => {
    const seller = await atStripesPage();
    expect((await open(seller, { session_id: seller.session_id })).location).toBe(
      findPayment(seller),
    );
    await payThere(seller.session_id);
    const other = await sellerAtPayment(db);
    for (const session_id of [seller.session_id, "cs_made_up", "nonsense"]) {
      expect((await open(other, { session_id })).location).toBe(findPayment(other));
    }
  });

  test("returning from Stripe’s page while Stripe fails shows that we are confirming the payment", async () => {
    expectError(/asking what became of a payment/);
    const seller = await atStripesPage();
    await payThere(seller.session_id);
    await setFault(state, "stripe", "nonsense");
    const { session_id } = seller;
    expect((await open(seller, { session_id })).data).toEqual({ transaction_id: null });
  });
});

describe("the success page with code=true (E-021 E-022 AMB-E06)", () => {
  test("the success page with code=true shows the sale that a code paid for, on each visit", async () => {
    await insertCode(db, "SHOW");
    const seller = await sellerAtPayment(db);
    await getOrCreateOrder(db, seller.sale);
    await inTransaction(db, (trx) => payWithReferralCode(trx, seller.sale, "SHOW"));
    const paid = { ...paidFor(seller), paid_pence: 0, code: "SHOW" };
    expect((await open(seller, { code: "true" })).data).toEqual(paid);
    const cookie = await newSession(db, seller.sale);
    expect((await open({ ...seller, cookie }, { code: "true" })).data).toEqual(paid);
  });

  test("the success page with code=true redirects to the payment page if no code was used, even if the seller paid by card", async () => {
    const unpaid = await sellerAtPayment(db);
    expect((await open(unpaid, { code: "true" })).location).toBe(findPayment(unpaid));
    const payer = await sellerWhoPays(null);
    await open(payer, { payment_intent: payer.payment_intent, redirect_status: "succeeded" });
    expect((await open(payer, { code: "true" })).location).toBe(findPayment(payer));
    expect((await open(unpaid, { code: "yes" })).location).toBe(findPayment(unpaid));
  });
});

describe("the sale of the success page (AMB-A07)", () => {
  async function withAnotherSale(seller: AtPayment) {
    const { seller_id } = seller.sale;
    const { id } = await createSale(db, seller_id, newSale());
    const sale = { transaction_id: id, seller_id };
    await acceptTerms(db, sale);
    return { ...seller, sale, cookie: await newSession(db, sale) };
  }

  test("returning from a card payment adds the paid sale to the URL, and a URL with another sale redirects to that sale’s payment page", async () => {
    const payer = await sellerWhoPays(null);
    const other = await withAnotherSale(payer);
    const query = { payment_intent: payer.payment_intent, redirect_status: "succeeded" };
    const named = new URLSearchParams({ sale: payer.sale.transaction_id, ...query });
    expect((await openNameless(other, query)).location).toBe(`${path}?${named}`);
    expect((await open({ ...payer, cookie: other.cookie }, query)).data).toEqual(paidFor(payer));
    expect((await open(other, query)).location).toBe(backTo(other, payer.payment_intent));
  });

  test("reloading the success page after paying with a code shows the sale in the URL, regardless of the session’s sale", async () => {
    await insertCode(db, "REFRESHED");
    const seller = await sellerAtPayment(db);
    await getOrCreateOrder(db, seller.sale);
    await inTransaction(db, (trx) => payWithReferralCode(trx, seller.sale, "REFRESHED"));
    // The page looks for an unfinished sale if the URL names none, and a sale that is paid for is
    // finished.
    const bare = await openNameless(seller, { code: "true" });
    expect(bare.location).toBe("/sell/payment");
    const other = await withAnotherSale(seller);
    const refreshed = await open({ ...seller, cookie: other.cookie }, { code: "true" });
    expect(refreshed.data).toMatchObject({ transaction_id: seller.sale.transaction_id });
    expect((await open(other, { code: "true" })).location).toBe(findPayment(other));
  });

  test("the success page does not show a payment to another person (E-022)", async () => {
    const payer = await sellerWhoPays(null);
    const query = { payment_intent: payer.payment_intent, redirect_status: "succeeded" };
    expect((await open(payer, query)).data).toEqual(paidFor(payer));
    const stranger = await sellerAtPayment(db);
    expect((await openNameless(stranger, query)).location).toBe(
      `/sell/payment?payment_intent=${payer.payment_intent}`,
    );
    const forged = await open({ ...stranger, sale: payer.sale }, query);
    expect(forged.location).toBe(backTo(payer, payer.payment_intent));
  });
});

async function sellerWhoPays(changes: Partial<PaymentIntent> | null) {
  const seller = await sellerAtPayment(db);
  await startCardPayment(db, seller.sale);
  const id = (await orderRow(db, seller.sale)).stripe_transaction_id ?? "";
  if (changes) await changeIntent(state, id, changes);
  else await pay(double, { intent_id: id, card: good, return_url: path });
  return { ...seller, payment_intent: id };
}
