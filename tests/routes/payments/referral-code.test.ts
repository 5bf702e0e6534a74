import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { startCardPayment } from "#app/domain/payments/start-payment.server.ts";
import { payWithReferralCode } from "#app/domain/payments/pay-with-code.server.ts";
import { intents, sessions } from "#mocks/stripe/objects.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { flashIn } from "#tests/support/flash.ts";
import { ageRateLimits } from "#tests/support/limits.ts";
import {
  type AtPayment,
  codeUses,
  insertCode,
  newSession,
  orderRow,
  sellerAtPayment,
} from "#tests/support/payments.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { eventNames } from "#tests/support/sales.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { listErrors, shownValues } from "#tests/support/call-route.ts";
import { waitForLockWaiters } from "#tests/support/concurrency.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { toPath, submitPayment, show, submission, UNDISCOUNTED_PAGE } from "./pages.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();

const referred = { ...UNDISCOUNTED_PAGE.summary, discount_pence: 24_000, total_pence: 0 };

describe("a referral code (E-006 E-027 E-028 E-029 E-030 E-033 E-034)", () => {
  test("a referral code can be refused, applied, removed with either button, and applied again (WF-02)", async () => {
    await insertCode(db, "FRIEND10");
    const seller = await sellerAtPayment(db);

    const wrong = await submitPayment("", { referral_code: "NOPE" }, seller);
    expect(wrong.status).toBe(400);
    expect(listErrors(wrong)).toEqual({ referral_code: ["Code not valid"] });
    expect(shownValues(wrong)).toMatchObject({ referral_code: "NOPE" });
    expect((await show(seller)).data).toMatchObject(UNDISCOUNTED_PAGE);

    const ways = [
      () => submitPayment("remove", { referral_code: "FRIEND10" }, seller),
      () => submitPayment("", { referral_code: "" }, seller),
    ];
    for (const takeAway of ways) {
      const right = await submitPayment("", { referral_code: " friend10 " }, seller);
      expect(right).toMatchObject({ status: 303, location: toPath(seller) });
      expect((await show(seller)).data).toMatchObject({ code: "FRIEND10", summary: referred });
      const away = await takeAway();
      expect(away).toMatchObject({ status: 303, location: toPath(seller) });
      expect((await show(seller)).data).toMatchObject(UNDISCOUNTED_PAGE);
    }
    expect(await state.list(intents)).toEqual([]);
    expect(await codeUses(db, "FRIEND10")).toBe(0);
  });

  test("applying a wrong referral code removes the applied one", async () => {
    await insertCode(db, "BEFORE");
    const seller = await sellerAtPayment(db);
    await submitPayment("", { referral_code: "BEFORE" }, seller);
    await submitPayment("", { referral_code: "NOPE" }, seller);
    expect((await show(seller)).data).toMatchObject(UNDISCOUNTED_PAGE);
  });

  test("a referral code that is too long shows “Code not valid”", async () => {
    const seller = await sellerAtPayment(db);
    const answer = await submitPayment("", { referral_code: "x".repeat(65) }, seller);
    expect(listErrors(answer)).toEqual({ referral_code: ["Code not valid"] });
  });

  test("a person may try ten referral codes in 15 minutes, and opening the page does not count (AMB-E04)", async () => {
    await insertCode(db, "ELEVENTH");
    const seller = await sellerAtPayment(db);
    for (let attempt = 1; attempt <= 10; attempt++) {
      expect((await submitPayment("", { referral_code: `GUESS${attempt}` }, seller)).status).toBe(
        400,
      );
      await show(seller, "&referral_code=ELEVENTH");
    }
    const refused = await submitPayment("", { referral_code: "ELEVENTH" }, seller);
    expect(refused.status).toBe(429);
    expect(listErrors(refused)).toEqual({
      "": ["Too many requests. Please wait a moment and try again."],
    });
    expect(shownValues(refused)).toMatchObject({ referral_code: "ELEVENTH" });
    expect((await show(seller)).data).toMatchObject(UNDISCOUNTED_PAGE);
    // The Submit button does not bypass the limit.
    const submitted = await submitPayment("submit", submission("ELEVENTH"), seller);
    expect(submitted.status).toBe(400);
    expect(await codeUses(db, "ELEVENTH")).toBe(0);
    // The person’s second session shares the limit.
    const cookie = await newSession(db, seller.sale);
    const again = { ...seller, cookie };
    expect((await submitPayment("", { referral_code: "ELEVENTH" }, again)).status).toBe(429);
    await ageRateLimits(db, 14 * 60);
    expect((await submitPayment("", { referral_code: "ELEVENTH" }, again)).status).toBe(429);
    await ageRateLimits(db, 60);
    expect((await submitPayment("", { referral_code: "ELEVENTH" }, again)).status).toBe(303);
  });

  test("one network address may try 30 referral codes in 15 minutes (AMB-E04)", async () => {
    await emptyTables(db);
    await insertCode(db, "SHARED");
    const guess = async (seller: AtPayment) =>
      (await submitPayment("", { referral_code: "NOPE" }, seller)).status;
    for (let person = 0; person < 3; person++) {
      const seller = await sellerAtPayment(db);
      for (let attempt = 0; attempt < 10; attempt++) expect(await guess(seller)).toBe(400);
    }
    const next = await sellerAtPayment(db);
    expect(await guess(next)).toBe(429);
    await ageRateLimits(db, 14 * 60);
    expect(await guess(next)).toBe(429);
    await ageRateLimits(db, 60);
    expect(await guess(next)).toBe(400);
  });

  test("Apply requires text in the referral code box (AMB-E05)", async () => {
    const seller = await sellerAtPayment(db);
    for (const referral_code of ["", "   "]) {
      const answer = await submitPayment("", { referral_code }, seller);
      expect(answer.status).toBe(400);
      expect(listErrors(answer)).toEqual({ referral_code: ["Enter a referral code"] });
    }
    expect((await submitPayment("remove", { referral_code: "" }, seller)).status).toBe(303);
  });

  test("a referral code that cannot be checked shows an error (E-035)", async () => {
    expectError(/validating a referral code/);
    const seller = await sellerAtPayment(db);
    await withoutTable(db, "referral_codes", async () => {
      const answer = await submitPayment("", { referral_code: "ANY" }, seller);
      expect(answer.status).toBe(500);
      expect(listErrors(answer)).toEqual({ "": ["Failed to validate referral code."] });
      expect(shownValues(answer)).toMatchObject({ referral_code: "ANY" });
    });
  });
});

