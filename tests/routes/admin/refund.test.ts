import { beforeAll, describe, expect, test } from "vitest";
import { recordPayment } from "#app/domain/payments/record-payment.server.ts";
import { setFault } from "#mocks/faults.ts";
import { running } from "#mocks/running-doubles.ts";
import { refundInDashboard } from "#mocks/stripe/refunds-and-disputes.ts";
import { refunds } from "#mocks/stripe/objects.ts";
import { insertPaidGroup } from "#tests/support/groups.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { intentFor, payByCard, sellerAtPayment } from "#tests/support/payments.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { confirmFields, readFields } from "./fields.ts";
import { open, postAndReadFlash, send } from "./pages.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();
let fin: Visitor;
let lead: Visitor;

beforeAll(async () => {
  fin = await signIn(db, { type: "admin", roles: ["finance"] });
  lead = await signIn(db, { type: "admin", roles: ["lead"] });
});

const tabOf = (id: string) => `/admin/transactions/${id}/orders`;
const pathOf = (id: string) => `${tabOf(id)}/refund`;

async function fillInRefund(path: string, typed: Record<string, string>) {
  const { html } = await open(path, fin);
  return send(path, fin, { ...readFields(html, "refund-form"), ...typed });
}

describe("the page that refunds a payment", () => {
  test("the confirmation shows the amount, what is left and the exact email, and one press refunds", async () => {
    const { sale, email, payment_id } = await payByCard(db, state);
    const path = pathOf(sale.transaction_id);
    const asked = await fillInRefund(path, { amount: "50", reason: "A slow reply" });
    expect(asked.text).toContain(`Payment £240.00 (${payment_id})`);
    expect(asked.text).toContain("Left of the payment £190.00");
    expect(asked.text).toContain(`From Fanlight, to ${email}`);
    expect(asked.text).toContain("We’ve refunded £50.00");
    expect(await state.list(refunds)).toEqual([]);
    const { location, flash } = await postAndReadFlash(path, fin, confirmFields(asked.html));
    expect(location).toBe(tabOf(sale.transaction_id));
    expect(flash).toMatchObject({ kind: "success" });
    expect(await state.list(refunds)).toMatchObject([{ amount: 5_000 }]);
    const tab = await open(tabOf(sale.transaction_id), fin);
    expect(tab.text).toContain("Refunded £50.00 on");
    expect(tab.text).toContain("A slow reply");
  });

  test("the payment of a group is refunded from the page of a sale, which names all its sales", async () => {
    const { units, payment_id } = await insertPaidGroup(db, state);
    const [path, other] = [pathOf(units[0] ?? ""), tabOf(units[1] ?? "")];
    const homes = "Plot 1, Elm Field, York, YO30 7BN; Plot 2, Elm Field, York, YO30 7BN";
    const { text, html } = await open(path, fin);
    expect(text).toContain("Payment: £960.00, of which £960.00 can be refunded.");
    expect(text).toMatch(new RegExp(`It covers 2 sales in Elm Field \\d+: ${homes}\\.`));
    const filledIn = { ...readFields(html, "refund-form"), amount: "50", reason: "A slow reply" };
    const asked = await send(path, fin, filledIn);
    expect(asked.text).toContain(`Payment £960.00 (${payment_id})`);
    expect(asked.text).toMatch(
      new RegExp(`Sales that it covers 2 sales in Elm Field \\d+: ${homes}`),
    );
    expect(asked.text).toContain(
      "The money goes back to the card or bank account that it was paid",
    );
    expect(asked.text).toMatch(/We’ve refunded £50\.00 of your payment for the homes in Elm Field/);
    const pressed = await postAndReadFlash(path, fin, confirmFields(asked.html));
    await postAndReadFlash(path, fin, confirmFields(asked.html));
    expect(pressed.flash).toMatchObject({ kind: "success" });
    expect(await state.list(refunds)).toMatchObject([{ amount: 5_000 }]);
    const tab = await open(other, fin);
    expect(tab.text).toContain(`${payment_id} (for the whole group)`);
    expect(tab.text).toContain("Refund Requested");
    expect(tab.html).toContain(`href="${pathOf(units[1] ?? "")}"`);
  });

  test("the page of a group’s payment says that Stripe isn’t answering, and refunds nothing", async () => {
    const { units } = await insertPaidGroup(db, state);
    const path = pathOf(units[0] ?? "");
    await setFault(state, "stripe", "nonsense");
    const page = await open(path, fin);
    await setFault(state, "stripe", "none");
    expect(page.status).toBe(503);
    expect(page.text).toContain("Stripe isn’t answering");
    const { html } = await open(path, fin);
    expect(readFields(html, "refund-form")).toMatchObject({ amount: "960.00" });
  });

  test("a second press and Back refund nothing more", async () => {
    const { sale } = await payByCard(db, state);
    const path = pathOf(sale.transaction_id);
    const asked = await fillInRefund(path, { amount: "50", reason: "A slow reply" });
    const fields = confirmFields(asked.html);
    const pressed = await Promise.all([1, 2].map(() => postAndReadFlash(path, fin, fields)));
    pressed.push(await postAndReadFlash(path, fin, fields));
    expect(pressed.map(({ flash }) => flash?.kind)).toEqual(["success", "success", "success"]);
    expect(await state.list(refunds)).toHaveLength(1);
  });

  test("a colleague’s refund since the confirmation opened is shown before anything is refunded", async () => {
    const { sale } = await payByCard(db, state);
    const path = pathOf(sale.transaction_id);
    const [one, other] = [
      await fillInRefund(path, { amount: "50", reason: "Ours" }),
      await fillInRefund(path, { amount: "50", reason: "Theirs" }),
    ];
    await send(path, fin, confirmFields(one.html));
    const again = await send(path, fin, confirmFields(other.html));
    expect(again.text).toContain("Something has changed since you opened this page");
    expect(again.text).toContain("Left of the payment £140.00");
    expect(await state.list(refunds)).toHaveLength(1);
  });

  test("an amount above what is left and an empty reason are errors at their fields", async () => {
    const { sale } = await payByCard(db, state);
    const path = pathOf(sale.transaction_id);
    const empty = await fillInRefund(path, { amount: "50", reason: " " });
    expect(empty.status).toBe(400);
    expect(empty.text).toContain("Enter the reason");
    const large = await fillInRefund(path, { amount: "240.01", reason: "Too much" });
    expect(large.status).toBe(400);
    expect(large.text).toContain("Enter an amount up to £240.00");
  });

  test("a refusal by Stripe says what to do, and the tab shows the dashboard’s refund", async () => {
    const { sale, payment_id } = await payByCard(db, state);
    const path = pathOf(sale.transaction_id);
    const asked = await fillInRefund(path, { amount: "50", reason: "A slow reply" });
    await refundInDashboard({ state, ...running()!.world.stripe }, payment_id, null);
    const { flash } = await postAndReadFlash(path, fin, confirmFields(asked.html));
    expect(flash).toMatchObject({ kind: "error", title: "Nothing was refunded" });
    expect(flash?.description).toContain("already been refunded in Stripe");
    const tab = await open(tabOf(sale.transaction_id), fin);
    expect(tab.text).toContain("Refunded £240.00 on");
    expect(tab.text).toContain("Refused by Stripe");
    expect(tab.text).toContain("The payment has been refunded in full");
  });

  test("the page says that a refund is not confirmed while Stripe does not answer", async () => {
    const { sale } = await payByCard(db, state);
    const path = pathOf(sale.transaction_id);
    const asked = await fillInRefund(path, { amount: "50", reason: "A slow reply" });
    await setFault(state, "stripe", "nonsense");
    const { flash } = await postAndReadFlash(path, fin, confirmFields(asked.html));
    await setFault(state, "stripe", "none");
    expect(flash).toMatchObject({ kind: "error", title: "Refund not confirmed" });
    const tab = await open(tabOf(sale.transaction_id), fin);
    expect(tab.text).toContain("Being sent to Stripe");
  });

  test("a payment under review is refunded from “Payments to look at”", async () => {
    const { sale, payment_id } = await payByCard(db, state);
    const second = await intentFor(db, sale);
    await recordPayment(db, second);
    const list = await open("/admin/payments", fin);
    const path = `${pathOf(sale.transaction_id)}?payment=${second.id}`;
    expect(list.html).toContain(`href="${path}"`);
    const { html } = await open(path, fin);
    expect(readFields(html, "refund-form")).toMatchObject({ payment_id: second.id });
    expect(html).toContain(payment_id);
  });

  test.each([["00"], ["f".repeat(24)]])("the refund of matter %s answers 404", async (id) => {
    expect((await open(pathOf(id), fin)).status).toBe(404);
  });

  test("a matter without a card payment says so", async () => {
    const { sale } = await sellerAtPayment(db);
    const page = await open(pathOf(sale.transaction_id), fin);
    expect(page.status).toBe(409);
    expect(page.text).toContain("This matter has no card payment to refund");
  });

  test("a lead can see refunds and cannot make them", async () => {
    const { sale } = await payByCard(db, state);
    expect((await open(tabOf(sale.transaction_id), lead)).html).not.toContain('id="refund"');
    expect((await open(pathOf(sale.transaction_id), lead)).status).toBe(403);
    expect((await send(pathOf(sale.transaction_id), lead, {})).status).toBe(403);
  });
});
