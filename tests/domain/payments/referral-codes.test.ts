import { describe, expect, test } from "vitest";
import {
  chooseCode,
  forgetChosenCode,
  payWithReferralCode,
  readChosenCode,
  salePaidWithCode,
} from "#app/domain/payments/pay-with-code.server.ts";
import { getOrCreateOrder } from "#app/domain/payments/orders.server.ts";
import {
  findReferralCode,
  readCodeOfInvitation,
} from "#app/domain/invitations/referral-codes.server.ts";
import { recordPayment } from "#app/domain/payments/record-payment.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { readSale } from "#app/domain/sales/read-sale.server.ts";
import { inTransaction } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import {
  codeUses,
  uniquePostcode,
  emailNames,
  insertCode,
  intentFor,
  orderRow,
  emptyQueue,
  queuedCancellations,
  sellerAtPayment,
} from "#tests/support/payments.ts";
import { eventNames, newSale } from "#tests/support/sales.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { createSale } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();

const hour = 60 * 60 * 1_000;
const pay = (sale: { transaction_id: string; seller_id: ReaderId }, code: string) =>
  inTransaction(db, async (trx) => {
    await getOrCreateOrder(trx, sale);
    await payWithReferralCode(trx, sale, code);
  });

const jobs = () => queuedCancellations(db);

describe("usable referral codes (E-027, E-034, AMB-E04)", () => {
  test.each([
    ["the same letters", {}, "Code-1", true],
    ["different letter case", {}, "cOdE-2", true],
    ["with spaces around it", {}, "  Code-3\t", true],
    ["a different code", {}, "Code-4x", false],
    ["part of a code", {}, "Code", false],
    ["nothing", {}, "", false],
    ["a pattern", {}, "Code%", false],
    ["an inactive code", { active: false }, "Code-8", false],
    ["expired", { expires_at: new Date(Date.now() - 1_000) }, "Code-9", false],
    ["a code that expires later", { expires_at: new Date(Date.now() + hour) }, "Code-10", true],
    ["a code with uses left", { max_uses: 1 }, "Code-11", true],
  ] as const)(
    "a referral code is found and usable: $3 (%s)",
    async (_what, change, typed, expected) => {
      const code = `Code-${typed.replace(/\D/g, "") || crypto.randomUUID()}`;
      await insertCode(db, code, change);
      expect(await findReferralCode(db, typed)).toBe(expected ? code : null);
    },
  );

  test("rejects a referral code that has no uses left", async () => {
    await insertCode(db, "ONCE", { max_uses: 1 });
    await pay((await sellerAtPayment(db)).sale, "once");
    expect(await findReferralCode(db, "ONCE")).toBeNull();
    await expect(pay((await sellerAtPayment(db)).sale, "ONCE")).rejects.toThrow("Code not valid");
  });
});

