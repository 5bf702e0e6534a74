import type { NewPurchase } from "#app/domain/purchases/save-purchase.server.ts";
import type { Db } from "#db/connection.ts";
import { insertPerson } from "#tests/db/people.ts";
import { homeAddress, newSale } from "#tests/support/sales.ts";
import { createPurchase, createSale } from "#tests/support/create-matter.ts";

export const insertUniquePerson = (db: Db) =>
  insertPerson(db, `${crypto.randomUUID()}@example.test`);

type Home = {
  line_1?: string;
  line_2?: string;
  line_3?: string;
  postcode?: string;
  uprn?: string | null;
};

/**
 * Creates a sale whose seller has accepted the terms, by default of a property with a unique
 * address.
 */
export async function createHomeForSale(db: Db, address: Home = {}, seller_id?: string) {
  const home = await createUnacceptedSale(
    db,
    seller_id ?? (await insertUniquePerson(db)).id,
    address,
  );
  await db
    .updateTable("transactions")
    .set({ terms_accepted_at: new Date(), terms_version: "1.0" })
    .where("id", "=", home.transaction_id)
    .execute();
  return home;
}

export async function createUnacceptedSale(db: Db, seller_id: string, address: Home = {}) {
  const property = {
    ...newSale().property,
    address: { ...homeAddress, line_1: `${crypto.randomUUID()} Arch Street`, ...address },
  };
  const { id, property_id } = await createSale(db, seller_id, newSale({ property }));
  return { transaction_id: id, property_id };
}

export function newPurchase(property_id: string, change: Partial<NewPurchase> = {}): NewPurchase {
  return {
    property_id,
    agreed_price_pounds: 440_000,
    ownership_type: "Sole",
    mortgage_required_for_purchase: "yes",
    mortgage_provider: "Nationwide Building Society",
    savings_from_employment: true,
    investment_portfolio: false,
    inheritance: false,
    divorce_settlement: false,
    pension_lump_sum_withdrawal: false,
    sale_of_shares: false,
    directors_loans_dividends: false,
    other_funding: false,
    other_funding_comments: null,
    gifts: "no",
    purchase_dependent_on_sale: "yes",
    first_time_buyer: "not_sure",
    is_using_foreign_currency: "no",
    requires_mortgage_referral: "yes",
    additional_buyers: [],
    giftors: [],
    ...change,
  };
}

export async function createUnfinishedPurchase(db: Db, change: Partial<NewPurchase> = {}) {
  const buyer = await insertUniquePerson(db);
  const { property_id } = await createHomeForSale(db);
  const purchase = await createPurchase(db, buyer.id, newPurchase(property_id, change));
  return { ...purchase, buyer_id: buyer.id, email: buyer.email };
}

export const jo = {
  first_name: "Jo",
  middle_name: null,
  last_name: "Joint",
  email: "jo@example.test",
  phone_number: "+447400123458",
  correspondence_address: homeAddress,
};

export const gail = {
  ...jo,
  first_name: "Gail",
  last_name: "Giver",
  email: "gail@example.test",
  amount_pounds: 20_000,
  relationship: "Parent",
} as const;

export const fullPurchasePeople = {
  ownership_type: "Joint",
  additional_buyers: [jo],
  gifts: "yes",
  giftors: [gail, { ...gail, first_name: "Guy", amount_pounds: 5, relationship: "Other Family" }],
  other_funding: true,
  other_funding_comments: "A prize",
} satisfies Partial<NewPurchase>;
