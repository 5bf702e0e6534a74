import { z } from "zod";
import { listPurchases, readPurchase } from "#app/domain/purchases/purchases.server.ts";
import {
  action as saveProperty,
  loader as openProperty,
} from "#app/routes/buy/about-the-property.tsx";
import { action as saveAboutYou } from "#app/routes/buy/about-you.tsx";
import { action as saveBuyer } from "#app/routes/buy/buyer.tsx";
import { action as saveGiftor } from "#app/routes/buy/giftor.tsx";
import { action as acceptTerms } from "#app/routes/buy/terms-and-conditions.tsx";
import { action as finish } from "#app/routes/buy/whats-included.tsx";
import type { Db } from "#db/connection.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { startDraft } from "#tests/support/create-matter.ts";
import { get, post } from "#tests/support/call-route.ts";

export const aboutYou = {
  first_name: "Bea",
  middle_name: "",
  last_name: "Buyer",
  phone_number: "07400 123456",
  phone_country: "GB",
  "correspondence_address.line_1": "4 Castle Lane",
  "correspondence_address.post_town": "York",
  "correspondence_address.postcode": "yo17hz",
  "correspondence_address.country_code": "GB",
};

export const answers = {
  postcode: "YO1 7HZ",
  agreed_price_pounds: "440,000",
  ownership_type: "Sole",
  mortgage_required_for_purchase: "yes",
  mortgage_provider: "Nationwide Building Society",
  funding: ["savings_from_employment", "sale_of_shares"],
  other_funding_comments: "",
  gifts: "no",
  purchase_dependent_on_sale: "yes",
  first_time_buyer: "not_sure",
  is_using_foreign_currency: "no",
  requires_mortgage_referral: "no",
};

export const jo = {
  first_name: "Jo",
  middle_name: "",
  last_name: "Joint",
  email: "jo@example.test",
  phone_number: "07400 123457",
  phone_country: "GB",
  "correspondence_address.line_1": "1 Other Road",
  "correspondence_address.post_town": "Leeds",
  "correspondence_address.postcode": "LS1 1AA",
  "correspondence_address.country_code": "GB",
};

export const gail = {
  ...jo,
  first_name: "Gail",
  last_name: "Giver",
  email: "gail@example.test",
  amount_pounds: "20,000",
  relationship: "Parent",
};

type Change = Readonly<Record<string, string | readonly string[]>>;
type ForSale = Awaited<ReturnType<typeof createHomeForSale>>;

export async function buyerAtProperty(db: Db): Promise<Visitor> {
  const buyer = await signIn(db, { first_name: "Bea", last_name: "Buyer" });
  await startDraft(db, "buy", buyer.id);
  await post(saveAboutYou, aboutYou, buyer);
  return buyer;
}

/**
 * Returns the buyer with the path of a purchase. Without a path, pages use the most recent
 * purchase.
 */
export function atPurchase<Buyer extends Visitor>(buyer: Buyer, id: string) {
  return { ...buyer, path: `/?purchase=${id}` };
}

export async function startAnotherPurchase<Buyer extends Visitor>(db: Db, buyer: Buyer) {
  return atPurchase(buyer, await startDraft(db, "buy", buyer.id));
}

export async function showProperty(
  buyer: { cookie: string; path?: string },
  path = buyer.path ?? "/",
): Promise<unknown> {
  const answer = await get(openProperty, { ...buyer, path });
  return answer.location ? showProperty(buyer, answer.location) : answer.data;
}

const People = z.array(z.object({ id: z.string(), name: z.string() }));
const Page = z.object({
  query: z.object({ purchase: z.string() }),
  version: z.number(),
  buyers: People,
  giftors: People,
});

export async function readHiddenFields(buyer: { cookie: string }) {
  const { version } = Page.parse(await showProperty(buyer));
  return { version: String(version) };
}

export async function readShownPurchaseId(buyer: {
  cookie: string;
  path?: string;
}): Promise<string> {
  return Page.parse(await showProperty(buyer)).query.purchase;
}

export async function listPeople(buyer: { cookie: string }, path?: string) {
  const { buyers, giftors } = Page.parse(await showProperty(buyer, path));
  return { buyers, giftors };
}

export async function postProperty(buyer: Visitor, change: Change = {}) {
  return post(saveProperty, { ...(await readHiddenFields(buyer)), ...answers, ...change }, buyer);
}

const Answers = z.object({ answers: z.record(z.string(), z.unknown()) });

export async function readAnswers(buyer: { cookie: string }) {
  return Answers.parse(await showProperty(buyer)).answers;
}

export function postBuyer(buyer: Visitor, id: string, fields: Change) {
  return post(saveBuyer, fields, { ...buyer, params: { person: id } });
}

export function postGiftor(buyer: Visitor, id: string, fields: Change) {
  return post(saveGiftor, fields, { ...buyer, params: { person: id } });
}

export async function buyerAtTerms(db: Db): Promise<Visitor & ForSale & { purchase_id: string }> {
  const buyer = await buyerAtProperty(db);
  const home = await createHomeForSale(db, { line_1: "12 Arch Street" });
  await postProperty(buyer, { property_id: home.property_id });
  return { ...buyer, ...home, purchase_id: (await readOnlyPurchase(db, buyer)).id };
}

export async function buyerAtTheEnd(db: Db) {
  const buyer = await buyerAtTerms(db);
  await post(acceptTerms, { id: buyer.purchase_id, terms_and_conditions: "on" }, buyer);
  return buyer;
}

export function postFinish(buyer: Visitor & { purchase_id: string }) {
  return post(finish, { purchase_intent_id: buyer.purchase_id }, buyer);
}

export async function buyerAtSuccess(db: Db) {
  const buyer = await buyerAtTheEnd(db);
  await postFinish(buyer);
  return buyer;
}

export async function countPurchases(db: Db, { id }: Visitor): Promise<number> {
  return (await listPurchases(db, id)).length;
}

export async function readOnlyPurchase(db: Db, { id: buyer_id }: Visitor) {
  const [purchase, ...others] = await listPurchases(db, buyer_id);
  if (!purchase || others.length > 0) throw new Error("There is not one purchase");
  return readPurchase(db, { id: purchase.id, buyer_id });
}