describe("paying with a referral code (E-031, E-038, AMB-E07, X-018)", () => {
  test("a referral code turns the order into a paid invoice of £0, with one event and one email", async () => {
    await insertCode(db, "FRIEND10");
    const { sale } = await sellerAtPayment(db);
    await pay(sale, " friend10 ");
    expect(await orderRow(db, sale)).toMatchObject({
      payment_type: "invoice",
      code: "FRIEND10",
      total_amount_pence: 0,
      stripe_transaction_id: null,
      stripe_transaction_status: "succeeded",
      paid_at: expect.any(Date),
    });
    const { transaction_id, seller_id } = sale;
    expect(await eventNames(db, transaction_id)).toContain("referral_code_applied");
    const whole = await readSale(db, { id: transaction_id, seller_id });
    expect(whole).toMatchObject({ complete: true, order: { code: "FRIEND10" } });
    expect(await emailNames(db, sale)).toEqual(["payment_received"]);
    expect(await codeUses(db, "FRIEND10")).toBe(1);
    expect(await jobs()).toEqual([]);
  });

  test("a second payment, with any code, leaves the order unchanged and uses up no code", async () => {
    await insertCode(db, "TWICE-A");
    await insertCode(db, "TWICE-B");
    const { sale } = await sellerAtPayment(db);
    await pay(sale, "TWICE-A");
    await Promise.all([pay(sale, "TWICE-A"), pay(sale, "TWICE-B"), pay(sale, "NO SUCH")]);
    expect(await codeUses(db, "TWICE-A")).toBe(1);
    expect(await codeUses(db, "TWICE-B")).toBe(0);
    expect(await orderRow(db, sale)).toMatchObject({ code: "TWICE-A" });
  });

  test("the last three uses of a code go to three of twenty concurrent sellers", async () => {
    await insertCode(db, "LAST3", { max_uses: 3 });
    const sellers = await Promise.all(
      Array.from({ length: 20 }, () => sellerAtPayment(db, { home: uniquePostcode() })),
    );
    const results = await Promise.allSettled(sellers.map(({ sale }) => pay(sale, "LAST3")));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const refusals = results.flatMap((result) =>
      result.status === "rejected" ? [String(result.reason)] : [],
    );
    expect(refusals).toEqual(Array.from({ length: 17 }, () => "DomainError: Code not valid"));
    expect(await codeUses(db, "LAST3")).toBe(3);
  });

  test.each(["NO SUCH", ""])("rejects the code %j and leaves the order unchanged", async (code) => {
    const { sale } = await sellerAtPayment(db);
    await getOrCreateOrder(db, sale);
    await expect(pay(sale, code)).rejects.toThrow("Code not valid");
    expect(await orderRow(db, sale)).toMatchObject({ code: null, paid_at: null });
  });

  test("rejects a code for a sale that has been paid for or is being paid for by card", async () => {
    await insertCode(db, "TOO LATE");
    const { sale } = await sellerAtPayment(db);
    const intent = await intentFor(db, sale, { status: "processing" });
    await recordPayment(db, intent);
    const refusal = { status: 409, message: "This sale has already been paid for." };
    await expect(pay(sale, "TOO LATE")).rejects.toMatchObject(refusal);
    await recordPayment(db, { ...intent, status: "succeeded" });
    await expect(pay(sale, "TOO LATE")).rejects.toMatchObject(refusal);
    expect(await codeUses(db, "TOO LATE")).toBe(0);
    expect(await orderRow(db, sale)).toMatchObject({ payment_type: "stripe_direct", code: null });
  });

  test("paying for another customer's sale with a code is rejected", async () => {
    await insertCode(db, "MINE");
    const { sale } = await sellerAtPayment(db);
    const { id: seller_id } = await signIn(db);
    await expect(pay({ ...sale, seller_id }, "MINE")).rejects.toThrow("Transaction not found");
    expect(await codeUses(db, "MINE")).toBe(0);
  });

  test.each([
    ["the card form", { stripe_transaction_id: "pi_open", stripe_checkout_session_id: null }],
    ["Stripe's page", { stripe_transaction_id: null, stripe_checkout_session_id: "cs_open" }],
  ])(
    "a referral code that pays queues the cancellation of %s in the same database transaction",
    async (way, open) => {
      await emptyQueue(db);
      await insertCode(db, `INSTEAD OF ${way}`);
      const { sale } = await sellerAtPayment(db);
      await getOrCreateOrder(db, sale);
      const { transaction_id } = sale;
      await db
        .updateTable("orders")
        .set(open)
        .where("transaction_id", "=", transaction_id)
        .execute();
      await expect(pay(sale, "NO SUCH")).rejects.toThrow();
      expect(await jobs()).toEqual([]);
      await pay(sale, `INSTEAD OF ${way}`);
      expect(await jobs()).toEqual([open]);
    },
  );
});

