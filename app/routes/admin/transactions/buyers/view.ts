import { adminDate } from "#app/domain/fields/dates.ts";
import { fundingText } from "#app/domain/fields/funding.ts";
import { formatPounds } from "#app/domain/fields/money.ts";
import { plainText, plainTexts } from "#app/domain/fields/questions.ts";
import { fullNames } from "#app/domain/people/person.ts";
import type { BuyerFound } from "#app/domain/purchases/buyer-found.server.ts";
import type { MatterPurchase } from "#app/domain/purchases/list-matter-purchases.server.ts";
import { PURCHASE_QUESTIONS, STAFF_WORDS } from "#app/domain/purchases/questions.ts";
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
  const texts: Record<string, string> = {
    ...plainTexts(PURCHASE_QUESTIONS, purchase, plainText),
    mortgage_provider: purchase.mortgage_provider ?? "None",
    funding: fundingText(purchase),
    other_funding_comments: purchase.other_funding_comments || "None",
    ownership_type: purchase.ownership_type,
  } satisfies Record<keyof typeof STAFF_WORDS, string>;
  return [
    ...Object.entries(STAFF_WORDS).map(([name, term]) => ({
      term,
      description: texts[name] ?? "",
    })),
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
