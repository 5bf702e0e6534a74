/** Parts of letters to solicitors, as `buildLetter` reads them. */

import { buildLetter } from "#app/domain/assignments/letter-content.server.ts";

type About = Parameters<typeof buildLetter>[0];
type Matter = About["matters"][number];
type Purchase = NonNullable<Matter["purchase"]>;

export const person = (first_name: string) => ({
  first_name,
  middle_name: null,
  last_name: "Byron",
  email: `${first_name.toLowerCase()}@example.test`,
  phone_number: "+447400123456",
  representation_reason: null,
  correspondence_address: { line_1: "4 Castle Lane", post_town: "York" },
});

export const facts = (change: object = {}): Matter["facts"] => ({
  ...{ lease: null, checks: [], searches: [], searches_ordered_on: null, related: [] },
  ...{ agreed_with_invited_pounds: null, referral: null, agent_fee: null, authority: [] },
  ...change,
});

export const group = {
  law_firm: { name: "Ashby & Co", email: null, phone_number: null, address: null },
  ...{ id: "g", solicitor: { ...person("Sol"), email: "sol@ashby.example" }, legal_assistants: [] },
  ...{ thirdfort_recipient_emails: ["checks@ashby.example"], legal_fee_pounds: 1_200 },
} as unknown as About["group"];

export function purchase(change: object = {}): Purchase {
  return {
    agreed_price_pounds: 290_000,
    primary_buyer: person("Bea"),
    additional_buyers: [],
    ownership_type: "Sole",
    first_time_buyer: "no",
    ...{ mortgage_required_for_purchase: "no", mortgage_provider: null, gifts: "no", giftors: [] },
    purchase_dependent_on_sale: "no",
    ...{ mortgage_broker: null, referral_fee_paid: null, referral_fee: null },
    is_using_foreign_currency: "no",
    ...change,
  } as unknown as Purchase;
}

export function matter(change: object = {}): Matter {
  return {
    id: "m",
    address: { line_1: "1 Arch Street", post_town: "Bath" },
    group_name: null,
    tenure: "Freehold",
    tenure_details: null,
    title_number: "NYK12345",
    asking_price_pounds: 300_000,
    primary_seller: person("Ada"),
    additional_sellers: [],
    customer_type: "individual",
    company_name: null,
    company_number: null,
    has_mortgage: "no",
    ...{ seller_lender: null, referral_fee_paid: null, referral_fee: null },
    onward_purchase: "no",
    is_using_foreign_currency: "no",
    estate_agent: null,
    estate_agent_status: "pending",
    purchase: null,
    groups: { seller: group, buyer: group },
    ...{ type: "resale", handler: "Bronwen Pugh", handler_email: "b@fanlight.example" },
    ...{ handler_phone: "+441904555020", facts: facts() },
    ...change,
  } as unknown as Matter;
}

export const writeLetter = (side: About["side"], one: Matter, change: Partial<About> = {}) =>
  buildLetter({
    side,
    matters: [one],
    group,
    ...{ is_activation: false, is_repeat: false, has_accepted: false },
    ...{ answer_by: "Wednesday 2 December", ready: null, comment: null },
    ...change,
  });
