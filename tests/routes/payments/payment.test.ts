import { describe, expect, test } from "vitest";
import { startCardPayment } from "#app/domain/payments/start-payment.server.ts";
import { acceptTerms, pendingSellerTerms } from "#app/domain/terms/acceptance.server.ts";
import { action, loader } from "#app/routes/sell/payment.tsx";
import { setFault } from "#mocks/faults.ts";
import { sessions } from "#mocks/stripe/objects.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import {
  changeIntent,
  codeUses,
  emailNames,
  insertCode,
  newSession,
  orderRow,
  sellerAtPayment,
} from "#tests/support/payments.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { eventNames, newSale } from "#tests/support/sales.ts";
import { listErrors, get, post } from "#tests/support/call-route.ts";
import { toPath, submitPayment, show, submission, UNDISCOUNTED_PAGE } from "./pages.ts";
import { createSale } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();

describe("the payment page (E-001 E-002 E-003 E-004 E-005)", () => {
  test("the payment page creates the order once, shows it, and does not call Stripe", async () => {
    const seller = await sellerAtPayment(db);
    await setFault(state, "stripe", "down");
    const { status, data } = await show(seller);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      ...UNDISCOUNTED_PAGE,
      state: null,
      items: [{ product_name: "Service fee" }],
    });
    const { id } = await orderRow(db, seller.sale);
    await show(seller);
    expect((await orderRow(db, seller.sale)).id).toBe(id);
  });

  test("the payment page requires a signed-in seller who has accepted the terms (AMB-C14 AMB-C15)", async () => {
    expect((await get(loader, { path: "/sell/payment" })).location).toBe("/sell/get-started");
    expect((await post(action, {}, { path: "/sell/payment" })).status).toBe(401);
    const early = await sellerAtPayment(db, { terms: false });
    expect((await show(early)).path).toBe("/sell/terms-and-conditions");
    for (const intent of ["apply", "remove", "submit", "hosted"]) {
      const answer = await submitPayment(intent, {}, early);
      expect(answer.path).toBe("/sell/terms-and-conditions");
    }
  });

  test("the payment page redirects to /welcome-back once the sale is paid for (E-043 C-091)", async () => {
    await insertCode(db, "DONE");
    const seller = await sellerAtPayment(db);
    await submitPayment("", { referral_code: "DONE" }, seller);
    await submitPayment("submit", submission("DONE"), seller);
    expect((await show(seller)).location).toBe("/welcome-back");
    expect((await submitPayment("hosted", {}, seller)).location).toBe("/welcome-back");
  });

  test("submitting the payment page ignores posted amounts, products and customers (AMB-E02)", async () => {
    const seller = await sellerAtPayment(db);
    const forged = {
      totalOrderAmount: "1",
      products: "[]",
      stripeCustomerId: "cus_x",
      amount: "1",
    };
    const { status } = await submitPayment("hosted", forged, seller);
    expect(status).toBe(303);
    expect((await state.list(sessions))[0]?.session.amount_total).toBe(24_000);
  });

  test("the payment page answers 404 for another person’s sale", async () => {
    const first = await sellerAtPayment(db);
    const other = await sellerAtPayment(db);
    await insertCode(db, "THIS ONE");
    const named = { transaction_id: other.sale.transaction_id, referral_code: "THIS ONE" };
    const answer = await submitPayment("", named, first);
    expect(answer.status).toBe(404);
    expect((await show(other)).data).toMatchObject(UNDISCOUNTED_PAGE);
  });
});

