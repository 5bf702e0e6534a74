import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { readSession } from "#app/auth/session.server.ts";
import { newMatterId } from "#app/domain/onboarding/unfinished-matters.server.ts";
import { payWithReferralCode } from "#app/domain/payments/pay-with-code.server.ts";
import { getOrCreateOrder } from "#app/domain/payments/orders.server.ts";
import { recordPayment } from "#app/domain/payments/record-payment.server.ts";
import {
  activatePurchase,
  activationMark,
  readActivation,
} from "#app/domain/purchases/activation.server.ts";
import { action as postAboutYouBuying } from "#app/routes/buy/about-you.tsx";
import { action as acceptBuyerTerms } from "#app/routes/buy/terms-and-conditions.tsx";
import { action as postPropertySelling } from "#app/routes/sell/about-the-property.tsx";
import { action as postAboutYouSelling } from "#app/routes/sell/about-you.tsx";
import { loader as openPayment } from "#app/routes/sell/payment.tsx";
import { action as startBuying } from "#app/routes/buy/welcome.tsx";
import { action as acceptSellerTerms } from "#app/routes/sell/terms-and-conditions.tsx";
import { action as startSelling } from "#app/routes/sell/welcome.tsx";
import { inTransaction } from "#db/connection.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { inviteAndSend, readRow, staff, toSell } from "#tests/support/invitations.ts";
import { insertCode, intentFor } from "#tests/support/payments.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { readerId, staffReader } from "#tests/support/readers.ts";
import { homeAddress } from "#tests/support/sales.ts";
import { readCookie as anotherSession, signIn } from "#tests/support/sign-in.ts";
import { get, listErrors, post } from "#tests/support/call-route.ts";
import * as buying from "./buy/flow.ts";
import * as selling from "./sell/flow.ts";
import { submitContinue, readCookie } from "./sign-in/visitor.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

type Invited = Awaited<ReturnType<typeof inviteAndSend>>;

const events = (transaction_id: string) =>
  db
    .selectFrom("events")
    .select(["event_name", "type", "author", "author_id", "date_time", "purchase_intent_id"])
    .where("transaction_id", "=", transaction_id)
    .where("event_name", "like", "invitation%")
    .orderBy("date_time")
    .execute();

const saleOf = (seller_id: string) =>
  db
    .selectFrom("transactions")
    .select("id")
    .where("seller_id", "=", seller_id)
    .executeTakeFirstOrThrow();

/** Form of an invited seller who leaves the prefilled address unchanged. */
const asInvited = {
  ...selling.property,
  "address.confirmed": "",
  "address.uprn": "",
  "address.line_1": homeAddress.line_1,
  "address.post_town": homeAddress.post_town,
  "address.postcode": homeAddress.postcode,
};

const Shown = z.object({ answers: z.object({ address: z.record(z.string(), z.string()) }) });

