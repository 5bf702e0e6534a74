import { z } from "zod";
import { listSales, readSale } from "#app/domain/sales/read-sale.server.ts";
import { action as saveAboutYou } from "#app/routes/sell/about-you.tsx";
import {
  action as saveProperty,
  loader as openProperty,
} from "#app/routes/sell/about-the-property.tsx";
import { action as saveSeller } from "#app/routes/sell/seller.tsx";
import type { Db } from "#db/connection.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { startDraft } from "#tests/support/create-matter.ts";
import { get, post } from "#tests/support/call-route.ts";

export const aboutYou = {
  first_name: "Sam",
  middle_name: "",
  last_name: "Seller",
  phone_number: "07400 123456",
  phone_country: "GB",
  "correspondence_address.line_1": "4 Castle Lane",
  "correspondence_address.post_town": "York",
  "correspondence_address.postcode": "yo17hz",
  "correspondence_address.country_code": "GB",
};

export const property = {
  "address.line_1": "12 Arch Street",
  "address.post_town": "York",
  "address.postcode": "YO1 7HH",
  "address.confirmed": "on",
  "address.uprn": "100050535435",
  tenure: "Freehold",
  tenure_details: "",
  asking_price_pounds: "450,000",
  customer_type: "individual_owner",
  another_seller: "no",
  has_mortgage: "yes",
  onward_purchase: "not_sure",
  is_using_foreign_currency: "yes",
  requires_mortgage_referral: "no",
  estate_agent: "no_agent",
};

export const bea = {
  first_name: "Bea",
  middle_name: "",
  last_name: "Byron",
  email: "bea@example.test",
  phone_number: "07400 123457",
  phone_country: "GB",
  "correspondence_address.line_1": "1 Other Road",
  "correspondence_address.post_town": "Leeds",
  "correspondence_address.postcode": "LS1 1AA",
  "correspondence_address.country_code": "GB",
};

export async function sellerAtProperty(db: Db): Promise<Visitor> {
  const seller = await signIn(db);
  await startDraft(db, "sell", seller.id);
  await post(saveAboutYou, aboutYou, seller);
  return seller;
}

/** Returns the seller with the path of a sale. Without a path, pages use the most recent sale. */
export function atSale<Seller extends Visitor>(seller: Seller, id: string) {
  return { ...seller, path: `/?sale=${id}` };
}

export async function showProperty(
  seller: { cookie: string; path?: string },
  path = seller.path ?? "/",
): Promise<unknown> {
  const answer = await get(openProperty, { ...seller, path });
  return answer.location ? showProperty(seller, answer.location) : answer.data;
}

const Page = z.object({
  query: z.object({ sale: z.string() }),
  version: z.number(),
  sellers: z.array(z.object({ id: z.string(), name: z.string() })),
});

export async function readHiddenFields(seller: { cookie: string }) {
  const { version } = Page.parse(await showProperty(seller));
  return { version: String(version) };
}

export async function readShownSaleId(seller: { cookie: string; path?: string }): Promise<string> {
  return Page.parse(await showProperty(seller)).query.sale;
}

export async function listSellers(seller: { cookie: string }, path?: string) {
  return Page.parse(await showProperty(seller, path)).sellers;
}

export async function postProperty(seller: Visitor, change: Record<string, string> = {}) {
  return post(
    saveProperty,
    { ...(await readHiddenFields(seller)), ...property, ...change },
    seller,
  );
}

export function postSeller(seller: Visitor, id: string, fields: Record<string, string>) {
  return post(saveSeller, fields, { ...seller, params: { person: id } });
}

export async function sellerAtTerms(db: Db): Promise<Visitor & { transaction_id: string }> {
  const seller = await sellerAtProperty(db);
  await postProperty(seller);
  const { id } = await db
    .selectFrom("transactions")
    .select("id")
    .where("seller_id", "=", seller.id)
    .executeTakeFirstOrThrow();
  return { ...seller, transaction_id: id };
}

export async function readNewestSale(db: Db, seller: Visitor) {
  const [newest] = await listSales(db, seller.id);
  if (!newest) throw new Error("There is no sale");
  return readSale(db, { id: newest.id, seller_id: seller.id });
}

export async function countSales(db: Db, seller: Visitor): Promise<number> {
  const sales = await db
    .selectFrom("transactions")
    .select("id")
    .where("seller_id", "=", seller.id)
    .execute();
  return sales.length;
}