describe("two sales of one person in two tabs (AMB-A07)", () => {
  async function withTwoSales() {
    const first = await sellerAtPayment(db);
    const { seller_id } = first.sale;
    const { address, ...property } = newSale().property;
    const { id } = await createSale(
      db,
      seller_id,
      newSale({ property: { ...property, address: { ...address, line_1: "9 Other Road" } } }),
    );
    const sale = { transaction_id: id, seller_id };
    await acceptTerms(db, sale);
    const cookie = await newSession(db, sale);
    return { first: { ...first, cookie }, second: { ...first, sale, cookie } };
  }

  test("each tab shows the property of the sale in its URL", async () => {
    const { first, second } = await withTwoSales();
    const [a, b] = [await show(first), await show(second)];
    expect(a.data).toMatchObject({
      transaction_id: first.sale.transaction_id,
      property: "12 Arch Street, York, YO1 7HZ",
    });
    expect(b.data).toMatchObject({ property: "9 Other Road, York, YO1 7HZ" });
  });

  test("a payment URL without a sale redirects to the newest sale, with the same query", async () => {
    const { second } = await withTwoSales();
    const { cookie } = second;
    const bare = await get(loader, { cookie, path: "/sell/payment?payment_intent=pi_1" });
    const { transaction_id } = second.sale;
    expect(bare.location).toBe(`/sell/payment?payment_intent=pi_1&sale=${transaction_id}`);
  });

  test("the payment buttons in one tab apply to that tab’s sale, and lead back to it", async () => {
    await insertCode(db, "FIRST ONE");
    const { first, second } = await withTwoSales();
    const apply = await submitPayment("", { referral_code: "FIRST ONE" }, first);
    expect(apply.location).toBe(toPath(first));
    expect((await show(first)).data).toMatchObject({ code: "FIRST ONE" });
    expect((await show(second)).data).toMatchObject(UNDISCOUNTED_PAGE);
    const removed = await submitPayment("remove", {}, first);
    expect(removed.location).toBe(toPath(first));
    await submitPayment("", { referral_code: "FIRST ONE" }, first);
    const { transaction_id } = first.sale;
    const fields = { ...submission("FIRST ONE"), transaction_id };
    for (const answer of [
      await submitPayment("submit", fields, first),
      await submitPayment("submit", fields, first),
    ]) {
      expect(answer.location).toBe(`/sell/payment-success?sale=${transaction_id}&code=true`);
    }
    expect((await show(second)).data).toMatchObject(UNDISCOUNTED_PAGE);
    expect((await show(first)).location).toBe("/welcome-back");
  });

  test("the sale in the form takes precedence over the one in the URL, and a post without a sale starts no payment", async () => {
    const { first, second } = await withTwoSales();
    const { transaction_id } = first.sale;
    await submitPayment("hosted", { transaction_id }, second);
    const [record, ...more] = await state.list(sessions);
    expect(more).toEqual([]);
    expect(record).toMatchObject({
      name: "Service fee: 12 Arch Street, York, YO1 7HZ",
      session: { metadata: { transaction_id } },
    });
    const { cookie } = second;
    for (const intent of ["hosted", "apply", "remove", "submit"]) {
      const nameless = await post(action, { intent }, { cookie, path: "/sell/payment" });
      expect(nameless).toMatchObject({ status: 303, location: "/sell/payment" });
    }
    expect(await state.list(sessions)).toHaveLength(1);
  });
});

describe("accepted terms that are not yet recorded (AMB-C10)", () => {
  test("paying with a code first records the accepted terms", async () => {
    await insertCode(db, "WAITED");
    const seller = await sellerAtPayment(db, { terms: false });
    await pendingSellerTerms.keep(db, seller.sale);
    expect((await show(seller)).status).toBe(200);
    await submitPayment("", { referral_code: "WAITED" }, seller);
    expect((await submitPayment("submit", submission("WAITED"), seller)).status).toBe(303);
    const names = await eventNames(db, seller.sale.transaction_id);
    expect(names.filter((name) => name === "seller_terms_accepted")).toHaveLength(1);
    expect(names.indexOf("seller_terms_accepted")).toBeLessThan(
      names.indexOf("referral_code_applied"),
    );
  });

  test.each(["submit", "hosted"])(
    "the payment button “%s” shows an error and starts no payment if the accepted terms cannot be recorded",
    async (intent) => {
      expectError(/recording terms before a payment/);
      await insertCode(db, `UNRECORDED ${intent}`);
      const seller = await sellerAtPayment(db, { terms: false });
      await pendingSellerTerms.keep(db, seller.sale);
      const code = intent === "submit" ? `UNRECORDED ${intent}` : "";
      if (code) await submitPayment("", { referral_code: code }, seller);
      const mend = await breakWrites(db, "transactions");
      const answer = await submitPayment(intent, submission(code), seller);
      await mend();
      expect(answer.status).toBe(500);
      expect(listErrors(answer)).toEqual({
        "": ["There was an error. Please contact support at support@fanlight.example"],
      });
      expect(await codeUses(db, `UNRECORDED ${intent}`)).toBe(0);
      expect(await state.list(sessions)).toEqual([]);
    },
  );
});

