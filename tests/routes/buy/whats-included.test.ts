import { describe, expect, test } from "vitest";
import { action } from "#app/routes/buy/whats-included.tsx";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { eventNames } from "#tests/support/sales.ts";
import { startDraft } from "#tests/support/create-matter.ts";
import { listErrors, post } from "#tests/support/call-route.ts";
import {
  buyerAtProperty,
  buyerAtSuccess,
  buyerAtTerms,
  buyerAtTheEnd,
  postFinish,
  readOnlyPurchase,
} from "./flow.ts";
import { open, submit } from "./pages.ts";

const { db } = useTestDatabase();

const emailsTo = (recipient: string) =>
  db
    .selectFrom("email_log")
    .select("name")
    .where("recipient", "=", recipient)
    .where("name", "<>", "buyer_terms_accepted")
    .execute();

const finished = [
  "transaction_created",
  "purchase_intent_created",
  "buyer_terms_accepted",
  "purchase_intent_success_email_sent",
];

describe("what is included (D-006 D-063 D-064 W-008 to W-020 AMB-D10)", () => {
  test.each([
    // The agreed price, then the core legal fees without and with VAT.
    ["W-010", 440_000, "£1,850.00", "£2,220.00"],
    ["W-010", 499_999, "£1,850.00", "£2,220.00"],
    ["W-011", 500_000, "£2,250.00", "£2,700.00"],
    ["W-012", 1_000_000, "£2,700.00", "£3,240.00"],
    ["W-013", 1_500_000, "£3,000.00", "£3,600.00"],
    ["W-014", 2_000_000, "£4,000.00", "£4,800.00"],
    ["W-015", 4_000_000, "£6,000.00", "£7,200.00"],
    ["W-016", 6_000_000, "£10,000.00", "£12,000.00"],
  ])(
    "the “What’s included” page shows core legal fees of $2 without VAT and $3 with VAT at the agreed price £$1 ($0)",
    async (_row, agreed_price_pounds, net, gross) => {
      const buyer = await buyerAtTheEnd(db);
      await db
        .updateTable("purchase_intents")
        .set({ agreed_price_pounds })
        .where("id", "=", buyer.purchase_id)
        .execute();
      const { title, text } = await open("/buy/whats-included", buyer);
      expect(title).toBe("What's included - buying, step 5 of 5 - Fanlight");
      expect(text).toContain("Step 5 of 5, about 1 minute left");
      expect(text).toContain("For 12 Arch Street, York, YO1 7HZ");
      expect(text).toContain(
        `Included Without VAT With VAT Search pack £400.00 £480.00 Core legal fees ${net} ${gross} You pay £0.00`,
      );
      expect(text).toContain(
        "Your core legal fees and searches are paid from the sale proceeds on completion. You pay Stamp Duty Land Tax or Land Transaction Tax, disbursements and supplementary legal costs.",
      );
    },
  );
});

describe("“Finish onboarding” (D-065 D-066 AMB-D09)", () => {
  test("“Finish onboarding” confirms the purchase without activating it, and leads to the success page", async () => {
    const buyer = await buyerAtTheEnd(db);
    const answer = await postFinish(buyer);
    expect(answer).toMatchObject({ status: 303, path: "/buy/success" });
    expect(await readOnlyPurchase(db, buyer)).toMatchObject({ complete: true, is_active: false });
    expect(await eventNames(db, buyer.transaction_id)).toEqual(finished);
    expect(await emailsTo(buyer.email)).toEqual([{ name: "purchase_intent_success" }]);
  });

  test("repeated submits of “Finish onboarding” lead to the same page, send one email and record one event", async () => {
    const buyer = await buyerAtTheEnd(db);
    const sent = await Promise.all([1, 2, 3].map(() => postFinish(buyer)));
    sent.push(await postFinish(buyer));
    expect(sent.map(({ location }) => location)).toEqual(
      sent.map(() => `/buy/success?purchase=${buyer.purchase_id}`),
    );
    expect(await eventNames(db, buyer.transaction_id)).toEqual(finished);
    expect(await emailsTo(buyer.email)).toHaveLength(1);
  });

  test("“Finish onboarding” shows an error if saving fails, and can be submitted again (D-067)", async () => {
    expectError(/confirming a purchase/);
    const buyer = await buyerAtTheEnd(db);
    const mend = await breakWrites(db, "email_log");
    const fields = { purchase_intent_id: buyer.purchase_id };
    const page = await submit("/buy/whats-included", fields, buyer);
    await mend();
    expect(page.status).toBe(500);
    expect(page.title).toBe("Error: What's included - buying, step 5 of 5 - Fanlight");
    expect(page.text).toContain("There is a problem Failed to confirm purchase intent.");
    expect(page.text).toContain("Finish onboarding");
    expect((await readOnlyPurchase(db, buyer)).complete).toBe(false);
    expect((await postFinish(buyer)).path).toBe("/buy/success");
    expect(await emailsTo(buyer.email)).toHaveLength(1);
  });

  test("“Finish onboarding” redirects to the terms until they are accepted (D-061)", async () => {
    const buyer = await buyerAtTerms(db);
    expect((await postFinish(buyer)).path).toBe("/buy/terms-and-conditions");
    expect((await readOnlyPurchase(db, buyer)).complete).toBe(false);
  });

  test.each(["", "undefined", "65f0", "' or 1=1 --"])(
    "“Finish onboarding” refuses the id %j (V-032 V-033)",
    async (purchase_intent_id) => {
      const answer = await post(action, { purchase_intent_id }, await buyerAtTheEnd(db));
      expect(answer.status).toBe(400);
      expect(listErrors(answer)).toEqual({
        purchase_intent_id: ["Invalid ObjectId format. Reload the page and choose again"],
      });
    },
  );

  test("“Finish onboarding” answers 404 for another person’s purchase (AMB-A10)", async () => {
    const owner = await buyerAtTheEnd(db);
    const thief = await buyerAtProperty(db);
    const answer = await postFinish({ ...thief, purchase_id: owner.purchase_id });
    expect(answer.status).toBe(404);
    expect((await readOnlyPurchase(db, owner)).complete).toBe(false);
  });
});

describe("the buyer’s success page (D-007 AMB-D13)", () => {
  test("the buyer’s success page shows the next steps, and links to the dashboard", async () => {
    const buyer = await buyerAtSuccess(db);
    const { title, html, text } = await open(`/buy/success?purchase=${buyer.purchase_id}`, buyer);
    expect(title).toBe("You're all set - buying - Fanlight");
    expect(html).toMatch(/You(&#x27;|')re all set<\/h1>/);
    expect(text).toMatch(/Next steps for you .*ID check .*engagement letter .*Next steps for us/);
    expect(html).toContain(`href="/dashboard/buy/${buyer.transaction_id}"`);
  });

  test("the buyer’s success page is about the finished purchase, even if there is a newer draft (AMB-A07)", async () => {
    const buyer = await buyerAtTheEnd(db);
    await startDraft(db, "buy", buyer.id);
    const { location } = await postFinish(buyer);
    expect(location).toBe(`/buy/success?purchase=${buyer.purchase_id}`);
    const { html } = await open(location ?? "", buyer);
    expect(html).toContain(`href="/dashboard/buy/${buyer.transaction_id}"`);
  });
});
