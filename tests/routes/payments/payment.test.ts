import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { acceptTerms } from "#app/domain/sales/accept-terms.server.ts";
import { createSale } from "#app/domain/sales/save-sale.server.ts";
import { pendingSellerTerms } from "#app/domain/sales/pending-terms.server.ts";
import { newFormKey } from "#app/forms/form-key.server.ts";
import { action, loader } from "#app/routes/sell/payment.tsx";
import { setFault } from "#mocks/faults.ts";
import { intents, sessions } from "#mocks/stripe/objects.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import {
  type AtPayment,
  codeUses,
  insertCode,
  newSession,
  orderRow,
  sellerAtPayment,
} from "#tests/support/payments.ts";
import { eventNames, newSale } from "#tests/support/sales.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { listErrors, get, post, typedIn } from "#tests/support/visit.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();

const toPath = ({ sale }: Pick<AtPayment, "sale">) => `/sell/payment?sale=${sale.transaction_id}`;
const show = (seller: AtPayment, query = "") =>
  get(loader, { cookie: seller.cookie, path: toPath(seller) + query });
const press = (
  intent: string,
  fields: Record<string, string>,
  seller: Pick<AtPayment, "sale" | "cookie">,
) =>
  post(
    action,
    { ...(intent && { intent }), ...fields },
    { cookie: seller.cookie, path: toPath(seller) },
  );
const letPass = (seconds: number) =>
  sql`update rate_limits set window_start = window_start - make_interval(secs => ${seconds})`.execute(
    db,
  );
const submission = (code: string) => ({
  form_key: newFormKey("referral-code"),
  referral_code: code,
});

const unpaid = {
  code: null,
  summary: { subtotal_pence: 20_000, vat_pence: 4_000, discount_pence: 0, total_pence: 24_000 },
};
const referred = { ...unpaid.summary, discount_pence: 24_000, total_pence: 0 };

describe("E-001 E-002 E-003 E-004 E-005 the payment page", () => {
  test("shows what is paid for, makes one order, and asks Stripe nothing", async () => {
    const seller = await sellerAtPayment(db);
    await setFault(state, "stripe", "down");
    const { status, data } = await show(seller);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      ...unpaid,
      state: null,
      items: [{ product_name: "Service fee" }],
    });
    const { id } = await orderRow(db, seller.sale);
    await show(seller);
    expect((await orderRow(db, seller.sale)).id).toBe(id);
  });

  test("AMB-C14 AMB-C15 is for a signed-in seller who has accepted the terms", async () => {
    expect((await get(loader, { path: "/sell/payment" })).location).toBe("/sell/get-started");
    expect((await post(action, {}, { path: "/sell/payment" })).location).toMatch(
      /^\/sign-in\?ended=true&/,
    );
    const early = await sellerAtPayment(db, { terms: false });
    expect((await show(early)).path).toBe("/sell/terms-and-conditions");
    for (const intent of ["apply", "remove", "submit", "hosted"]) {
      const answer = await press(intent, {}, early);
      expect(answer.path).toBe("/sell/terms-and-conditions");
    }
  });

  test("E-043 C-091 after paying leads to /welcome-back", async () => {
    await insertCode(db, "DONE");
    const seller = await sellerAtPayment(db);
    await press("", { referral_code: "DONE" }, seller);
    await press("submit", submission("DONE"), seller);
    expect((await show(seller)).location).toBe("/welcome-back");
    expect((await press("hosted", {}, seller)).location).toBe("/welcome-back");
  });

  test("nothing that is posted about money is read (AMB-E02)", async () => {
    const seller = await sellerAtPayment(db);
    const forged = {
      totalOrderAmount: "1",
      products: "[]",
      stripeCustomerId: "cus_x",
      amount: "1",
    };
    const { status } = await press("hosted", forged, seller);
    expect(status).toBe(303);
    expect((await state.list(sessions))[0]?.session.amount_total).toBe(24_000);
  });

  test("pays for the sale that the page was about, and for nobody else's", async () => {
    const first = await sellerAtPayment(db);
    const other = await sellerAtPayment(db);
    await insertCode(db, "THIS ONE");
    const named = { transaction_id: other.sale.transaction_id, referral_code: "THIS ONE" };
    const answer = await press("", named, first);
    expect(answer.location).not.toMatch(/^\/sell\/payment/);
    expect((await show(other)).data).toMatchObject(unpaid);
  });
});