describe("“Pay by card on Stripe’s page” (AMB-E11)", () => {
  test("the button for Stripe’s page redirects to that page, which returns to /sell/payment-success", async () => {
    const seller = await sellerAtPayment(db);
    const answer = await submitPayment("hosted", {}, seller);
    const [record] = await state.list(sessions);
    expect(answer).toMatchObject({ status: 303, location: record?.session.url });
    expect(record?.session).toMatchObject({
      success_url: `http://localhost:3000/sell/payment-success?sale=${seller.sale.transaction_id}&session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `http://localhost:3000${toPath(seller)}`,
    });
  });

  test.each(["down", "nonsense", "reset"] as const)(
    "the button for Stripe’s page shows an error if Stripe’s fault is “%s” (E-014)",
    async (fault) => {
      expectError(/starting a payment on Stripe's page/);
      const seller = await sellerAtPayment(db);
      await setFault(state, "stripe", fault);
      const answer = await submitPayment("hosted", {}, seller);
      // The page then shows "Payment form failed to load" and the button again.
      expect(answer).toMatchObject({ status: 500, data: { cardFailed: true } });
      expect((await show(seller)).data).toMatchObject(UNDISCOUNTED_PAGE);
    },
  );
});

describe("a property that is already being sold (D02)", () => {
  async function twoSellers() {
    const home = { line_1: "2 Castle Lane", uprn: crypto.randomUUID().slice(0, 12) };
    const first = await sellerAtPayment(db, { home });
    const second = await sellerAtPayment(db, { home });
    return { first, second };
  }

  test("a second seller of the same property can pay neither with a code nor on Stripe’s page", async () => {
    await insertCode(db, "FOR NOTHING");
    const { first, second } = await twoSellers();
    await submitPayment("", { referral_code: "FOR NOTHING" }, second);
    expect((await show(second)).data).toMatchObject({ home_with_us: false });
    await submitPayment("", { referral_code: "FOR NOTHING" }, first);
    await submitPayment("submit", submission("FOR NOTHING"), first);
    for (const intent of ["submit", "hosted"]) {
      const answer = await submitPayment(intent, submission("FOR NOTHING"), second);
      expect(answer).toMatchObject({ status: 303, location: toPath(second) });
    }
    expect((await show(second)).data).toMatchObject({ home_with_us: true });
    expect(await state.list(sessions)).toEqual([]);
    expect(await codeUses(db, "FOR NOTHING")).toBe(1);
    expect((await show(first)).location).toBe("/welcome-back");
  });
});

test("the payment page shows a failed payment with its reason on each later visit", async () => {
  const seller = await sellerAtPayment(db);
  const { stripe_transaction_id: id } = await underWay(seller);
  await changeIntent(state, id, {
    status: "requires_payment_method",
    last_payment_error: {
      type: "card_error",
      code: "card_declined",
      message: "Your card has insufficient funds.",
    },
  });
  for (let visit = 0; visit < 2; visit++) {
    expect((await show(seller)).data).toMatchObject({
      state: "requires_payment_method",
      reason: "Your card has insufficient funds.",
    });
  }
  expect(await emailNames(db, seller.sale)).toEqual(["payment_failed"]);

  async function underWay({ sale }: typeof seller) {
    await startCardPayment(db, sale);
    const { stripe_transaction_id } = await orderRow(db, sale);
    if (!stripe_transaction_id) throw new Error("no payment");
    await changeIntent(state, stripe_transaction_id, { status: "processing" });
    await show(seller, `&payment_intent=${stripe_transaction_id}`);
    return { stripe_transaction_id };
  }
});
