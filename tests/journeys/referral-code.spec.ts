import type { Page } from "@playwright/test";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { startAtPayment } from "./support/starting-points.ts";
import { expect, test } from "./support/fixtures.ts";
import { signIn } from "./support/people.ts";
import { expectEvents, readOrders, readSale } from "./support/records.ts";
import { signInStaff } from "./support/staff.ts";
import {
  expectErrors,
  expectPath,
  expectPrices,
  GOOD_CARD,
  heading,
  openReferralCode,
  payWith,
  press,
} from "./support/seller.ts";

const FULL = { Subtotal: "£200.00", VAT: "£40.00", Discount: "£0.00", Total: "£240.00" };

/** Records what the page’s live regions announce after this call. */
async function listenTo(page: Page) {
  await page.evaluate(() => {
    const said: string[] = [];
    Reflect.set(window, "said", said);
    for (const region of document.querySelectorAll("[role='status'], [role='alert']")) {
      new MutationObserver(() => said.push(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    }
  });
  return () => page.evaluate((): unknown => Reflect.get(window, "said"));
}

test("a referral code pays for the sale (WF-02, E-006, E-007, E-027 to E-032, AMB-E05 to E07)", async ({
  page,
  context,
  person,
  postbox,
  db,
  inspect,
  scripts,
  anotherBrowser,
}) => {
  const { sale_id } = await startAtPayment(db, context, page, person);
  const estate_agent_id = await insertAgent(db);
  await db
    .updateTable("transactions")
    .set({ estate_agent_id, estate_agent_status: "assigned" })
    .where("id", "=", sale_id)
    .execute();
  const code = page.getByRole("textbox", { name: "Referral code" });
  const price = page.getByRole("status").filter({ hasText: "You pay" });
  const payByCard = page.getByRole("heading", { name: "Pay by card" });

  await test.step("an invalid code is rejected (WF-02.1)", async () => {
    await openReferralCode(page);
    await code.fill("NOPE");
    await press(page, "Apply");
    await expectErrors(page, ["Code not valid"]);
    await expect(code).toHaveValue("NOPE");
    await expectPrices(page, FULL);
    await expect(payByCard).toBeVisible();
    await inspect(page);
  });

  await test.step("an empty code is rejected (WF-02.1b)", async () => {
    await code.fill("");
    await press(page, "Apply");
    await expectErrors(page, ["Enter a referral code"]);
    if (scripts) await expect(page.locator(".error-summary")).toBeFocused();
  });

  await test.step("paying with a code that is not applied yet applies it or shows its error, and charges no card", async () => {
    const pay = () =>
      scripts ? payWith(page, GOOD_CARD) : press(page, "Pay by card on Stripe's page");
    await code.fill("NOPE");
    await pay();
    await expect(page.locator(".error-summary")).toContainText("You haven’t been charged.");
    await expect(page.locator(".error-summary")).toContainText("Code not valid");
    await code.fill("friend10");
    await pay();
    await expect(page.getByText("Referral code applied").first()).toBeVisible();
    await expect(price).toHaveText("Code applied. You pay £0.00");
    await inspect(page);
    const { id } = await readSale(db, person.email);
    expect(await readOrders(db, id)).toMatchObject([{ paid_at: null }]);
    await press(page, "Remove code");
    await expectPrices(page, FULL);
    await openReferralCode(page);
  });

  await test.step("a valid code is accepted in capitals or small letters (WF-02.2)", async () => {
    await expect(price).toHaveText("You pay £240.00");
    const hears = scripts ? await listenTo(page) : null;
    await code.fill("friend10");
    await press(page, "Apply");
    await expect(price).toHaveText("Code applied. You pay £0.00");
    if (scripts) {
      expect(await hears?.()).toContain("Code applied. You pay £0.00");
      await expect(page.locator("form:has([name='referral_code']) :focus")).toHaveCount(1);
    }
    await expectPrices(page, { Discount: "-£240.00", Total: "£0.00" });
    await expect(payByCard).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Submit", exact: true })).toBeVisible();
    await inspect(page);
  });

  await test.step("the code is removed and applied again (WF-02.3)", async () => {
    if (scripts) await code.fill("");
    else await press(page, "Remove code");
    await expectPrices(page, FULL);
    await expect(payByCard).toBeVisible();
    if (!scripts) await openReferralCode(page);
    if (scripts) {
      await expect(code).toBeFocused();
      await code.fill("FRIEND10");
      await press(page, "Apply");
      await expect(price).toHaveText("Code applied. You pay £0.00");
      await press(page, "Remove code");
      await expect(price).toHaveText("You pay £240.00");
      await expect(code).toBeFocused();
    }
    await code.fill("FRIEND10");
    await press(page, "Apply");
    await expectPrices(page, { Total: "£0.00" });
  });

  const sale = await readSale(db, person.email);

  await test.step("opening the success page’s URL does not skip the payment (WF-02.5)", async () => {
    const stranger = await (await anotherBrowser()).newPage();
    await stranger.goto("/sell/payment-success?code=true");
    await expectPath(stranger, "/sell/get-started");

    const elsewhere = await anotherBrowser();
    await signIn(db, elsewhere, sale.seller_id);
    const other = await elsewhere.newPage();
    for (const forged of ["code=true", "payment_intent=pi_forged&redirect_status=succeeded"]) {
      await other.goto(`/sell/payment-success?sale=${sale.id}&${forged}`);
      await expectPath(other, "/sell/payment");
      await other.goto(`/sell/payment-success?${forged}`);
      await expect(heading(other, "Payment succeeded!")).toHaveCount(0);
      await expectPath(other, "/sell/payment");
    }
  });

  await test.step("the referral code pays for the sale (WF-02.4)", async () => {
    await page.getByRole("button", { name: "Submit", exact: true }).dblclick();
    await expect(page).toHaveURL(/\/sell\/payment-success\?sale=[0-9a-f]{24}&code=true$/);
    await expect(heading(page, "Payment succeeded!")).toBeVisible();
    await expect(page.getByText("You weren’t charged.")).toBeVisible();
    await inspect(page);
    await page.goto(`/sell/payment?sale=${sale.id}`);
    await expectPath(page, "/welcome-back");
  });

  const orders = await readOrders(db, sale.id);
  expect(orders).toHaveLength(1);
  expect(orders[0]).toMatchObject({
    payment_type: "invoice",
    code: "FRIEND10",
    total_amount_pence: 0,
    stripe_transaction_status: "succeeded",
    paid_at: expect.any(Date),
  });
  await expectEvents(db, sale.id, [
    "transaction_created",
    "seller_terms_accepted",
    "referral_code_applied",
    "handler_assigned",
  ]);
  await postbox.expectNames(person.email, ["payment_received", "seller_terms_accepted"]);
  await test.step("staff see which code paid for the sale", async () => {
    const office = await anotherBrowser();
    await signInStaff(db, office);
    const staff = await office.newPage();
    await staff.goto(`/admin/transactions?estate_agent=${estate_agent_id}`);
    const listed = staff.getByRole("row").filter({
      has: staff.locator(`a[href^="/admin/transactions/${sale.id}"]`),
    });
    await expect(listed.getByRole("cell", { name: "Paid - Invoice" })).toBeVisible();
    await staff.goto(`/admin/transactions/${sale.id}`);
    const facts = staff.getByRole("main");
    await expect(facts).toContainText(/Using referral code\s*Yes/);
    await expect(facts).toContainText(/Payment type\s*Invoice/);
  });
  // No card form is requested if scripts do not run, so Stripe has no payment for the sale.
  if (!scripts) expect(orders[0]!.stripe_transaction_id).toBeNull();
});
