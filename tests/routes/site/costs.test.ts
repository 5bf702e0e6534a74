import { beforeAll, describe, expect, test } from "vitest";
import {
  COSTS_OF_BUYING,
  COSTS_OF_SELLING,
  costsOfBuying,
  costsOfSelling,
} from "#app/domain/payments/costs.ts";
import * as buyerDashboard from "#app/routes/dashboard/buy.tsx";
import * as sellerDashboard from "#app/routes/dashboard/sell.tsx";
import * as buyerTermsPage from "#app/routes/buy/terms-and-conditions.tsx";
import * as sellerTermsPage from "#app/routes/sell/terms-and-conditions.tsx";
import * as whatsIncluded from "#app/routes/buy/whats-included.tsx";
import * as payment from "#app/routes/sell/payment.tsx";
import { getOrCreateOrder } from "#app/domain/payments/orders.server.ts";
import { payWithReferralCode } from "#app/domain/payments/pay-with-code.server.ts";
import { buyerAtSuccess, buyerAtTheEnd } from "#tests/routes/buy/flow.ts";
import { open, findSection } from "#tests/routes/legal/pages.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { openPage, page } from "#tests/support/open-page.tsx";
import { insertCode, sellerAtPayment } from "#tests/support/payments.ts";
import { visibleText } from "#tests/ui/render.tsx";

/**
 * Every page must show the same prices (AMB-D10, AMB-E01). These tests find a figure that is
 * missing or different on a page.
 */

const { db } = useTestDatabase();

const routes = [
  page(sellerTermsPage, { path: "sell/terms-and-conditions" }),
  page(buyerTermsPage, { path: "buy/terms-and-conditions" }),
  page(payment, { path: "sell/payment" }),
  page(sellerDashboard, { path: "dashboard/sell/:id" }),
  page(buyerDashboard, { path: "dashboard/buy/:id" }),
  page(whatsIncluded, { path: "buy/whats-included" }),
];

const pageTexts: Record<string, string> = {};
const dashboards: Record<string, string> = {};

beforeAll(async () => {
  const { html } = await open("/");
  const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  const questions = html.slice(html.indexOf('aria-labelledby="questions"'));
  const costs = html.slice(html.indexOf('id="costs"'));
  pageTexts.landing = visibleText(
    costs.slice(costs.indexOf(">") + 1, costs.indexOf('class="part"', 40)),
  );
  pageTexts.questions = visibleText(questions.slice(0, questions.indexOf("</section>")));
  pageTexts.structuredData = json;
  pageTexts.sellerTerms = findSection(
    (await open("/seller/terms/v1")).html,
    "seller-fees-and-withdrawal",
  ).text;
  pageTexts.buyerTerms = findSection(
    (await open("/buyer/terms/v1")).html,
    "buyer-costs-and-completion",
  ).text;

  const seller = await sellerAtPayment(db);
  const { transaction_id } = seller.sale;
  const termsOfSale = `/sell/terms-and-conditions?sale=${transaction_id}`;
  pageTexts.acceptSellerTerms = (await openPage(routes, termsOfSale, seller)).text;
  pageTexts.payment = (await openPage(routes, `/sell/payment?sale=${transaction_id}`, seller)).text;
  await insertCode(db, "COSTS");
  await getOrCreateOrder(db, seller.sale);
  await payWithReferralCode(db, seller.sale, "COSTS");
  dashboards.seller = (await openPage(routes, `/dashboard/sell/${transaction_id}`, seller)).html;

  const atTheEnd = await buyerAtTheEnd(db);
  const included = `/buy/whats-included?purchase=${atTheEnd.purchase_id}`;
  const termsOfPurchase = `/buy/terms-and-conditions?purchase=${atTheEnd.purchase_id}`;
  pageTexts.acceptBuyerTerms = (await openPage(routes, termsOfPurchase, atTheEnd)).text;
  pageTexts.whatsIncluded = (await openPage(routes, included, atTheEnd)).text;
  const buyer = await buyerAtSuccess(db);
  dashboards.buyer = (await openPage(routes, `/dashboard/buy/${buyer.transaction_id}`, buyer)).html;
});

test.each(["seller", "buyer"])(
  "the %s’s dashboard links to the costs on the landing page",
  (whose) => {
    expect(dashboards[whose]).toContain('href="/#costs"');
  },
);

