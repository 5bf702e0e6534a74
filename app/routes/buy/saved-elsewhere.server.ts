import { answerLabel } from "#app/domain/fields/answers.ts";
import { formatPounds } from "#app/domain/fields/money.ts";
import { fullName, type Names } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { FUNDING_SOURCES } from "#app/domain/purchases/funding.ts";
import type { Purchase } from "#app/domain/purchases/read-purchase.server.ts";
import type { NewPurchase } from "#app/domain/purchases/save-purchase.server.ts";
import { differingAnswers } from "../onboarding/saved-elsewhere.ts";

/** What another tab has saved and this form answers otherwise, by question. */
export function savedElsewhere(typed: NewPurchase, purchase: Purchase) {
  return differingAnswers(toWords(typed), toWords(purchase), {
    property_id: addressLine(purchase.address),
  });
}

type Common = Pick<
  Purchase,
  | "property_id"
  | "agreed_price_pounds"
  | "mortgage_required_for_purchase"
  | "purchase_dependent_on_sale"
  | "first_time_buyer"
  | "is_using_foreign_currency"
  | "requires_mortgage_referral"
  | (typeof FUNDING_SOURCES)[number]["name"]
> & {
  mortgage_provider?: string | null;
  other_funding_comments?: string | null;
  additional_buyers: readonly Names[];
  giftors: readonly Names[];
};

function toWords(purchase: Common) {
  const sources = FUNDING_SOURCES.filter(({ name }) => purchase[name]).map(({ label }) => label);
  return {
    property_id: purchase.property_id,
    agreed_price_pounds: formatPounds(purchase.agreed_price_pounds),
    ownership_type: joinNames(purchase.additional_buyers) || "Sole",
    mortgage_required_for_purchase: answerLabel(purchase.mortgage_required_for_purchase),
    mortgage_provider: purchase.mortgage_provider ?? "None",
    funding: sources.join(", "),
    other_funding_comments: purchase.other_funding_comments ?? "None",
    gifts: joinNames(purchase.giftors) || "No",
    purchase_dependent_on_sale: answerLabel(purchase.purchase_dependent_on_sale),
    first_time_buyer: answerLabel(purchase.first_time_buyer),
    is_using_foreign_currency: answerLabel(purchase.is_using_foreign_currency),
    requires_mortgage_referral: answerLabel(purchase.requires_mortgage_referral),
  };
}

function joinNames(people: readonly Names[]) {
  return people.map(fullName).join(", ");
}
