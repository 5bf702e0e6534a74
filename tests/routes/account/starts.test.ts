import { describe, expect, test } from "vitest";
import { action } from "#app/routes/account/welcome-back.tsx";
import { action as typeOfPurchase } from "#app/routes/buy/about-the-property.tsx";
import { action as typeOfSale } from "#app/routes/sell/about-the-property.tsx";
import * as buyer from "#tests/routes/buy/flow.ts";
import * as seller from "#tests/routes/sell/flow.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { readCookie } from "#tests/support/sign-in.ts";
import { post } from "#tests/support/visit.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();

describe("what is typed and not saved yet stands on /welcome-back, on any device", () => {
  test("a sale: it goes on, or starts over", async () => {
    const sam = await seller.sellerAtProperty(db);
    await post(typeOfSale, { ...(await seller.hidden(sam)), tenure: "Freehold" }, sam);
    await post(typeOfSale, { "address.line_1": "7 High Street", intent: "keep" }, sam);
    const cookie = await readCookie(db, { id: sam.id });
    const { text, html } = await open("/welcome-back", { cookie });
    expect(text).toContain("Not finished yet 7 High Street");
    expect(text).not.toContain("There are no sales yet");
    expect(html).toContain('href="/sell/about-the-property?sale=new"');
    expect(await seller.showProperty({ cookie }, "/?sale=new")).toMatchObject({
      answers: { tenure: "Freehold" },
    });

    const answer = await post(action, { forget: "sales" }, { cookie });
    expect(answer).toMatchObject({ status: 303, location: "/welcome-back?view=sales" });
    expect((await open("/welcome-back", { cookie })).text).toContain("There are no sales yet");
    expect(await seller.showProperty({ cookie }, "/?sale=new")).toMatchObject({ answers: {} });
  });

  test("AMB-F02 a purchase, which is what there is to show", async () => {
    const bea = await buyer.buyerAtProperty(db);
    const kept = { postcode: "YO1 7HZ", agreed_price_pounds: "4", intent: "keep" };
    await post(typeOfPurchase, kept, bea);
    const { text, html } = await open("/welcome-back", bea);
    expect(text).toContain("Your purchases Not finished yet YO1 7HZ");
    expect(html).toContain('href="/buy/about-the-property?purchase=new"');
    await post(action, { forget: "purchases" }, bea);
    expect((await open("/welcome-back?view=purchases", bea)).text).toContain(
      "There are no purchases yet",
    );
  });

  test("nothing typed is no start, and one that is saved is none any more", async () => {
    const sam = await seller.sellerAtProperty(db);
    const empty = { "address.country_code": "GB", "address.query": "", asking_price_pounds: " " };
    await post(typeOfSale, { ...(await seller.hidden(sam)), ...empty }, sam);
    expect((await open("/welcome-back", sam)).text).toContain("There are no sales yet");
    await seller.postProperty(sam);
    expect((await open("/welcome-back", sam)).text).not.toContain("Not finished yet");
  });

  test("AMB-A10 it is nobody else's", async () => {
    const sam = await seller.sellerAtProperty(db);
    await post(typeOfSale, { tenure: "Freehold", intent: "keep" }, sam);
    const other = await seller.sellerAtProperty(db);
    expect((await open("/welcome-back", other)).text).not.toContain("Not finished yet");
    await post(action, { forget: "sales" }, other);
    expect((await open("/welcome-back", sam)).text).toContain(
      "Not finished yet A sale you’ve started",
    );
  });
});
