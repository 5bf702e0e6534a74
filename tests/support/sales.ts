import type { NewSale } from "#app/domain/sales/save-sale.server.ts";
import type { Db } from "#db/connection.ts";

export const homeAddress = {
  line_1: "4 Castle Lane",
  post_town: "York",
  postcode: "YO1 7HZ",
  country: "United Kingdom",
  country_iso_2: "GB",
};

export function newSale(change: Partial<NewSale> = {}): NewSale {
  return {
    property: {
      address: { ...homeAddress, line_1: "12 Arch Street", uprn: "100050535435" },
      tenure: "Freehold",
      address_confirmed: true,
    },
    customer_type: "individual_owner",
    asking_price_pounds: 450_000,
    has_mortgage: "yes",
    onward_purchase: "not_sure",
    is_using_foreign_currency: "yes",
    requires_mortgage_referral: "no",
    additional_sellers: [],
    ...change,
  };
}

export const bea = {
  first_name: "Bea",
  middle_name: null,
  last_name: "Byron",
  email: "bea@example.test",
  phone_number: "+447400123457",
  correspondence_address: homeAddress,
};

export async function eventNames(db: Db, transaction_id: string): Promise<string[]> {
  const events = await db
    .selectFrom("events")
    .select("event_name")
    .where("transaction_id", "=", transaction_id)
    .orderBy("date_time")
    .orderBy("id")
    .execute();
  return events.map(({ event_name }) => event_name);
}