describe("an invited seller (WF-18.3 AMB-R04)", () => {
  test("an invited seller sees the address from the invitation, not yet confirmed (R-032)", async () => {
    const seller = await sellerComes(await inviteAndSend(db));
    const page = await selling.showProperty(seller);
    expect(page).toMatchObject({
      version: 0,
      finder: { address: { state: "NotListed" } },
      answers: {
        address: { line_1: "4 Castle Lane", post_town: "York", postcode: "YO1 7HZ" },
      },
    });
    expect(JSON.stringify(page)).not.toContain('"confirmed":"on"');
  });

  test("an invited seller can submit the prefilled address, and a second sale starts with an empty address", async () => {
    const invited = await inviteAndSend(db);
    const seller = await sellerComes(invited);
    expect(await postAsInvited(seller)).toMatchObject({
      status: 303,
      path: "/sell/terms-and-conditions",
    });
    const another = await begin(startSelling, "sell", await come(invited));
    expect(await addressShown(another)).toEqual({});
  });

  test("an invited seller’s sale is linked to the invitation once, with events (X-053)", async () => {
    const invited = await inviteAndSend(db);
    const seller = await sellerComes(invited);
    expect((await readRow(db, invited.id)).transaction_id).toBeNull();
    await postAsInvited(seller);
    const { id } = await saleOf(seller.id);
    const row = await readRow(db, invited.id);
    expect(row).toMatchObject({ status: "clicked", transaction_id: id });
    expect(await events(id)).toMatchObject([
      {
        event_name: "invitation_sent",
        type: "seller",
        author: "admin",
        author_id: invited.actor.id,
        date_time: row.email_sent_at,
      },
      { event_name: "invitation_clicked", type: "seller", author: "system" },
    ]);
  });

  test("paying with the invitation’s referral code completes the invitation and disables its link (R-031 AMB-E04 R-018)", async () => {
    await insertCode(db, "FRIEND10");
    const invited = await inviteAndSend(db, { to: { ...toSell, referral_code: "FRIEND10" } });
    const seller = await sellerComes(invited);
    await postAsInvited(seller);
    const { id: transaction_id } = await saleOf(seller.id);
    await post(acceptSellerTerms, { id: transaction_id, terms_and_conditions: "on" }, seller);
    const { data } = await get(openPayment, {
      ...seller,
      path: `/sell/payment?sale=${transaction_id}`,
    });
    expect(data).toMatchObject({ invited: null, code: "FRIEND10" });

    const sale = { transaction_id, seller_id: seller.id };
    await getOrCreateOrder(db, sale);
    await inTransaction(db, (trx) => payWithReferralCode(trx, sale, "FRIEND10"));
    expect((await readRow(db, invited.id)).status).toBe("completed");
    expect((await come(invited)).location).toBe("/authenticate/invitation-link-expired");
  });

  test("an invitation is completed when the seller’s card payment succeeds (R-018)", async () => {
    const invited = await inviteAndSend(db);
    const seller = await sellerComes(invited);
    await postAsInvited(seller);
    const sale = { transaction_id: (await saleOf(seller.id)).id, seller_id: seller.id };
    const intent = await intentFor(db, sale, { status: "processing" });
    await inTransaction(db, (trx) => recordPayment(trx, intent));
    expect((await readRow(db, invited.id)).status).toBe("clicked");
    await inTransaction(db, (trx) => recordPayment(trx, { ...intent, status: "succeeded" }));
    expect((await readRow(db, invited.id)).status).toBe("completed");
  });

  test("an invited seller who did not use the link is recognised, but only for a sale of the invited address", async () => {
    const invited = await inviteAndSend(db);
    await db.updateTable("users").set({ active: true }).where("id", "=", invited.user_id).execute();
    const seller = {
      id: readerId(invited.user_id),
      email: "",
      cookie: await anotherSession(db, { id: invited.user_id }),
    };
    await post(postAboutYouSelling, selling.aboutYou, seller);
    await selling.postProperty(await begin(startSelling, "sell", seller));
    expect((await readRow(db, invited.id)).transaction_id).toBeNull();
    await postAsInvited(await begin(startSelling, "sell", seller));
    expect((await readRow(db, invited.id)).transaction_id).not.toBeNull();
  });
});

describe("an invited buyer (WF-18.5 AMB-R04)", () => {
  test("an invited buyer sees the property already chosen among those at its postcode (R-033)", async () => {
    const { invited, property_id } = await inviteBuyer();
    const buyer = await come(invited);
    expect(buyer.location).toBe("/buy/welcome");
    await post(postAboutYouBuying, buying.aboutYou, buyer);
    expect(await buying.showProperty(await begin(startBuying, "buy", buyer))).toMatchObject({
      answers: { postcode: "YO1 7HZ", searched: "YO1 7HZ", property_id },
      properties: [{ property_id, address: "12 Arch Street, York, YO1 7HZ" }],
    });
  });

  test("an invited buyer’s property is still chosen after a validation error", async () => {
    const { invited, property_id } = await inviteBuyer();
    const buyer = await buyerComes(invited);
    const answer = await buying.postProperty(buyer, { property_id, agreed_price_pounds: "" });
    expect(Object.keys(listErrors(answer))).toEqual(["agreed_price_pounds"]);
    expect(answer.data).toMatchObject({ properties: [{ property_id }] });
    expect(await buying.readAnswers(buyer)).toMatchObject({ property_id, searched: "YO1 7HZ" });
  });

  test("an invitation is completed when the buyer finishes onboarding (R-018 AMB-R02)", async () => {
    const { invited, property_id, transaction_id } = await inviteBuyer();
    const buyer = await buyerComes(invited);
    await buying.postProperty(buyer, { property_id });
    const purchase = await buying.readOnlyPurchase(db, buyer);
    expect(await readRow(db, invited.id)).toMatchObject({
      status: "clicked",
      purchase_intent_id: purchase.id,
      transaction_id: null,
    });
    expect(await events(transaction_id)).toMatchObject([
      { event_name: "invitation_sent", type: "buyer", purchase_intent_id: purchase.id },
      { event_name: "invitation_clicked", type: "buyer", purchase_intent_id: purchase.id },
    ]);
    await post(acceptBuyerTerms, { id: purchase.id, terms_and_conditions: "on" }, buyer);
    expect((await readRow(db, invited.id)).status).toBe("clicked");
    await buying.postFinish({ ...buyer, purchase_id: purchase.id });
    expect((await readRow(db, invited.id)).status).toBe("completed");
  });

  test("a buyer’s invitation is completed when staff activate the purchase (R-018 E-041)", async () => {
    const { invited, property_id, transaction_id } = await inviteBuyer();
    const buyer = await buyerComes(invited);
    await buying.postProperty(buyer, { property_id });
    const { id: purchase_intent_id } = await buying.readOnlyPurchase(db, buyer);
    await db
      .updateTable("purchase_intents")
      .set({ terms_accepted_at: new Date(), terms_version: "1" })
      .execute();
    const place = { transaction_id, purchase_intent_id };
    const confirmed = activationMark(await readActivation(db, staffReader(), place));
    await activatePurchase(db, place, { confirmed, actor: (await staff(db)).actor });
    expect((await readRow(db, invited.id)).status).toBe("completed");
  });
});

