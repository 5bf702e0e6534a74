import { paths } from "#app/paths.ts";
import { typedLead } from "#tests/support/leads.ts";

const person = {
  first_name: "Sam",
  middle_name: "",
  last_name: "Seller",
  phone_country: "GB",
  phone_number: "07400 123456",
};
const address = (name: string) => ({
  [`${name}.line_1`]: "12 Arch Street",
  [`${name}.post_town`]: "York",
  [`${name}.postcode`]: "YO1 7HH",
});
const home = {
  ...address("correspondence_address"),
  "correspondence_address.country_code": "GB",
};

export const valuer = "val@northgate.test";

/**
 * Every form that visitors, sellers and buyers can submit, with valid values. `required` is the
 * name of a required field.
 */
export const customerForms: Record<
  string,
  { path: string; fields: Record<string, string>; required: string }
> = {
  "sign-in": { path: paths.signIn(), fields: { email: "sam@customers.test" }, required: "email" },
  "sign-up": {
    path: paths.getStarted("sell"),
    fields: { ...person, email: "sam@customers.test" },
    required: "first_name",
  },
  "contact us": {
    path: paths.contact.post(),
    fields: {
      full_name: "Sam Seller",
      email: "sam@customers.test",
      mobile_number: "07400 123456",
      message: "How long does it take?",
      referrer: "A friend",
    },
    required: "message",
  },
  leads: {
    path: paths.leads.form(valuer),
    fields: typedLead(),
    required: "leads[0].seller_1_name",
  },
  "about you": {
    path: paths.sell.aboutYou(),
    fields: { ...person, ...home },
    required: "last_name",
  },
  "about the property": {
    path: paths.sell.aboutTheProperty(),
    fields: {
      ...address("address"),
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
    },
    required: "asking_price_pounds",
  },
  "another seller": {
    path: paths.sell.seller("add"),
    fields: { ...person, email: "bea@customers.test", ...home },
    required: "first_name",
  },
  "the terms": {
    path: paths.sell.terms(),
    fields: { terms_and_conditions: "on" },
    required: "terms_and_conditions",
  },
  "a buyer's about you": {
    path: paths.buy.aboutYou(),
    fields: { ...person, ...home },
    required: "last_name",
  },
  "a buyer's property": {
    path: paths.buy.aboutTheProperty(),
    fields: {
      postcode: "YO1 7HZ",
      property_id: "",
      agreed_price_pounds: "440,000",
      ownership_type: "Sole",
      mortgage_required_for_purchase: "yes",
      mortgage_provider: "HSBC",
      funding: "other_funding",
      other_funding_comments: "A prize",
      gifts: "no",
      purchase_dependent_on_sale: "yes",
      first_time_buyer: "no",
      is_using_foreign_currency: "no",
      requires_mortgage_referral: "no",
    },
    required: "agreed_price_pounds",
  },
  "another buyer": {
    path: paths.buy.buyer("add"),
    fields: { ...person, email: "jo@customers.test", ...home },
    required: "first_name",
  },
  "a giftor": {
    path: paths.buy.giftor("add"),
    fields: {
      ...person,
      email: "gail@customers.test",
      ...home,
      amount_pounds: "20,000",
      relationship: "Parent",
    },
    required: "relationship",
  },
  "a buyer's terms": {
    path: paths.buy.terms(),
    fields: { terms_and_conditions: "on" },
    required: "terms_and_conditions",
  },
  "the end of a buyer's way in": {
    path: paths.buy.whatsIncluded(),
    fields: { purchase_intent_id: "a".repeat(24) },
    required: "purchase_intent_id",
  },
};
