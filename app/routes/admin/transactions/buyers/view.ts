import { answerLabel } from "#app/domain/fields/answers.ts";
import { adminDate } from "#app/domain/fields/dates.ts";
import { formatPounds } from "#app/domain/fields/money.ts";
import { fullNames } from "#app/domain/people/person.ts";
import type { BuyerFound } from "#app/domain/purchases/buyer-found.server.ts";
import { fundingText } from "#app/domain/fields/funding.ts";
import type { MatterPurchase } from "#app/domain/purchases/list-matter-purchases.server.ts";
import {
  SIGNIFICANT_DATE_LABELS,
  SIGNIFICANT_DATES,
  significantDateText,
} from "#app/domain/transactions/significant-dates.ts";
import { lastSentText } from "../email-recipients.tsx";
import { personView } from "../people.ts";

export type PurchaseView = ReturnType<typeof purchaseView>;
export type BuyerFoundView = ReturnType<typeof buyerFoundView>;

/** A purchase as its card shows it (K-047 to K-061, K-071). */
export function purchaseView(purchase: MatterPurchase) {
  return {
    id: purchase.id,
    title: `Purchase Intent ${purchase.number}`,
    active: purchase.is_active,
    can_activate: purchase.can_activate,
    names: fullNames(purchase.buyers),
    price: formatPounds(purchase.agreed_price_pounds),
    day: `Since ${adminDate(purchase.created_at)}`,
    facts: facts(purchase),
    dates: SIGNIFICANT_DATES.map((name) => ({
      term: SIGNIFICANT_DATE_LABELS[name],
      description: significantDateText(purchase[name]),
    })),
    buyers: purchase.buyers.map((buyer) => ({
      ...personView(buyer),
      primary: buyer.primary_customer,
    })),
    giftors: purchase.giftors.map((giftor) => ({
      ...personView(giftor),
      amount: formatPounds(giftor.amount_pounds),
      relationship: giftor.relationship,
    })),
  };
}

function facts(purchase: MatterPurchase) {
  return [
    { term: "Agreed price", description: formatPounds(purchase.agreed_price_pounds) },
    { term: "Foreign currency", description: answerLabel(purchase.is_using_foreign_currency) },
    {
      term: "Mortgage required",
      description: answerLabel(purchase.mortgage_required_for_purchase),
    },
    { term: "Mortgage provider", description: purchase.mortgage_provider ?? "None" },
    { term: "Funding", description: fundingText(purchase) },
    { term: "Funding comments", description: purchase.other_funding_comments || "None" },
    { term: "Gifts", description: answerLabel(purchase.gifts) },
    {
      term: "Purchase dependent on sale",
      description: answerLabel(purchase.purchase_dependent_on_sale),
    },
    { term: "Ownership type", description: purchase.ownership_type },
    { term: "First time buyer", description: answerLabel(purchase.first_time_buyer) },
    { term: "Mortgage referral", description: answerLabel(purchase.requires_mortgage_referral) },
    { term: "Terms accepted", description: termsText(purchase.terms_accepted_at) },
  ];
}

function termsText(accepted_at: Date | null) {
  return accepted_at ? `Accepted on ${adminDate(accepted_at)}` : "Not accepted";
}

/** The email that tells of the buyer: when it was sent last, and whether it can be sent now (K-077, K-078). */
export function buyerFoundView({ refusal, last_sent_at, failed }: BuyerFound) {
  return {
    refusal,
    last_sent: lastSentText(last_sent_at),
    failed,
  };
}