describe("costs of selling", () => {
  test.each(["landing", "questions", "structuredData", "sellerTerms"])(
    "the “%s” text lists what is deducted from the seller’s proceeds",
    (where) => {
      expect(pageTexts[where]).toContain(COSTS_OF_SELLING.onCompletion);
    },
  );

  test.each(["questions", "structuredData", "sellerTerms"])(
    "the “%s” text has the example of the costs of selling",
    (where) => {
      expect(pageTexts[where]).toContain(COSTS_OF_SELLING.example);
    },
  );

  test("the payment page lists the deductions in its table", () => {
    expect(pageTexts.payment).toContain("Search pack Taken from your sale proceeds on completion");
    expect(pageTexts.payment).toContain(
      "Your buyer’s core legal fees Taken from your sale proceeds on completion",
    );
  });

  test("the landing page has the example of the costs of selling as a table", () => {
    expect(pageTexts.landing).toContain(
      "For example, a sale at £350,000 What you pay on a sale at £350,000, including VAT Service fee, when you register £240.00 Search pack, on completion £480.00 Your buyer’s core legal fees, on completion £2,220.00 Total including VAT £2,940.00 You also pay your own legal fees",
    );
  });

  test.each(["questions", "structuredData", "sellerTerms"])(
    "the “%s” text states the service fee",
    (where) => {
      expect(pageTexts[where]).toContain(COSTS_OF_SELLING.onRegistering);
    },
  );

  test("the seller’s terms list the first and last band of the buyer’s legal fees", () => {
    expect(pageTexts.sellerTerms).toContain(
      "under £500,000: £1,850.00 plus VAT (£2,220.00 including VAT)",
    );
    expect(pageTexts.sellerTerms).toContain(
      "£6,000,000 and over: £10,000.00 plus VAT (£12,000.00 including VAT)",
    );
  });
});

describe("costs on the pages where customers decide", () => {
  const inWords = (rows: ReturnType<typeof costsOfSelling>) =>
    rows.map(({ label, hint, amount }) => `${label} ${hint} ${amount}`).join(" ");

  test.each(["acceptSellerTerms", "payment"])(
    "the “%s” page shows the seller’s costs, the seller’s own legal fees, and the cost of withdrawing",
    (where) => {
      expect(pageTexts[where]).toContain(inWords(costsOfSelling(450_000)));
      for (const cost of ["for example £1,300", "abortive legal costs of both solicitors"]) {
        expect(pageTexts[where]).toContain(cost);
      }
    },
  );

  test.each(["acceptBuyerTerms", "whatsIncluded"])(
    "the “%s” page shows what the buyer pays",
    (where) => {
      expect(pageTexts[where]).toContain(inWords(costsOfBuying(440_000)));
      for (const cost of [
        "Land Transaction Tax",
        "Supplementary legal costs",
        "If the seller withdraws",
      ]) {
        expect(pageTexts[where]).toContain(cost);
      }
    },
  );

  test.each(["landing", "sellerTerms"])("the “%s” text states the cost of withdrawing", (where) => {
    expect(pageTexts[where]).toContain(COSTS_OF_SELLING.ifYouWithdraw);
  });
});

describe("costs of buying", () => {
  test.each(["landing", "questions", "structuredData", "whatsIncluded", "buyerTerms"])(
    "the “%s” text states which of the buyer’s costs are covered and which are not",
    (where) => {
      expect(pageTexts[where]).toContain(COSTS_OF_BUYING);
    },
  );
});

const FIGURE = /£\d+(?:,\d{3})*(?:\.\d\d)?/g;

test("pages contain only figures from the agreed costs and the seller’s terms", () => {
  const own = new Set([
    ..."£0.00 £40.00 £80.00 £370.00 £450.00 £540.00 £600.00 £800.00 £1,200.00 £2,000.00".split(" "),
    ...Object.values(COSTS_OF_SELLING).flatMap((text) => text.match(FIGURE) ?? []),
    ...(pageTexts.sellerTerms?.match(FIGURE) ?? []),
    // Pages show an example figure for the seller’s own legal fees (F-045).
    "£1,300",
    "£440,000",
    "£450,000",
  ]);
  for (const [where, text] of Object.entries(pageTexts)) {
    for (const figure of text.match(FIGURE) ?? []) {
      expect(own, `${where}: ${figure}`).toContain(figure);
    }
  }
});