describe("a code that is in the box when the seller pays by card (E05)", () => {
  const HELD = "You haven’t been charged. Correct the code, or delete it to pay by card.";

  test.each(["hosted", "card"])(
    "the %s button with a valid code in the box applies the code and charges no card",
    async (intent) => {
      await insertCode(db, `GOOD ${intent}`);
      const seller = await sellerAtPayment(db);
      const answer = await submitPayment(intent, { referral_code: ` good ${intent}` }, seller);
      expect(answer).toMatchObject({ status: 303, location: toPath(seller) });
      expect(await flashIn(answer)).toMatchObject({
        title: "Referral code applied",
        description:
          "You haven’t been charged. Select Submit to use the code, or remove it to pay by card.",
      });
      expect((await show(seller)).data).toMatchObject({
        code: `GOOD ${intent}`,
        summary: referred,
      });
      expect(await codeUses(db, `GOOD ${intent}`)).toBe(0);
      expect([...(await state.list(intents)), ...(await state.list(sessions))]).toEqual([]);
    },
  );

  test.each(["hosted", "card"])(
    "the %s button with a wrong code in the box shows an error and charges no card",
    async (intent) => {
      const seller = await sellerAtPayment(db);
      const answer = await submitPayment(intent, { referral_code: "NOPE" }, seller);
      expect(answer.status).toBe(400);
      expect(listErrors(answer)).toEqual({ "": [HELD], referral_code: ["Code not valid"] });
      expect(shownValues(answer)).toMatchObject({ referral_code: "NOPE" });
      expect([...(await state.list(intents)), ...(await state.list(sessions))]).toEqual([]);
    },
  );

  test("paying with a code in the box counts against the limit for referral codes (AMB-E04)", async () => {
    await insertCode(db, "TRIED");
    const seller = await sellerAtPayment(db);
    for (let tried = 0; tried < 10; tried++)
      await submitPayment("hosted", { referral_code: "NO" }, seller);
    expect((await submitPayment("hosted", { referral_code: "TRIED" }, seller)).status).toBe(429);
    expect((await submitPayment("card", { referral_code: "TRIED" }, seller)).status).toBe(429);
    expect(await state.list(sessions)).toEqual([]);
  });

  test("a code that was applied in another tab blocks card payments in this one", async () => {
    await insertCode(db, "OTHER TAB");
    const seller = await sellerAtPayment(db);
    await submitPayment("", { referral_code: "OTHER TAB" }, seller);
    expect(await submitPayment("hosted", {}, seller)).toMatchObject({
      status: 303,
      location: toPath(seller),
    });
    await expect(startCardPayment(db, seller.sale)).rejects.toThrow(
      "A referral code has been used for this sale.",
    );
    expect([...(await state.list(intents)), ...(await state.list(sessions))]).toEqual([]);
  });

  test("spaces in the code box do not block a card payment", async () => {
    const seller = await sellerAtPayment(db);
    await submitPayment("hosted", { referral_code: "  " }, seller);
    expect(await state.list(sessions)).toHaveLength(1);
  });
});

