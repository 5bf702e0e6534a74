import { describe, expect, test } from "vitest";
import * as buyerProperty from "#app/routes/buy/about-the-property.tsx";
import * as buyerTerms from "#app/routes/buy/terms-and-conditions.tsx";
import * as whatsIncluded from "#app/routes/buy/whats-included.tsx";
import * as sellerProperty from "#app/routes/sell/about-the-property.tsx";
import * as payment from "#app/routes/sell/payment.tsx";
import * as sellerTerms from "#app/routes/sell/terms-and-conditions.tsx";
import type { Db } from "#db/connection.ts";
import { buyerAtTheEnd } from "#tests/routes/buy/flow.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { openPage, page } from "#tests/support/open-page.tsx";
import { sellerAtPayment } from "#tests/support/payments.ts";

/**
 * The service covers England and Wales. Sellers and buyers of properties elsewhere see a warning
 * before they accept the terms and before they pay (AMB-C19).
 */

const { db } = useTestDatabase();

const routes = [
  page(sellerProperty, { path: "sell/about-the-property" }),
  page(sellerTerms, { path: "sell/terms-and-conditions" }),
  page(payment, { path: "sell/payment" }),
  page(buyerProperty, { path: "buy/about-the-property" }),
  page(buyerTerms, { path: "buy/terms-and-conditions" }),
  page(whatsIncluded, { path: "buy/whats-included" }),
];

const WARNING =
  "We only cover property in England and Wales. Please contact us before you go any further: support@fanlight.example";

/**
 * Changes only the postcode, which decides whether the warning is shown, even for an address from
 * the finder.
 */
async function move(db: Db, line_1: string, postcode: string) {
  await db.updateTable("addresses").set({ postcode }).where("line_1", "=", line_1).execute();
}

describe.each([
  ["EH1 1YZ", "This property is in Scotland"],
  ["BT15 1AA", "This property is in Northern Ireland"],
  ["YO1 7HZ", null],
])("the warning about a property at %s (expected: %s)", (postcode, title) => {
  test.each(["about-the-property", "terms-and-conditions", "payment"])(
    "the seller’s “%s” page shows the warning only outside England and Wales",
    async (step) => {
      const seller = await sellerAtPayment(db);
      await move(db, "12 Arch Street", postcode);
      const sale = seller.sale.transaction_id;
      const { status, text } = await openPage(routes, `/sell/${step}?sale=${sale}`, seller);
      expect(status).toBe(200);
      expect(text.includes(WARNING)).toBe(title !== null);
      if (title) expect(text).toContain(title);
    },
  );

  test.each(["about-the-property", "terms-and-conditions", "whats-included"])(
    "the buyer’s “%s” page shows the warning only outside England and Wales",
    async (step) => {
      const buyer = await buyerAtTheEnd(db);
      await move(db, "12 Arch Street", postcode);
      const address = `/buy/${step}?purchase=${buyer.purchase_id}`;
      const { status, text } = await openPage(routes, address, buyer);
      expect(status).toBe(200);
      expect(text.includes(WARNING)).toBe(title !== null);
      if (title) expect(text).toContain(title);
    },
  );
});