describe("the sale that a referral code has paid for (E-032, AMB-E06)", () => {
  test("salePaidWithCode returns the named sale if a code has paid for it, the seller's newest if none is named, and never another seller's", async () => {
    await insertCode(db, "SHOWN");
    const { sale } = await sellerAtPayment(db);
    const { transaction_id, seller_id } = sale;
    expect(await salePaidWithCode(db, sale)).toBeNull();
    await pay(sale, "SHOWN");
    expect(await salePaidWithCode(db, sale)).toBe(transaction_id);
    expect(await salePaidWithCode(db, { transaction_id: undefined, seller_id })).toBe(
      transaction_id,
    );
    const other = await sellerAtPayment(db);
    expect(await salePaidWithCode(db, other.sale)).toBeNull();
    const forged = { transaction_id, seller_id: other.sale.seller_id };
    expect(await salePaidWithCode(db, forged)).toBeNull();
    expect(await salePaidWithCode(db, { transaction_id: "nonsense", seller_id })).toBeNull();
    expect(await salePaidWithCode(db, { transaction_id: "\0", seller_id })).toBeNull();
  });

  test("salePaidWithCode returns the newest sale that was paid with a code if no sale is named", async () => {
    await insertCode(db, "SHOWN TWICE");
    const { sale } = await sellerAtPayment(db);
    const second = await createSale(db, sale.seller_id, newSale());
    const newer = { ...sale, transaction_id: second.id };
    for (const one of [sale, newer]) await pay(one, "SHOWN TWICE");
    expect(await salePaidWithCode(db, { ...sale, transaction_id: undefined })).toBe(second.id);
    expect(await salePaidWithCode(db, newer)).toBe(second.id);
    expect(await salePaidWithCode(db, sale)).toBe(sale.transaction_id);
  });
});

describe("the applied referral code before submission (E-033, AMB-E05)", () => {
  test("the applied referral code is stored per seller and sale, and can be replaced and removed", async () => {
    await insertCode(db, "WAIT-A");
    await insertCode(db, "WAIT-B");
    const { sale } = await sellerAtPayment(db);
    const other = await sellerAtPayment(db);
    expect(await readChosenCode(db, sale)).toBeNull();
    expect(await chooseCode(db, sale, " wait-a ")).toBe(true);
    expect(await readChosenCode(db, sale)).toBe("WAIT-A");
    expect(await readChosenCode(db, other.sale)).toBeNull();
    const { id: transaction_id } = await createSale(db, sale.seller_id, newSale());
    expect(await readChosenCode(db, { ...sale, transaction_id })).toBeNull();
    expect(await chooseCode(db, sale, "WAIT-B")).toBe(true);
    expect(await readChosenCode(db, sale)).toBe("WAIT-B");
    expect(await chooseCode(db, sale, "NO SUCH")).toBe(false);
    expect(await readChosenCode(db, sale)).toBeNull();
    await chooseCode(db, sale, "WAIT-A");
    await forgetChosenCode(db, sale);
    expect(await readChosenCode(db, sale)).toBeNull();
  });

  test("the applied referral code is dropped when it can no longer be used", async () => {
    await insertCode(db, "FADES");
    const { sale } = await sellerAtPayment(db);
    await chooseCode(db, sale, "FADES");
    await db
      .updateTable("referral_codes")
      .set({ active: false })
      .where("code", "=", "FADES")
      .execute();
    expect(await readChosenCode(db, sale)).toBeNull();
  });

  test("the applied referral code comes from the invitation of the invited customer (R-031, AMB-E04)", async () => {
    await insertCode(db, "INVITED");
    const staff = await signIn(db, { type: "admin" });
    const { id: user_id } = await signIn(db);
    const invitation = await db
      .insertInto("invitations")
      .values({
        role: "sell",
        user_id,
        new_user: true,
        invited_by: staff.id,
        referral_code: "INVITED",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const read = (reader: ReaderId) =>
      readCodeOfInvitation(db, { invitation_id: invitation.id, user_id: reader });
    expect(await read(user_id)).toBe("INVITED");
    expect(await read(staff.id)).toBeNull();
  });
});