describe("AMB-A07 two sales, each in a tab of one session", () => {
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
    // The session works on the second one: it has just been resumed.
    const cookie = await newSession(db, sale);
    return { first: { ...first, cookie }, second: { ...first, sale, cookie } };
  }

  test("the page of each names its home and stays with it, whatever the session works on", async () => {
    const { first, second } = await withTwoSales();
    const [a, b] = [await show(first), await show(second)];
    expect(a.data).toMatchObject({
      transaction_id: first.sale.transaction_id,
      property: "12 Arch Street, York, YO1 7HZ",
    });
    expect(b.data).toMatchObject({ property: "9 Other Road, York, YO1 7HZ" });
  });

  test("an address that names none leads to the session's, with the payment it asks about", async () => {
    const { second } = await withTwoSales();
    const { cookie } = second;
    const bare = await get(loader, { cookie, path: "/sell/payment?payment_intent=pi_1" });
    expect(bare.location).toBe(`${toPath(second)}&payment_intent=pi_1`);
  });

  test("Apply, Remove code and Submit in the first tab are about the first sale, and lead back to it", async () => {
    await insertCode(db, "FIRST ONE");
    const { first, second } = await withTwoSales();
    const apply = await press("", { referral_code: "FIRST ONE" }, first);
    expect(apply.location).toBe(toPath(first));
    expect((await show(first)).data).toMatchObject({ code: "FIRST ONE" });
    expect((await show(second)).data).toMatchObject(unpaid);
    const removed = await press("remove", {}, first);
    expect(removed.location).toBe(toPath(first));
    await press("", { referral_code: "FIRST ONE" }, first);
    const { transaction_id } = first.sale;
    const fields = { ...submission("FIRST ONE"), transaction_id };
    for (const answer of [
      await press("submit", fields, first),
      await press("submit", fields, first),
    ]) {
      expect(answer.location).toBe(`/sell/payment-success?sale=${transaction_id}&code=true`);
    }
    expect((await show(second)).data).toMatchObject(unpaid);
    // Back in the first tab.
    expect((await show(first)).location).toBe("/welcome-back");
  });

  test("the sale of the form goes before that of the address; a post that names none pays for nothing", async () => {
    const { first, second } = await withTwoSales();
    const { transaction_id } = first.sale;
    await press("hosted", { transaction_id }, second);
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

describe("E-006 E-027 E-028 E-029 E-030 E-033 E-034 a referral code", () => {
  test("WF-02 wrong, right, taken away in both ways, and right again", async () => {
    await insertCode(db, "FRIEND10");
    const seller = await sellerAtPayment(db);

    const wrong = await press("", { referral_code: "NOPE" }, seller);
    expect(wrong.status).toBe(400);
    expect(listErrors(wrong)).toEqual({ referral_code: ["Code not valid"] });
    expect(typedIn(wrong)).toMatchObject({ referral_code: "NOPE" });
    expect((await show(seller)).data).toMatchObject(unpaid);

    const ways = [
      () => press("remove", { referral_code: "FRIEND10" }, seller),
      () => press("", { referral_code: "" }, seller),
    ];
    for (const takeAway of ways) {
      const right = await press("", { referral_code: " friend10 " }, seller);
      expect(right).toMatchObject({ status: 303, location: toPath(seller) });
      expect((await show(seller)).data).toMatchObject({ code: "FRIEND10", summary: referred });
      const away = await takeAway();
      expect(away).toMatchObject({ status: 303, location: toPath(seller) });
      expect((await show(seller)).data).toMatchObject(unpaid);
    }
    expect(await state.list(intents)).toEqual([]);
    expect(await codeUses(db, "FRIEND10")).toBe(0);
  });

  test("a wrong one takes the place of the right one before", async () => {
    await insertCode(db, "BEFORE");
    const seller = await sellerAtPayment(db);
    await press("", { referral_code: "BEFORE" }, seller);
    await press("", { referral_code: "NOPE" }, seller);
    expect((await show(seller)).data).toMatchObject(unpaid);
  });

  test("one that is too long is none", async () => {
    const seller = await sellerAtPayment(db);
    const answer = await press("", { referral_code: "x".repeat(65) }, seller);
    expect(listErrors(answer)).toEqual({ referral_code: ["Code not valid"] });
  });

  test("AMB-E04 ten tries in a quarter of an hour, a person; showing the page is no try", async () => {
    await insertCode(db, "ELEVENTH");
    const seller = await sellerAtPayment(db);
    for (let attempt = 1; attempt <= 10; attempt++) {
      expect((await press("", { referral_code: `GUESS${attempt}` }, seller)).status).toBe(400);
      await show(seller, "&referral_code=ELEVENTH");
    }
    const refused = await press("", { referral_code: "ELEVENTH" }, seller);
    expect(refused.status).toBe(429);
    expect(listErrors(refused)).toEqual({
      "": ["Too many requests. Please wait a moment and try again."],
    });
    expect(typedIn(refused)).toMatchObject({ referral_code: "ELEVENTH" });
    expect((await show(seller)).data).toMatchObject(unpaid);
    // Submit is no way around it.
    const submitted = await press("submit", submission("ELEVENTH"), seller);
    expect(submitted.status).toBe(400);
    expect(await codeUses(db, "ELEVENTH")).toBe(0);
    // Nor is another session of the same person.
    const cookie = await newSession(db, seller.sale);
    const again = { ...seller, cookie };
    expect((await press("", { referral_code: "ELEVENTH" }, again)).status).toBe(429);
    await letPass(14 * 60);
    expect((await press("", { referral_code: "ELEVENTH" }, again)).status).toBe(429);
    await letPass(60);
    expect((await press("", { referral_code: "ELEVENTH" }, again)).status).toBe(303);
  });

  test("AMB-E04 thirty tries in a quarter of an hour, a network address", async () => {
    await emptyTables(db);
    await insertCode(db, "SHARED");
    const guess = async (seller: AtPayment) =>
      (await press("", { referral_code: "NOPE" }, seller)).status;
    for (let person = 0; person < 3; person++) {
      const seller = await sellerAtPayment(db);
      for (let attempt = 0; attempt < 10; attempt++) expect(await guess(seller)).toBe(400);
    }
    const next = await sellerAtPayment(db);
    expect(await guess(next)).toBe(429);
    await letPass(14 * 60);
    expect(await guess(next)).toBe(429);
    await letPass(60);
    expect(await guess(next)).toBe(400);
  });

  test("AMB-E05 Apply with nothing to apply says so", async () => {
    const seller = await sellerAtPayment(db);
    for (const referral_code of ["", "   "]) {
      const answer = await press("", { referral_code }, seller);
      expect(answer.status).toBe(400);
      expect(listErrors(answer)).toEqual({ referral_code: ["Enter a referral code"] });
    }
    expect((await press("remove", { referral_code: "" }, seller)).status).toBe(303);
  });

  test("E-035 a failure to validate", async () => {
    const seller = await sellerAtPayment(db);
    await sql`alter table referral_codes rename to hidden`.execute(db);
    try {
      const answer = await press("", { referral_code: "ANY" }, seller);
      expect(answer.status).toBe(500);
      expect(listErrors(answer)).toEqual({ "": ["Failed to validate referral code."] });
      expect(typedIn(answer)).toMatchObject({ referral_code: "ANY" });
    } finally {
      await sql`alter table hidden rename to referral_codes`.execute(db);
    }
  });

  test("R-031 AMB-E04 the one of the invitation is in the field, and not yet applied", async () => {
    await insertCode(db, "PREFILLED");
    const staff = await signIn(db, { type: "admin" });
    const seller = await sellerAtPayment(db);
    const invitation = await db
      .insertInto("invitations")
      .values({
        role: "sell",
        user_id: seller.sale.seller_id,
        new_user: true,
        invited_by: staff.id,
        referral_code: "PREFILLED",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const cookie = await newSession(db, seller.sale, invitation.id);
    const { data } = await show({ ...seller, cookie });
    expect(data).toMatchObject({ ...unpaid, invited: "PREFILLED" });
  });
});

describe("E-031 E-032 E-038 Submit", () => {
  const successOf = ({ sale }: AtPayment) =>
    `/sell/payment-success?sale=${sale.transaction_id}&code=true`;

  async function withCode(code: string) {
    await insertCode(db, code);
    const seller = await sellerAtPayment(db);
    await press("", { referral_code: code }, seller);
    return seller;
  }

  test("pays with the code that was applied, and leads to payment-success?code=true", async () => {
    const seller = await withCode("SUBMITTED");
    const answer = await press("submit", submission("SUBMITTED"), seller);
    expect(answer).toMatchObject({ status: 303, location: successOf(seller) });
    expect(await orderRow(db, seller.sale)).toMatchObject({
      payment_type: "invoice",
      code: "SUBMITTED",
      stripe_transaction_status: "succeeded",
    });
    expect(await state.list(intents)).toEqual([]);
  });

  test("pressed twice, at once and later, and in another tab: one effect and the same answer", async () => {
    const seller = await withCode("PRESSED");
    const fields = { ...submission("PRESSED"), transaction_id: seller.sale.transaction_id };
    const copies = await Promise.all(
      Array.from({ length: 10 }, () => press("submit", fields, seller)),
    );
    const later = await press("submit", fields, seller);
    const otherTab = await press("submit", submission("PRESSED"), seller);
    for (const answer of [...copies, later, otherTab]) {
      expect(answer).toMatchObject({ status: 303, location: successOf(seller) });
    }
    expect(await codeUses(db, "PRESSED")).toBe(1);
    const names = await eventNames(db, seller.sale.transaction_id);
    expect(names.filter((name) => name === "referral_code_applied")).toHaveLength(1);
  });

  test("without a code that was applied is refused", async () => {
    await insertCode(db, "NOT APPLIED");
    const seller = await sellerAtPayment(db);
    const answer = await press("submit", submission("NOT APPLIED"), seller);
    expect(answer.status).toBe(400);
    expect(listErrors(answer)).toEqual({ referral_code: ["Code not valid"] });
    expect(await codeUses(db, "NOT APPLIED")).toBe(0);
  });

  test("of a code whose last use somebody else has just taken", async () => {
    await insertCode(db, "ONE LEFT", { max_uses: 1 });
    const sellers = await Promise.all([sellerAtPayment(db), sellerAtPayment(db)]);
    for (const seller of sellers) await press("", { referral_code: "ONE LEFT" }, seller);
    const answers = await Promise.all(
      sellers.map((seller) => press("submit", submission("ONE LEFT"), seller)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused && listErrors(refused)).toEqual({ referral_code: ["Code not valid"] });
  });

  test("E-036 that fails says so, keeps the code, and can be pressed again", async () => {
    const seller = await withCode("FAILS");
    const mend = await breakWrites(db, "orders");
    const fields = submission("FAILS");
    const failed = await press("submit", fields, seller);
    await mend();
    expect(failed.status).toBe(500);
    expect(listErrors(failed)).toEqual({
      "": [
        "There was an error submitting the form, please contact support at support@fanlight.example",
      ],
    });
    expect(typedIn(failed)).toMatchObject({ referral_code: "FAILS" });
    expect(await codeUses(db, "FAILS")).toBe(0);
    expect((await press("submit", fields, seller)).location).toBe(successOf(seller));
  });

  test("with a forged key is refused", async () => {
    const seller = await withCode("FORGED");
    await press("submit", { ...submission("FORGED"), form_key: "a.b.c" }, seller);
    expect(await codeUses(db, "FORGED")).toBe(0);
  });
});

describe("AMB-C10 no money before the acceptance of the terms is on record", () => {
  test("terms that are waiting are recorded first", async () => {
    await insertCode(db, "WAITED");
    const seller = await sellerAtPayment(db, { terms: false });
    await pendingSellerTerms.keep(db, seller.sale);
    expect((await show(seller)).status).toBe(200);
    await press("", { referral_code: "WAITED" }, seller);
    expect((await press("submit", submission("WAITED"), seller)).status).toBe(303);
    const names = await eventNames(db, seller.sale.transaction_id);
    expect(names.filter((name) => name === "seller_terms_accepted")).toHaveLength(1);
    expect(names.indexOf("seller_terms_accepted")).toBeLessThan(
      names.indexOf("referral_code_applied"),
    );
  });

  test.each(["submit", "hosted"])("%s is refused while they cannot be recorded", async (intent) => {
    await insertCode(db, `UNRECORDED ${intent}`);
    const seller = await sellerAtPayment(db, { terms: false });
    await pendingSellerTerms.keep(db, seller.sale);
    await press("", { referral_code: `UNRECORDED ${intent}` }, seller);
    const mend = await breakWrites(db, "transactions");
    const answer = await press(intent, submission(`UNRECORDED ${intent}`), seller);
    await mend();
    expect(answer.status).toBe(500);
    expect(listErrors(answer)).toEqual({
      "": ["There was an error. Please contact support at support@fanlight.example"],
    });
    expect(await codeUses(db, `UNRECORDED ${intent}`)).toBe(0);
    expect(await state.list(sessions)).toEqual([]);
  });
});

describe("AMB-E11 Pay by card on Stripe's page", () => {
  test("leads to Stripe's page, which leads back to payment-success", async () => {
    const seller = await sellerAtPayment(db);
    const answer = await press("hosted", {}, seller);
    const [record] = await state.list(sessions);
    expect(answer).toMatchObject({ status: 303, location: record?.session.url });
    expect(record?.session).toMatchObject({
      success_url: `http://localhost:3000/sell/payment-success?sale=${seller.sale.transaction_id}&session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `http://localhost:3000${toPath(seller)}`,
    });
  });

  test.each(["down", "nonsense", "reset"] as const)("E-014 with Stripe %s", async (fault) => {
    const seller = await sellerAtPayment(db);
    await setFault(state, "stripe", fault);
    const answer = await press("hosted", {}, seller);
    // The page shows "Payment form failed to load" and the button again.
    expect(answer).toMatchObject({ status: 500, data: { cardFailed: true } });
    expect((await show(seller)).data).toMatchObject(unpaid);
  });
});
