import "#tests/ui/router.ts";
import { describe, expect, test, vi } from "vitest";
import Payment from "#app/routes/sell/payment.tsx";
import PaymentSuccess from "#app/routes/sell/payment-success.tsx";
import { attribute, render, tags, visibleText } from "#tests/ui/render.tsx";

vi.mock("#app/ui/hydrated.ts", () => ({ useHydrated: () => hydrated }));
let hydrated = false;

const unpaid = {
  transaction_id: "1".repeat(24),
  property: "12 Arch Street, York, YO1 7HZ",
  items: [{ product_name: "Service fee" }],
  costs: [],
  summary: { subtotal_pence: 20_000, vat_pence: 4_000, discount_pence: 0, total_pence: 24_000 },
  code: null,
  invited: null,
  home_with_us: false,
  state: null,
  reason: null,
  formKey: "key",
  card: { scriptUrl: "/stripe.js", publishableKey: "pk_test" },
};
const referred = {
  ...unpaid,
  code: "FRIEND10",
  summary: { ...unpaid.summary, discount_pence: 24_000, total_pence: 0 },
};
const HOSTED = "Pay by card on Stripe's page";

const show = (loaderData: object, actionData?: unknown) =>
  render(<Payment />, {
    path: `/sell/payment?sale=${unpaid.transaction_id}`,
    loaderData,
    actionData,
  });

describe("the payment page without scripts", () => {
  test("the payment page shows what is included and what it costs (E-001 E-002 E-003 E-004 E-005 E-006 E-007 E-008 W-021)", async () => {
    hydrated = false;
    const html = await show(unpaid);
    const text = visibleText(html);
    expect(text).toContain("What's included Service fee");
    expect(text).toContain("Subtotal £200.00 VAT (20%) £40.00 Discount £0.00 Total £240.00");
    expect(text).toContain(
      "You don’t pay anything else today. You’ll pay your legal fees on completion.",
    );
    expect(text).toContain("£200.00 plus VAT, payable on registering. It is non-refundable.");
    expect(text).toContain("Referral code");
    expect(text).toContain(`If you have trouble, email us at support@fanlight.example ${HOSTED}`);
    expect(text).not.toContain("Submit");
    const names = tags(html, "input").map((tag) => attribute(tag, "name"));
    expect(new Set(names)).toEqual(new Set(["transaction_id", "referral_code"]));
  });

  test("the payment page names the property and amount, and every form and link has the sale’s id (AMB-A07)", async () => {
    hydrated = false;
    const sale = unpaid.transaction_id;
    for (const state of ["processing", "unknown", null]) {
      for (const data of [unpaid, referred]) {
        const html = await show({ ...data, state });
        const amount = data === referred ? "£0.00" : "£240.00";
        expect(visibleText(html)).toContain(
          `Service fee of ${amount} for the sale of 12 Arch Street, York, YO1 7HZ`,
        );
        const targets = [...html.matchAll(/(?:href|action)="(\/sell\/[^"]*)"/g)].map(
          ([, to]) => to,
        );
        expect(targets.length).toBeGreaterThan(0);
        for (const target of targets) expect(target).toMatch(new RegExp(`\\?sale=${sale}$`));
        const forms = tags(html, "form").length;
        const named = tags(html, "input").filter((tag) => attribute(tag, "value") === sale);
        expect(named).toHaveLength(forms);
      }
    }
  });

  test("the payment page shows Submit and “Remove code” instead of the card form once a code is applied (E-028 E-029 E-030 E-033)", async () => {
    hydrated = false;
    const text = visibleText(await show(referred));
    expect(text).toContain("Subtotal £200.00 VAT (20%) £40.00 Discount -£240.00 Total £0.00");
    expect(text).toMatch(/Remove code Code applied\. You pay £0\.00 .*Submit/);
    expect(text).not.toContain(HOSTED);
    expect(text).not.toContain("Pay by card");
  });

  test("the payment page announces a changed price in a status region (E-028, WCAG 4.1.3)", async () => {
    hydrated = false;
    const status = async (data: object) =>
      visibleText(/<p role="status">(.*?)<\/p>/.exec(await show(data))?.[1] ?? "");
    expect(await status(referred)).toBe("Code applied. You pay £0.00");
    expect(await status(unpaid)).toBe("You pay £240.00");
  });

  test.each([
    ["processing", "Your payment is processing.", false],
    ["unknown", "We’re confirming your payment", false],
    ["review", "Something went wrong.", false],
    ["requires_payment_method", "Your payment was not successful, please try again.", true],
    ["requires_action", "Something went wrong.", true],
    [
      "canceled",
      "Something went wrong. This payment was cancelled because you started another one or it timed out",
      true,
    ],
  ])(
    "the payment page in the payment state “%s” shows the text “%s” (E-024 E-025 E-026 AMB-E10)",
    async (state, expected, mayPay) => {
      hydrated = false;
      const text = visibleText(await show({ ...unpaid, state }));
      expect(text).toContain(expected);
      expect(text.includes(HOSTED)).toBe(mayPay);
      expect(text.includes("Referral code")).toBe(mayPay);
    },
  );

  test.each([
    [
      null,
      "Another customer is already selling 12 Arch Street, York, YO1 7HZ with us. You don’t need to pay anything, and you haven’t been charged. What you can do next:",
    ],
    [
      "review",
      "Another customer is already selling 12 Arch Street, York, YO1 7HZ with us. We’ve received your payment but haven’t applied it to your sale. Please do not pay again. We’re looking into it and will email you. What you can do next:",
    ],
  ])(
    "the payment page of a property that is already being sold offers two next steps and no way to pay (payment state: %s) (D02)",
    async (state, said) => {
      hydrated = false;
      const html = await show({ ...unpaid, state, home_with_us: true });
      const text = visibleText(html);
      expect(text).toContain(`This property is already being sold through us ${said}`);
      expect(text).toContain(
        "If you own the property jointly, ask the other owner to email support@fanlight.example with your name and email address. We’ll add you to their sale.",
      );
      expect(text).toContain("If you don’t recognise this sale, email us and we’ll look into it.");
      expect(html).toMatch(
        /href="mailto:support@fanlight\.example\?subject=Matter[^"]*">email us</,
      );
      for (const way of [HOSTED, "Referral code", "doesn’t match your order"]) {
        expect(text).not.toContain(way);
      }
    },
  );

  test.each([
    [
      "Your card has insufficient funds.",
      "Your bank’s reason: “Your card has insufficient funds.” You haven’t been charged.",
    ],
    [null, "Your bank didn’t give a reason. You haven’t been charged."],
  ])(
    "the payment page shows the bank’s reason for a failed payment (%s) as “%s”",
    async (reason, said) => {
      hydrated = false;
      const text = visibleText(await show({ ...unpaid, state: "requires_payment_method", reason }));
      expect(text).toContain("Your payment was not successful, please try again.");
      expect(text).toContain(said);
    },
  );

  test("the payment page shows an error and the button again if Stripe’s page cannot be opened (E-014)", async () => {
    hydrated = false;
    const text = visibleText(await show(unpaid, { lastResult: null, cardFailed: true }));
    expect(text).toMatch(
      /Payment form failed to load Please refresh the page and try again\. .*Pay by card on Stripe's page/,
    );
  });
});

