import { describe, expect, test } from "vitest";
import { action } from "#app/routes/account/welcome-back.tsx";
import { action as typeOfPurchase } from "#app/routes/buy/about-the-property.tsx";
import { action as typeOfSale, loader as showSale } from "#app/routes/sell/about-the-property.tsx";
import * as buyer from "#tests/routes/buy/flow.ts";
import * as seller from "#tests/routes/sell/flow.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { readCookie, signIn } from "#tests/support/sign-in.ts";
import { startDraft } from "#tests/support/create-matter.ts";
import { get, post } from "#tests/support/call-route.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();

describe("unsubmitted drafts on /welcome-back", () => {
  test("a draft of a sale can be resumed on another device, or deleted", async () => {
    const sam = await seller.sellerAtProperty(db);
    const id = await seller.readShownSaleId(sam);
    await post(typeOfSale, { ...(await seller.readHiddenFields(sam)), tenure: "Freehold" }, sam);
    const kept = { "address.line_1": "7 High Street", intent: "keep", version: "0" };
    await post(typeOfSale, kept, sam);
    const cookie = await readCookie(db, { id: sam.id });
    const { text, html } = await open("/welcome-back", { cookie });
    expect(text).toContain("Not finished yet 7 High Street");
    expect(text).not.toContain("There are no sales yet");
    expect(html).toContain(`href="/sell/about-the-property?sale=${id}"`);
    expect(await seller.showProperty({ cookie }, `/?sale=${id}`)).toMatchObject({
      answers: { tenure: "Freehold" },
    });

    const answer = await post(action, { forget: id }, { cookie });
    expect(answer).toMatchObject({ status: 303, location: "/welcome-back?view=sales" });
    expect((await open("/welcome-back", { cookie })).text).toContain("There are no sales yet");
    expect((await get(showSale, { cookie, path: `/?sale=${id}` })).status).toBe(404);
  });

  test("/welcome-back opens on the purchases view for a person whose only draft is a purchase (AMB-F02)", async () => {
    const bea = await buyer.buyerAtProperty(db);
    const id = await buyer.readShownPurchaseId(bea);
    const kept = { postcode: "YO1 7HZ", agreed_price_pounds: "4", intent: "keep" };
    await post(typeOfPurchase, kept, bea);
    const { text, html } = await open("/welcome-back", bea);
    expect(text).toContain("Your purchases Not finished yet YO1 7HZ");
    expect(html).toContain(`href="/buy/about-the-property?purchase=${id}"`);
    await post(action, { forget: id }, bea);
    expect((await open("/welcome-back?view=purchases", bea)).text).toContain(
      "There are no purchases yet",
    );
  });

  test("/welcome-back shows a card for each draft, but none for a draft that became a sale", async () => {
    const sam = await seller.sellerAtProperty(db);
    const other = await startDraft(db, "sell", sam.id);
    const first = { "address.line_1": "7 High Street", intent: "keep" };
    await post(typeOfSale, first, seller.atSale(sam, other));
    const { text } = await open("/welcome-back", sam);
    expect(text).toContain("Not finished yet 7 High Street");
    expect(text).toContain("Not finished yet A sale you’ve started");
    await post(action, { forget: other }, sam);
    await seller.postProperty(sam);
    expect((await open("/welcome-back", sam)).text).not.toContain("Not finished yet");
  });

  test("a page that was rendered before drafts had ids can still delete a draft", async () => {
    const sam = await seller.sellerAtProperty(db);
    await post(action, { forget: "sales" }, sam);
    expect((await open("/welcome-back", sam)).text).toContain("There are no sales yet");
  });

  test("another customer cannot see or delete a draft (AMB-A10)", async () => {
    const sam = await seller.sellerAtProperty(db);
    const id = await seller.readShownSaleId(sam);
    const other = await signIn(db);
    expect((await open("/welcome-back", other)).text).not.toContain("Not finished yet");
    await post(action, { forget: id }, other);
    expect((await open("/welcome-back", sam)).text).toContain(
      "Not finished yet A sale you’ve started",
    );
  });
});