describe("invitations that do not apply to the person or the matter", () => {
  test("an invitation in the session is ignored if it is another person’s", async () => {
    const invited = await inviteAndSend(db);
    const other = await signIn(db, { onboarding: { invitation_id: invited.id } });
    await post(postAboutYouSelling, selling.aboutYou, other);
    const begun = await begin(startSelling, "sell", other);
    expect(await addressShown(begun)).toEqual({});
    await selling.postProperty(begun);
    expect((await readRow(db, invited.id)).transaction_id).toBeNull();
  });

  test("an invitation to sell is ignored when its customer buys", async () => {
    const invited = await inviteAndSend(db);
    const buyer = await buyerComes(invited);
    expect(await buying.readAnswers(buyer)).not.toHaveProperty("property_id");
    await buying.postProperty(buyer, { property_id: (await createHomeForSale(db)).property_id });
    await buying.readOnlyPurchase(db, buyer);
    expect(await readRow(db, invited.id)).toMatchObject({
      transaction_id: null,
      purchase_intent_id: null,
    });
  });

  test("opening an invitation link replaces another person’s session, and copies no data from it", async () => {
    const ada = await staff(db);
    const invited = await inviteAndSend(db);
    const { cookie, location } = await come(invited, ada.cookie);
    expect(location).toBe("/sell/welcome");
    const session = await readSession(
      new Request("http://localhost:3000", { headers: { Cookie: cookie } }),
    );
    expect(session?.user).toMatchObject({
      id: invited.user_id,
      type: "customer",
      invited: true,
      onboarding: { intent: "sell", invitation_id: invited.id },
    });
  });
});

async function come({ link, user_id }: Invited, cookie?: string) {
  const answer = await submitContinue(link, { cookie });
  return {
    id: readerId(user_id),
    email: "",
    cookie: readCookie(answer) ?? "",
    location: answer.location,
  };
}

async function sellerComes(invited: Invited) {
  const seller = await come(invited);
  await post(postAboutYouSelling, selling.aboutYou, seller);
  return begin(startSelling, "sell", seller);
}

async function begin<Visitor extends { cookie: string }>(
  start: typeof startSelling,
  role: "sell" | "buy",
  visitor: Visitor,
) {
  const id = newMatterId();
  const path = `/?${role === "sell" ? "sale" : "purchase"}=${id}`;
  await post(start, { id }, { cookie: visitor.cookie, path });
  return { ...visitor, path };
}

async function buyerComes(invited: Invited) {
  const buyer = await come(invited);
  await post(postAboutYouBuying, buying.aboutYou, buyer);
  return begin(startBuying, "buy", buyer);
}

async function inviteBuyer() {
  const home = await createHomeForSale(db, { line_1: "12 Arch Street" });
  const to = { role: "buy", property_id: home.property_id } as const;
  return { ...home, invited: await inviteAndSend(db, { to }) };
}

async function addressShown(seller: { cookie: string; path?: string }) {
  return Shown.parse(await selling.showProperty(seller)).answers.address;
}

async function postAsInvited(seller: { cookie: string; path: string }) {
  return post(
    postPropertySelling,
    { ...(await selling.readHiddenFields(seller)), ...asInvited },
    seller,
  );
}