test("the card form replaces the button for Stripe’s page if scripts run (AMB-E11)", async () => {
  hydrated = true;
  const text = visibleText(await show(unpaid));
  expect(text).toContain("Pay by card");
  expect(text).not.toContain(HOSTED);
});

describe("the payment success page", () => {
  test.each([
    ["a paid sale (E-023 AMB-E10)", "2".repeat(24), "Payment succeeded!"],
    ["an unconfirmed payment (AMB-E06)", null, "We’re confirming your payment"],
  ])("the success page shows the heading $2 for %s", async (_what, transaction_id, heading) => {
    const loaderData = {
      transaction_id,
      property: "12 Arch Street",
      paid_pence: 24_000,
      code: null,
    };
    const html = await render(<PaymentSuccess />, { loaderData });
    expect(visibleText(/<h1.*?<\/h1>/.exec(html)?.[0] ?? "")).toBe(heading);
    expect(html.includes(`/dashboard/sell/${transaction_id}`)).toBe(transaction_id !== null);
  });

  const refund = "£240.00 was refunded on Saturday 21 November 2026.";

  test.each([
    [
      { code: "FRIEND10", paid_pence: 0 },
      "Your code FRIEND10 covered the service fee for the sale of 12 Arch Street. You weren’t charged. Your sale has started. What happens next",
    ],
    [
      { code: null, paid_pence: 24_000 },
      "You’ve paid the service fee of £240.00 for the sale of 12 Arch Street. Your sale has started. What happens next",
    ],
    [
      { code: null, paid_pence: 24_000, refund },
      "You’ve paid the service fee of £240.00 for the sale of 12 Arch Street. £240.00 was refunded on Saturday 21 November 2026. What happens next",
    ],
  ])(
    "the success page describes the payment %j, and never calls the fee non-refundable (E-023)",
    async (paid, sentence) => {
      const loaderData = { transaction_id: "2".repeat(24), property: "12 Arch Street", ...paid };
      const text = visibleText(await render(<PaymentSuccess />, { loaderData }));
      expect(text).toContain(`Payment succeeded! ${sentence}`);
      expect(text.includes("You weren’t charged")).toBe(paid.code !== null);
      expect(text).not.toMatch(/not refunded|non-refundable/);
    },
  );
});