describe("the referral code of an invitation (E05 R-031)", () => {
  async function invited(code: string, { joined = true } = {}) {
    const staff = await signIn(db, { type: "admin" });
    const seller = await sellerAtPayment(db);
    const { transaction_id, seller_id } = seller.sale;
    await db
      .insertInto("invitations")
      .values({
        role: "sell",
        user_id: seller_id,
        new_user: true,
        invited_by: staff.id,
        referral_code: code,
        transaction_id: joined ? transaction_id : null,
      })
      .execute();
    return seller;
  }

  test("an invitation’s code is applied when the payment page opens, in any session, and can pay", async () => {
    await insertCode(db, "INVITED");
    const seller = await invited("INVITED");
    expect((await show(seller)).data).toMatchObject({ code: "INVITED", summary: referred });
    await expect(startCardPayment(db, seller.sale)).rejects.toThrow();
    await submitPayment("submit", submission("INVITED"), seller);
    expect(await orderRow(db, seller.sale)).toMatchObject({ code: "INVITED" });
  });

  test("an invitation’s code that the seller removed is not applied again", async () => {
    await insertCode(db, "NOT WANTED");
    const seller = await invited("NOT WANTED");
    await submitPayment("remove", {}, seller);
    for (let visit = 0; visit < 2; visit++) {
      expect((await show(seller)).data).toMatchObject({ ...UNDISCOUNTED_PAGE, invited: null });
    }
  });

  test("an invitation’s code that has expired is put in the box, and refused when the seller pays", async () => {
    await insertCode(db, "OVER", { expires_at: new Date("2026-01-01") });
    const seller = await invited("OVER");
    expect((await show(seller)).data).toMatchObject({ ...UNDISCOUNTED_PAGE, invited: "OVER" });
    const answer = await submitPayment("hosted", { referral_code: "OVER" }, seller);
    expect(listErrors(answer)).toMatchObject({ referral_code: ["Code not valid"] });
    expect(await state.list(sessions)).toEqual([]);
  });

  test("an invitation’s code does not apply to another sale", async () => {
    await insertCode(db, "ELSEWHERE");
    const seller = await invited("ELSEWHERE", { joined: false });
    expect((await show(seller)).data).toMatchObject({ ...UNDISCOUNTED_PAGE, invited: null });
  });
});

describe("Submit with a referral code (E-031 E-032 E-038)", () => {
  const successOf = ({ sale }: AtPayment) =>
    `/sell/payment-success?sale=${sale.transaction_id}&code=true`;

  async function withCode(code: string) {
    await insertCode(db, code);
    const seller = await sellerAtPayment(db);
    await submitPayment("", { referral_code: code }, seller);
    return seller;
  }

  test("Submit pays with the applied code, and leads to the success page", async () => {
    const seller = await withCode("SUBMITTED");
    const answer = await submitPayment("submit", submission("SUBMITTED"), seller);
    expect(answer).toMatchObject({ status: 303, location: successOf(seller) });
    expect(await orderRow(db, seller.sale)).toMatchObject({
      payment_type: "invoice",
      code: "SUBMITTED",
      stripe_transaction_status: "succeeded",
    });
    expect(await state.list(intents)).toEqual([]);
  });

  test("submits that are concurrent, later or from another tab use the code once and lead to the success page", async () => {
    const seller = await withCode("PRESSED");
    const fields = { ...submission("PRESSED"), transaction_id: seller.sale.transaction_id };
    const copies = await Promise.all(
      Array.from({ length: 10 }, () => submitPayment("submit", fields, seller)),
    );
    const later = await submitPayment("submit", fields, seller);
    const otherTab = await submitPayment("submit", submission("PRESSED"), seller);
    for (const answer of [...copies, later, otherTab]) {
      expect(answer).toMatchObject({ status: 303, location: successOf(seller) });
    }
    expect(await codeUses(db, "PRESSED")).toBe(1);
    const names = await eventNames(db, seller.sale.transaction_id);
    expect(names.filter((name) => name === "referral_code_applied")).toHaveLength(1);
  });

  test.each([
    ["the sale is read", "purchase_intents"],
    ["the code’s last use is read", "drafts"],
  ])(
    "Submit leads to the success page if a concurrent submit pays before %s",
    async (_moment, table) => {
      const code = `MEANWHILE ${table}`;
      await insertCode(db, code, { max_uses: 1 });
      const seller = await sellerAtPayment(db);
      await submitPayment("", { referral_code: code }, seller);
      await show(seller);
      const { answer } = await db.transaction().execute(async (trx) => {
        await sql`lock table ${sql.table(table)}`.execute(trx);
        const pressed = submitPayment("submit", submission(code), seller);
        await waitForLockWaiters(db);
        await payWithReferralCode(trx, seller.sale, code);
        return { answer: pressed };
      });
      expect(await answer).toMatchObject({ status: 303, location: successOf(seller) });
    },
  );

  test("Submit answers 400 with “Code not valid” if no code was applied", async () => {
    await insertCode(db, "NOT APPLIED");
    const seller = await sellerAtPayment(db);
    const answer = await submitPayment("submit", submission("NOT APPLIED"), seller);
    expect(answer.status).toBe(400);
    expect(listErrors(answer)).toEqual({ referral_code: ["Code not valid"] });
    expect(await codeUses(db, "NOT APPLIED")).toBe(0);
  });

  test("Submit answers 400 to one of two sellers who concurrently use a code with one use left", async () => {
    await insertCode(db, "ONE LEFT", { max_uses: 1 });
    const sellers = await Promise.all([sellerAtPayment(db), sellerAtPayment(db)]);
    for (const seller of sellers) await submitPayment("", { referral_code: "ONE LEFT" }, seller);
    const answers = await Promise.all(
      sellers.map((seller) => submitPayment("submit", submission("ONE LEFT"), seller)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused && listErrors(refused)).toEqual({ referral_code: ["Code not valid"] });
  });

  test("Submit shows an error if saving fails, keeps the code, and can be submitted again (E-036 WF-25.6)", async () => {
    expectError(/submitting a referral code/);
    const seller = await withCode("FAILS");
    const mend = await breakWrites(db, "orders");
    const fields = submission("FAILS");
    const failed = await submitPayment("submit", fields, seller);
    await mend();
    expect(failed.status).toBe(500);
    expect(listErrors(failed)).toEqual({
      "": [
        "There was an error submitting the form, please contact support at support@fanlight.example",
      ],
    });
    expect(shownValues(failed)).toMatchObject({ referral_code: "FAILS" });
    expect(await codeUses(db, "FAILS")).toBe(0);
    expect((await submitPayment("submit", fields, seller)).location).toBe(successOf(seller));
  });

  test("Submit with a forged form key does not use the code", async () => {
    const seller = await withCode("FORGED");
    await submitPayment("submit", { ...submission("FORGED"), form_key: "a.b.c" }, seller);
    expect(await codeUses(db, "FORGED")).toBe(0);
  });
});
